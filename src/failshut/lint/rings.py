"""Tell whether a command turns its own failures into a refusal."""

from __future__ import annotations

import re

from failshut.lint.hook import Hook

_RING = re.compile(
    r"\|\|\s*(?:\{[^}]*\bexit 2\b|exit 2\b)|\|\|\s*\([^)]*\bexit 2\b|\belse\b[^;]*;?.*\bexit 2\b", re.S
)
_OWN = re.compile(r" failshut | failshut$|^failshut |/failshut/")


def ringed(hook: Hook) -> bool:
    """Say whether the command ends in exit 2 when what it starts fails, or is ours."""
    return bool(_RING.search(hook.command)) or bool(_OWN.search(hook.command))
