"""Say what of the guard's own files is missing, older than the package, or open to others."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from failshut import paths
from failshut.checking import force
from failshut.checking.remarks import dangling
from failshut.checking.trusting import chosen, pending
from failshut.doctor.findings import NOTE, OPEN, STUCK, WEAK, Finding
from failshut.errors import PolicyError
from failshut.exits import UsageError
from failshut.hot import leave
from failshut.policy import digest, loosening
from failshut.wire import ground, install, manifest, places, program
from failshut.wire.line import LAUNCHER
from failshut.wire.plan import PROJECT

AGAIN = "failshut init"
MACHINE = "failshut init --scope managed"
SHELL = "/bin/sh"


def problems(home: str, root: str, environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what is wrong whatever the host; ``host`` is "" in these findings."""
    yield from _shell()
    yield from _paused(home)
    yield from _folders(home)
    yield from _policy(home, root)
    yield from _record(home)


def _shell() -> Iterator[Finding]:
    if not os.access(SHELL, os.X_OK):
        yield Finding("", OPEN, f"{SHELL} can't be run, so no host can start the wired line",
                      "Install a shell there", SHELL)  # fmt: skip


def _paused(home: str) -> Iterator[Finding]:
    until = leave.paused(home)
    if until:
        clock = time.strftime("%H:%M", time.localtime(until))
        yield Finding("", OPEN, f"a person paused the guard until {clock}", "failshut resume")


def launcher(home: str, environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what is wrong with the launcher and program that entries of the user and projects run."""
    path = f"{home}/{LAUNCHER}"
    held = places.read(path)
    if held is None:
        yield Finding("", STUCK, "the launcher is missing: every call is refused", AGAIN, path, ours=True)
        return
    try:
        wanted = install.launcher_text(home, environment)
    except UsageError as error:
        yield Finding("", STUCK, str(error), "Install Failshut anew the way it was installed", path)
        return
    yield from _program(Path(path).parent, held, wanted)


def _program(share: Path, held: bytes, wanted: bytes) -> Iterator[Finding]:
    """Yield what the launcher in use runs that isn't what this installation would write."""
    path, used, new = f"{share}/{LAUNCHER.rpartition('/')[2]}", program.named(held), program.named(wanted)
    if used and used != new and held.replace(used.encode(), new.encode()) == wanted:
        problem = f"the guard in use is {used}, and what is installed now is {new or 'a source tree'}"
        yield Finding("", NOTE, problem, AGAIN, path, ours=True)
    elif held != wanted:
        problem = "the launcher isn't the one that this installation writes"
        yield Finding("", WEAK, problem, AGAIN, path, ours=True, doubt=True)
    folder = share / paths.VERSIONS / used
    if used and not folder.is_dir():
        problem = "the guard's program is missing: every call is refused"
        yield Finding("", STUCK, problem, AGAIN, str(folder), ours=True)
    elif used:
        yield from _spoilt(folder, used == new, AGAIN, True)


def _spoilt(folder: Path, compiled_too: bool, fix: str, ours: bool) -> Iterator[Finding]:
    for at, problem in program.differences(folder, compiled_too=compiled_too):
        told = f"the guard's program isn't as it was installed: {problem}"
        yield Finding("", OPEN, told, fix, str(folder / at), ours=ours)


def machine(path: str, prefix: str, files: Iterable[str]) -> Iterator[Finding]:
    """Yield what is wrong with the launcher ``path`` that ``files`` of the machine's run.

    All of them are below ``prefix``; root alone may write them.
    """
    held = places.read(prefix + path)
    again = MACHINE + below(prefix)
    if held is None:
        problem = "the machine's launcher is missing: every call is refused"
        yield Finding("", STUCK, problem, again, prefix + path)
        return
    share, used = Path(prefix + path).parent, program.named(held)
    folder = share / paths.VERSIONS / used if used else share
    if (folder / program.LIST).is_file():
        yield from _spoilt(folder, False, again if used else "Make it anew with `failshut vendor`", False)
    here = ground.machine()
    new = program.name(install.package(), here.where)
    if path == here.launcher and used and used != new and install.copied():
        problem = f"the machine's guard is {used}, and what is installed now is {new}"
        yield Finding("", NOTE, problem, again, prefix + path)
    owners = (0, os.geteuid()) if prefix else (0,)  # what is staged is still the builder's
    for place in map(str, (*files, share, prefix + path, folder, folder / program.RUN)):
        about = os.stat(place) if os.path.exists(place) else None
        if about is not None and (about.st_uid not in owners or about.st_mode & 0o022):
            problem = "somebody besides root may write it"
            yield Finding("", WEAK, problem, f"chown root {place}; chmod go-w {place}", place)


def below(prefix: str) -> str:
    """Return the option for a machine's files below ``prefix``, to put behind a command."""
    return f" --prefix {shlex.quote(prefix)}" if prefix else ""


def _folders(home: str) -> Iterator[Finding]:
    """Yield the guard's files and folders that others may write."""
    places = (paths.share_dir(home), paths.state_dir(home), paths.cache_dir(home), home + paths.CONFIG)
    for path in (*places, f"{home}/{LAUNCHER}", paths.user_policy(home)):
        try:
            about = os.stat(path)
        except OSError:
            continue
        if about.st_mode & 0o022 or about.st_uid not in (0, os.geteuid()):
            fix = (
                f"chmod go-w {path}" if about.st_uid == os.geteuid() else f"Take {path} back from its owner"
            )
            yield Finding("", WEAK, "others may write it", fix, path)


def _policy(home: str, root: str) -> Iterator[Finding]:
    """Yield what keeps the policy from being used, and what of it waits for trust."""
    where = force.place(root or home, home)
    try:
        found = force.in_force(where)
    except force.Unusable as error:
        for one in error.problems:
            problem = f"{one.problem.rstrip('.')}; until that is corrected every call is refused"
            yield Finding("", STUCK, problem, one.fix or "Correct it", one.path, one.line)
        return
    for one in dangling(found):
        yield Finding("", NOTE, one.problem, one.fix, one.path, one.line)
    yield from _guards(found)
    for change in pending(chosen((), where), where, paths.policy_memory_dir(home)):
        problem = "what it loosens waits for trust, and has no effect until then"
        yield Finding("", NOTE, problem, "Read it, and type `failshut trust`", change.path)


def _guards(found: force.InForce) -> Iterator[Finding]:
    """Yield the Python guards that aren't what a person trusted: calls that ask them are refused."""
    for policy in found.files:
        known = dict(policy.digests)
        for one in loosening.guards(policy):
            if one.path not in known:
                continue
            try:
                same = digest.digest(loosening.source(one)).hex() == known[one.path]
            except PolicyError:
                same = False
            if not same:
                problem = (
                    f"the guard {one.path} changed since a person trusted it: calls that ask it are refused"
                )
                yield Finding("", WEAK, problem, "Read it, and type `failshut trust`", one.policy, one.line)


def _record(home: str) -> Iterator[Finding]:
    """Yield the files that ``init`` wired and that are gone."""
    for row in manifest.load(home).records.values():
        if not os.path.lexists(row.path):
            mine, fix = row.scope != PROJECT, f"failshut init --hosts {row.host}"
            if not mine:
                fix = f"Wire that project again (`{fix} --scope project`); `failshut uninstall` forgets it"
            yield Finding(row.host, NOTE, "a file that `init` wired is gone", fix, row.path, ours=mine)
