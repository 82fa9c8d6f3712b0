"""Take a program away from the hook, or put one in its place that misbehaves."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

from failshut.drill.faults import Fault
from failshut.drill.run import HookRun
from failshut.drill.trial import NotPossible, Trial

STUBS = {
    "garbage": "echo '<<garbage>> from a broken tool'\nexit 0\n",
    "fails": "exit 1\n",
    "crashes": "kill -KILL $$\n",
    "hangs": "exec /bin/sleep 3600\n",
    "child": '/bin/sleep 3600 &\nexec {real} "$@"\n',
}


def tool(trial: Trial, fault: Fault) -> None:
    """Give the hook a PATH of links in which the tool is missing or a stub (``how``)."""
    name, how = fault.subject, fault.text("how")
    real = which(name, trial.path())
    if real is None:
        raise NotPossible(f"{name} isn't there to begin with")
    place = trial.folder / "path"
    links(trial.path(), place, without=name)
    trial.environment["PATH"] = str(place)
    if how == "missing":
        trial.probe = fault.probe
        return
    mark = trial.folder / "tool.ran"
    stub = place / name
    text = STUBS[how].replace("{real}", shlex.quote(real))
    stub.write_text(f"#!/bin/sh\n: >{shlex.quote(str(mark))}\n{text}")
    stub.chmod(0o755)

    def trace(run: HookRun) -> str:
        return f"the stand-in for {name} ran" if mark.exists() else ""

    trial.trace = trace


def links(path: str, place: Path, without: str) -> None:
    """Fill ``place`` with a link for every program of ``path`` but one."""
    place.mkdir()
    for folder in path.split(os.pathsep):
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            if name != without and not os.path.lexists(place / name):
                _link(os.path.join(folder, name), place / name)


def _link(program: str, place: Path) -> None:
    """Link a program; one of a Python environment is started at its own place, which it needs."""
    if not os.path.exists(os.path.join(os.path.dirname(program), os.pardir, "pyvenv.cfg")):
        os.symlink(program, place)
        return
    place.write_text(f'#!/bin/sh\nexec {shlex.quote(program)} "$@"\n')
    place.chmod(0o755)


def which(name: str, path: str) -> str | None:
    """Return the program's path as a shell would find it."""
    for folder in path.split(os.pathsep):
        found = os.path.join(folder, name)
        if os.access(found, os.X_OK) and os.path.isfile(found):
            return found
    return None


KINDS: dict[str, Callable[[Trial, Fault], None]] = {"tool": tool}
