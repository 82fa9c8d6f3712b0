"""Hold the types that cross the seam: a run of a hook, and what the host made of it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Run:
    """One run of one hook, as the host saw it.

    ``exit`` is None when there was no exit code (a signal, a failed start, still running, or
    not a command).  ``timed_out`` is true when the host's own timer ended first; with an
    ``exit`` it means that a child kept the pipes open past the timer (``holds_pipe``).
    ``wiring`` is the entry as configured (``type``, ``command``/``bash``/``exec``, ``args``,
    ``async``, ``onFailure``, ``where``, ``event`` …).  For hooks that are not commands
    ``stdout`` is the body of their answer; ``wiring`` may then hold ``status`` (HTTP),
    ``failed`` (why there is no answer) and ``seconds`` (how long the hook takes at least).
    ``fired`` False: the host never called it.
    """

    exit: int | None = 0
    signal: int | None = None
    stdout: str = ""
    stderr: str = ""
    timed_out: bool = False
    spawn_error: str | None = None
    holds_pipe: bool = False
    wiring: Mapping[str, object] = field(default_factory=dict)
    fired: bool | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the action and what each side read of it.

    ``effect``: ran | blocked | asked | stopped | ended | context-added | replaced | unknown.
    ``model_text`` is the text that reaches the model because of the hook (None: nothing).
    ``cell`` names the contract cell that says so; ``evidence`` is that cell's evidence, or
    ``assumed`` when the cell speaks of another version than the one asked about: ``note`` then
    says which.  ``version``, ``date`` and ``source`` are the cell's own.
    """

    effect: str
    model_text: str | None
    user_text: str | None
    cell: str
    evidence: str
    model_extra: tuple[str, ...] = ()
    note: str = ""
    version: str = ""
    date: datetime.date | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One hook that a host took from its files: ``wiring`` is the handler as configured.

    ``where`` is the place in the file (``hooks.PreToolUse[0].hooks[1]``).
    """

    file: str
    where: str
    event: str
    matcher: object
    wiring: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Dropped:
    """What a host left out: an entry, or (``where`` "") a whole file; ``cell`` says why."""

    file: str
    where: str
    cell: str
    reason: str


@dataclass(frozen=True, slots=True)
class Loading:
    """What a host made of its configuration files; ``starts`` False: it refuses to start."""

    entries: tuple[Entry, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    starts: bool = True
