"""Hold what broke while a tree was linted: the rest goes on, and the run fails."""

from __future__ import annotations

import traceback
from dataclasses import dataclass


@dataclass(frozen=True)
class Crash:
    """A rule (or a part of the reading) that broke: its name, and where."""

    rule: str
    problem: str


def crash(name: str, error: Exception) -> Crash:
    """Return what is told of a rule that broke."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return Crash(name, f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})")
