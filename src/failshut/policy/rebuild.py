"""Build the compiled policy from its sources and remember what they held (cold)."""

from __future__ import annotations

from failshut.policy import builtin, state
from failshut.policy.build import build
from failshut.policy.schema import Policy
from failshut.policy.shapes import Tuple

Source = tuple[str, str, int, bytes, int, bytes]


def rebuild(sources: tuple[Source, ...], root: str, state_dir: str) -> tuple[Tuple, tuple[Source, ...]]:
    """Return the cache's body and the sources with the states as they now stand.

    Nothing is remembered of a set of files that can't be built: raises ``PolicyError`` first.
    """
    rows = remembered(sources)
    compiled = build([policy for policy, _ in rows], root, builtin.BLOCKS)
    stored = []
    for source, (_, after) in zip(sources, rows, strict=True):
        now = state.store(state_dir, source[1], _state(source), after)
        stored.append((*source[:4], int(now is not None), now or b""))
    return (compiled[1][0], compiled[2], compiled[3]), tuple(stored)


def remembered(sources: tuple[Source, ...]) -> list[tuple[Policy, bytes]]:
    """Return each source's policy with what is kept of it, and the state to store."""
    return [state.with_memory(source[1], _data(source), source[0], _state(source)) for source in sources]


def _data(source: Source) -> bytes | None:
    return source[3] if source[2] else None


def _state(source: Source) -> bytes | None:
    return source[5] if source[4] else None
