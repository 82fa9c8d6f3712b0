"""Plan what ``init`` writes: from the files' present bytes to their new bytes (pure)."""

import difflib
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from failshut import hosts as registry
from failshut.exits import WiringError
from failshut.wire import alive, later, ours, pin, tomledit
from failshut.wire.alive import Finding
from failshut.wire.entries import NO_MACHINE_FILE, NO_PROJECT_SCOPE, WIRINGS
from failshut.wire.jsonedit import Mark
from failshut.wire.line import line
from failshut.wire.wiring import Wiring, Writer

USER, PROJECT, MANAGED = "user", "project", "managed"


@dataclass(frozen=True)
class Change:
    """One file: ``before`` None = it doesn't exist, ``after`` None = it is to be deleted.

    ``wiring`` says how it is wired (None = as the host's first file).
    """

    path: str
    before: bytes | None
    after: bytes | None
    host: str
    marks: tuple[Mark, ...] = ()
    wiring: Wiring | None = None

    @property
    def action(self) -> str:
        """Name what happens to the file."""
        if self.before == self.after:
            return "unchanged"
        if self.before is None:
            return "create"
        return "delete" if self.after is None else "edit"

    @property
    def form(self) -> Wiring:
        """Return how the file is wired."""
        return self.wiring or WIRINGS[self.host]

    def diff(self) -> str:
        """Return the unified diff ("" when nothing changes)."""
        old, new = ((side or b"").decode("utf-8", "replace").splitlines() for side in self.sides)
        source = self.path if self.before is not None else "/dev/null"
        goal = self.path if self.after is not None else "/dev/null"
        return "\n".join(difflib.unified_diff(old, new, source, goal, lineterm=""))

    @property
    def sides(self) -> tuple[bytes | None, bytes | None]:
        """Return the bytes before and after."""
        return self.before, self.after


@dataclass(frozen=True)
class Plan:
    """All changes; ``skipped`` are hosts without this scope as (host, why)."""

    scope: str
    changes: tuple[Change, ...]
    findings: tuple[Finding, ...]
    skipped: tuple[tuple[str, str], ...]
    advice: tuple[tuple[str, str], ...]


def target(host: str, scope: str, home: str, root: str) -> str:
    """Return the path of the host's first file, or "" when it has none in this scope.

    For the machine's files ``home`` is what stands before them, "" as a rule.
    """
    return _place(WIRINGS[host], scope, home, root)


def targets(host: str, scope: str, home: str, root: str) -> dict[str, Wiring]:
    """Return the paths of all of the host's files in this scope, the first one first."""
    found = {_place(wiring, scope, home, root): wiring for wiring in WIRINGS[host].files}
    return {path: wiring for path, wiring in found.items() if path}


def _place(wiring: Wiring, scope: str, home: str, root: str) -> str:
    if scope == USER:
        return posixpath.join(home, wiring.user) if wiring.user else ""
    if scope == MANAGED:
        return home + wiring.machine if wiring.machine else ""
    return posixpath.join(root, wiring.project) if wiring.project else ""


def writers(scope: str, hosts: tuple[str, ...], launcher: str, root: str) -> dict[str, Writer]:
    """Return what writes each host's wired lines; in project scope they name no path of this machine."""
    if scope == PROJECT:
        return {host: partial(line, host, "", "", True) for host in hosts}
    shared = scope == MANAGED
    return {host: partial(line, host, launcher, root, False, shared=shared) for host in hosts}


def plan(
    scope: str,
    hosts: tuple[str, ...],
    home: str,
    root: str,
    files: Mapping[str, bytes | None],
    texts: Mapping[str, Writer],
    kinds: tuple[str, ...] = (),
) -> Plan:
    """Return what to write so that each of ``hosts`` runs the lines that ``texts`` writes.

    ``kinds`` are the other moments to wire; those that are wired already stay.
    ``files`` holds the present bytes by path (None = absent).  Raises one ``WiringError`` that
    names every file that can't be edited; nothing is to be written then.
    """
    changes, skipped, problems = list[Change](), [], []
    for host in hosts:
        places = targets(host, scope, home, root)
        if not places:
            why = NO_MACHINE_FILE if scope == MANAGED else NO_PROJECT_SCOPE
            skipped.append((host, why.format(title=registry.load(host).TITLE)))
        for path, wiring in places.items():
            try:
                changes.append(_change(host, path, files.get(path), texts[host], wiring, kinds))
            except WiringError as error:
                problems.append(str(error))
    if problems:
        if len(hosts) > 1:
            problems.append("Or leave that agent out: name the others with --hosts.")
        raise WiringError("\n".join(problems))
    found = list[Finding]()
    for change in changes:
        place = (change.host, change.path, change.after or b"")
        if change.path == target(change.host, scope, home, root):
            found += alive.findings(*place)
        found += alive.strangers(*place, texts[change.host](""))
    wired = dict.fromkeys(change.host for change in changes)
    advice = [(host, WIRINGS[host].advice[scope]) for host in wired]
    return Plan(scope, tuple(changes), tuple(found), tuple(skipped), tuple(advice))


def moved(hosts: tuple[str, ...], home: str, environment: Mapping[str, str]) -> list[Finding]:
    """Return the hosts whose folder a variable moves away from where ``init`` writes."""
    found = []
    for host in hosts:
        wiring = WIRINGS[host]
        place = environment.get(wiring.variable, "") if wiring.variable else ""
        usual = posixpath.join(home, wiring.folders[0])
        if place and posixpath.normpath(place) != posixpath.normpath(usual):
            problem = f"{wiring.variable} makes the host read {place} and not {usual}"
            found.append(Finding(host, target(host, USER, home, ""), 0, problem, "Unset the variable"))
    return found


def _change(
    host: str, path: str, before: bytes | None, write: Writer, wiring: Wiring, kinds: tuple[str, ...]
) -> Change:
    if wiring is WIRINGS[host]:
        wiring = later.extended(
            host, wiring, (*kinds, *later.wired(host, wiring, before or b"", path, write("")))
        )
    after, marks = editor(wiring).put(before or b"", wiring, write, path)
    return Change(path, before, after, host, tuple(marks), wiring)


class Editor(Protocol):
    """What a module that edits one kind of document offers; ``path`` is for errors only."""

    def put(self, data: bytes, wiring: Wiring, write: Writer, path: str) -> tuple[bytes, list[Mark]]:
        """Return the document with our entries, and the marks of what was created."""

    def take(self, data: bytes, wiring: Wiring, marks: list[Mark], path: str) -> bytes:
        """Return the document without our entries."""

    def has_ours(self, data: bytes, wiring: Wiring, path: str) -> bool:
        """Say whether the document holds an entry of ours."""

    def is_bare(self, data: bytes, wiring: Wiring, path: str) -> bool:
        """Say whether the document holds nothing of anyone's."""


def editor(wiring: Wiring) -> Editor:
    """Return the module that edits the host's kind of document."""
    if wiring.pins[0]:
        return pin
    return tomledit if wiring.toml else ours
