"""Hold what the doctor finds, and the word for a host that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from failshut.doctor.sandbox import Sandbox

OPEN, STUCK, WEAK, NOTE = "open", "stuck", "weak", "note"
"""Of a finding: the guard is off; it refuses every call; it is weaker than it could be; worth knowing."""
SHUT, OBSERVING, UNPROVED, ABSENT = "shut", "observing", "unproved", "not seen"
WORDS = (SHUT, OPEN, STUCK, OBSERVING, UNPROVED, ABSENT)


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: ``path`` and ``line`` (1-based, 0 = none) say where, ``fix`` what mends it.

    ``cell`` is the contract cell that says so, with its ``evidence`` ("" = our own knowledge).
    ``ours`` says that ``failshut init`` mends it; ``doubt`` that a trial proves nothing until then.
    """

    host: str
    weight: str
    problem: str
    fix: str
    path: str = ""
    line: int = 0
    cell: str = ""
    evidence: str = ""
    ours: bool = False
    doubt: bool = False

    @property
    def place(self) -> str:
        """Return ``path:line``, "" when it is about no file."""
        return f"{self.path}:{self.line}" if self.line else self.path


@dataclass(frozen=True, slots=True)
class State:
    """What holds for one host: ``word`` is one of ``WORDS``; ``scopes`` are those where it is wired.

    ``sandbox`` is None for a host that isn't there.
    """

    host: str
    title: str
    word: str
    version: str
    scopes: tuple[str, ...]
    findings: tuple[Finding, ...]
    sandbox: Sandbox | None = None


def word(wired: bool, findings: Sequence[Finding], observing: bool, proved: bool) -> str:
    """Return the word for a host that is there."""
    if not wired or any(one.weight == OPEN for one in findings):
        return OPEN
    if any(one.weight == STUCK for one in findings):
        return STUCK
    if observing:
        return OBSERVING
    return SHUT if proved else UNPROVED
