"""Build the compiled policy from its sources and remember what they held (cold)."""

from __future__ import annotations

from failshut.policy import builtin, state
from failshut.policy.build import build
from failshut.policy.shapes import Tuple

Source = tuple[str, str, int, bytes, int, bytes]


def rebuild(sources: tuple[Source, ...], root: str, state_dir: str) -> tuple[Tuple, tuple[Source, ...]]:
    """Return the cache's body and the sources with the states as they now stand.

    Nothing is remembered of a set of files that can't be built: raises ``PolicyError`` first.
    """
    rows = [
        (source, *state.with_memory(source[1], _data(source), source[0], _state(source)))
        for source in sources
    ]
    compiled = build([policy for _, policy, _ in rows], root, builtin.BLOCKS)
    stored = []
    for source, _, after in rows:
        now = state.store(state_dir, source[1], _state(source), after)
        stored.append((*source[:4], int(now is not None), now or b""))
    return (compiled[1][0], compiled[2], compiled[3]), tuple(stored)


def _data(source: Source) -> bytes | None:
    return source[3] if source[2] else None


def _state(source: Source) -> bytes | None:
    return source[5] if source[4] else None
