"""Say what of the guard's own files is missing, older than the package, or open to others."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from failshut import paths
from failshut.checking import force
from failshut.checking.remarks import dangling
from failshut.checking.trusting import chosen, pending
from failshut.doctor.findings import NOTE, OPEN, STUCK, WEAK, Finding
from failshut.exits import UsageError
from failshut.hot import bundle, leave
from failshut.wire import install, manifest, places
from failshut.wire.line import LAUNCHER

AGAIN = "failshut init"
SHELL = "/bin/sh"


def problems(home: str, root: str, environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what is wrong whatever the host; ``host`` is "" in these findings."""
    yield from _shell()
    yield from _paused(home)
    yield from _launcher(home, environment)
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


def _launcher(home: str, environment: Mapping[str, str]) -> Iterator[Finding]:
    path = f"{home}/{LAUNCHER}"
    held = places.read(path)
    if held is None:
        yield Finding("", STUCK, "the launcher is missing: every call is refused", AGAIN, path, ours=True)
        return
    try:
        wanted = install.launcher_text(home, environment)
    except UsageError as error:
        yield Finding("", STUCK, str(error), "Reinstall Failshut (`pipx reinstall failshut`)", path)
        return
    if held != wanted:
        problem = "the launcher isn't the one that this installation writes"
        yield Finding("", WEAK, problem, AGAIN, path, ours=True)
    current = Path(path).parent / f"hot.{sys.implementation.cache_tag}"
    if bundle.installed(install.package()) and places.read(str(current)) != bundle.build(install.package()):
        problem = "the compiled modules are missing or of another release: each call is slower"
        yield Finding("", NOTE, problem, AGAIN, str(current), ours=True)


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
    for change in pending(chosen((), where), where, paths.policy_memory_dir(home)):
        problem = "what it loosens waits for trust, and has no effect until then"
        yield Finding("", NOTE, problem, "Read it, and type `failshut trust`", change.path)


def _record(home: str) -> Iterator[Finding]:
    """Yield the files that ``init`` wired and that are gone."""
    for row in manifest.load(home).records.values():
        if not os.path.lexists(row.path):
            fix = f"failshut init --hosts {row.host}"
            yield Finding(row.host, NOTE, "a file that `init` wired is gone", fix, row.path, ours=True)
