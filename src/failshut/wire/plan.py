"""Plan what ``init`` writes: from the files' present bytes to their new bytes (pure)."""

import difflib
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from failshut import hosts as registry
from failshut.exits import WiringError
from failshut.wire import alive, ours, tomledit
from failshut.wire.alive import Finding
from failshut.wire.entries import NO_PROJECT_SCOPE, WIRINGS
from failshut.wire.jsonedit import Mark
from failshut.wire.line import line
from failshut.wire.wiring import Wiring

USER, PROJECT = "user", "project"


@dataclass(frozen=True)
class Change:
    """One file: ``before`` None = it doesn't exist, ``after`` None = it is to be deleted."""

    path: str
    before: bytes | None
    after: bytes | None
    host: str
    marks: tuple[Mark, ...] = ()

    @property
    def action(self) -> str:
        """Name what happens to the file."""
        if self.before == self.after:
            return "unchanged"
        if self.before is None:
            return "create"
        return "delete" if self.after is None else "edit"

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
    """Return the path of the host's file, or "" when it has none in this scope."""
    wiring = WIRINGS[host]
    if scope == USER:
        return posixpath.join(home, wiring.user)
    return posixpath.join(root, wiring.project) if wiring.project else ""


def lines(scope: str, hosts: tuple[str, ...], launcher: str, root: str) -> dict[str, str]:
    """Return each host's wired line; in project scope it names no path of this machine."""
    if scope == PROJECT:
        return {host: line(host, "", "", project=True) for host in hosts}
    return {host: line(host, launcher, root) for host in hosts}


def plan(
    scope: str,
    hosts: tuple[str, ...],
    home: str,
    root: str,
    files: Mapping[str, bytes | None],
    texts: Mapping[str, str],
) -> Plan:
    """Return what to write so that each of ``hosts`` runs its line in ``texts``.

    ``files`` holds the present bytes by path (None = absent).  Raises one ``WiringError`` that
    names every file that can't be edited; nothing is to be written then.
    """
    changes, skipped, problems = list[Change](), [], []
    for host in hosts:
        path = target(host, scope, home, root)
        if not path:
            skipped.append((host, NO_PROJECT_SCOPE.format(title=registry.load(host).TITLE)))
            continue
        try:
            changes.append(_change(host, path, files.get(path), texts[host]))
        except WiringError as error:
            problems.append(str(error))
    if problems:
        if len(hosts) > 1:
            problems.append("Or leave that agent out: name the others with --hosts.")
        raise WiringError("\n".join(problems))
    found = list[Finding]()
    for change in changes:
        place = (change.host, change.path, change.after or b"")
        found += alive.findings(*place) + alive.strangers(*place, texts[change.host])
    advice = [(change.host, WIRINGS[change.host].advice[scope]) for change in changes]
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


def _change(host: str, path: str, before: bytes | None, text: str) -> Change:
    after, marks = editor(WIRINGS[host]).put(before or b"", WIRINGS[host], text, path)
    return Change(path, before, after, host, tuple(marks))


class Editor(Protocol):
    """What a module that edits one kind of document offers; ``path`` is for errors only."""

    def put(self, data: bytes, wiring: Wiring, line: str, path: str) -> tuple[bytes, list[Mark]]:
        """Return the document with our entries, and the marks of what was created."""

    def take(self, data: bytes, wiring: Wiring, marks: list[Mark], path: str) -> bytes:
        """Return the document without our entries."""

    def has_ours(self, data: bytes, wiring: Wiring, path: str) -> bool:
        """Say whether the document holds an entry of ours."""

    def is_bare(self, data: bytes, wiring: Wiring, path: str) -> bool:
        """Say whether the document holds nothing of anyone's."""


def editor(wiring: Wiring) -> Editor:
    """Return the module that edits the host's kind of document."""
    return tomledit if wiring.toml else ours
