"""Say what around a host could take its guard away: variables, moved folders, its version."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence

from failshut.doctor.findings import NOTE, OPEN, WEAK, Finding
from failshut.doctor.layers import Layers
from failshut.doctor.spots import line
from failshut.exits import WiringError
from failshut.interpret.contracts import contract
from failshut.interpret.versions import number
from failshut.wire import jsondoc
from failshut.wire.entries import WIRINGS
from failshut.wire.hosts import load
from failshut.wire.line import LAUNCHER
from failshut.wire.plan import moved

START_UP = ("BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "LD_PRELOAD", "LD_AUDIT", "LD_TRACE_LOADED_OBJECTS",
            "DYLD_INSERT_LIBRARIES")  # fmt: skip
"""Variables by which a file of somebody's runs in, or a flag changes, every shell that a host starts."""
CALLED = frozenset(("[", "builtin", "command", "echo", "eval", "exec", "exit", "export", "kill", "printf",
                    "read", "set", "sh", "sleep", "test", "trap", "unset", "wait"))  # fmt: skip
"""Names that a wired line, or a shell on the way to it, calls."""
PATIENCE = 10.0
"""Seconds that a host may take to say its version."""
_VERSION = re.compile(r"\d+\.\d+\.\d+")


def version(host: str, environment: Mapping[str, str]) -> str:
    """Return the version that the host's program says, "" when it isn't installed or says none."""
    path = environment.get("PATH", os.defpath)
    for name in WIRINGS[host].programs:
        program = shutil.which(name, path=path)
        said = version_of([program], environment) if program is not None else ""
        if said:
            return said
    return ""


def version_of(start: Sequence[str], environment: Mapping[str, str], folder: str | None = None) -> str:
    """Return the version that a program says when it is started so in a folder, "" when it says none."""
    try:
        done = subprocess.run(
            [*start, "--version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
            env=dict(environment), cwd=folder, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    found = _VERSION.search(done.stdout.decode("utf-8", "replace"))
    return found[0] if found else ""


def newer(host: str, version: str) -> Finding | None:
    """Return a note when the host is newer than what is known of it."""
    book = contract(host)
    if not version or not book.version or number(version) <= number(book.version):
        return None
    problem = f"{book.title} {version} is newer than {book.version}, the last that was measured"
    return Finding(host, NOTE, problem, "Look for a newer Failshut: `pipx upgrade failshut`")


def variables(layers: Layers, environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield the variables of this session, and of the host's files, that change shells or places."""
    host = layers.host
    folder = environment.get(WIRINGS[host].variable, "").rstrip("/")
    there = any(name.startswith(f"{folder}/") and LAUNCHER in text for name, text in layers.texts.items())
    for one in moved((host,), layers.home, environment):
        yield Finding(host, NOTE if there else OPEN, one.problem, one.fix, one.path)
    off = dict(load(host).GUARDED.disarming)
    for name, value in environment.items():
        if value and (name in off or _starts(name)):
            yield Finding(host, *_disarming(name, "this session's environment", name in off))
    for file, text in layers.texts.items():
        users = file.startswith("~/")
        for name, where in _lines(text) if file.endswith(".env") else _env_keys(text):
            disarms = name in off and (users or off[name] == "any")
            if disarms or _starts(name):
                place = where if isinstance(where, int) else line(file, text, where)
                told = _disarming(name, "the host's settings", disarms)
                yield Finding(host, *told, layers.path(file), place)


def _starts(name: str) -> bool:
    """Say whether a variable changes the shells or programs that a host starts."""
    return name in START_UP or name.startswith("BASH_FUNC_")


def _disarming(name: str, where: str, off: bool) -> tuple[str, str, str]:
    fix = f"Unset {name}"
    if off:
        return OPEN, f"{name} in {where} leaves hooks out, or runs something in their place", fix
    problem = f"{name} in {where} changes every shell that the host starts, before the guard has a word"
    function = name.removeprefix("BASH_FUNC_").rstrip("%()")
    mild = name == "ENV" or (name.startswith("BASH_FUNC_") and function not in CALLED)
    return NOTE if mild else WEAK, problem, fix


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield the names that a file of variables sets, with their lines."""
    for at, row in enumerate(text.splitlines(), 1):
        name, equals, value = row.strip().removeprefix("export ").partition("=")
        if equals and value.strip() and not name.startswith("#"):
            yield name.strip(), at


def _env_keys(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names that a settings file puts into the environment, with their places."""
    try:
        document = jsondoc.read(text, "", comments=True)
    except WiringError:
        return
    value = None if document.root is None else document.root.python()
    env = value.get("env") if isinstance(value, dict) else None
    for name, held in env.items() if isinstance(env, dict) else ():
        if held:
            yield name, f"env.{name}"
