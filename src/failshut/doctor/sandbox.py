"""Say whether a host's own sandbox is on, as far as its files tell: the layer behind the guard."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from failshut.exits import WiringError
from failshut.interpret.contracts import contract
from failshut.wire import places
from failshut.wire.jsondoc import decode, read

ON, OFF, NONE, UNKNOWN = "on", "off", "none", "unknown"


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What is known: ``state`` is on, off, none (the host has no sandbox) or unknown.

    ``path`` and ``key`` are what says so ("" = it is the host's default); ``fix`` turns it on;
    ``evidence`` is that of the contract.
    """

    state: str
    path: str
    key: str
    evidence: str
    fix: str

    @property
    def sentence(self) -> str:
        """Return what a person reads."""
        if not self.evidence:
            return "nobody has told whether this agent has one of its own"
        if self.state == NONE:
            return f"this agent has no sandbox of its own ({self.evidence})"
        where = f"{self.path}: {self.key}" if self.path else "its default"
        return f"its own is {self.state}, by {where} ({self.evidence}; flags and variables aren't seen)"


def look(host: str, home: str, root: str, machine: str = "") -> Sandbox:
    """Return what the files of ``host`` say of its sandbox; ``root`` "" = no project."""
    book = contract(host)
    if not book.has("sandbox/default"):
        return Sandbox(UNKNOWN, "", "", "", "")
    default, fix = book.cell("sandbox/default"), book.phrase("sandbox/fix")
    state, path, key = str(default.value), "", ""
    for name, switch in book.table("sandbox/keys").items() if book.has("sandbox/keys") else ():
        file = _path(name, home, root, machine)
        value = _value(file, str(switch)) if file else None
        if value is None:
            continue
        path, key = file, str(switch)
        state = UNKNOWN
        for word in (ON, OFF):
            known = book.cell(f"sandbox/{word}").value
            if isinstance(known, list) and any(one == value and type(one) is type(value) for one in known):
                state = word
    return Sandbox(state, path, key, default.evidence, "" if state == ON else fix)


def _path(name: str, home: str, root: str, machine: str) -> str:
    if name.startswith("~/"):
        return os.path.join(home, name[2:])
    if name.startswith("/"):
        return machine + name
    return os.path.join(root, name) if root else ""


def _value(path: str, key: str) -> object:
    """Return the value of a dotted key in a file; None without it, or where the file can't be read."""
    try:
        data = places.read(path)
        if data is None:
            return None
        if path.endswith(".toml"):
            value: object = tomllib.loads(data.decode())
        else:
            document = read(decode(data, path), path, True)
            value = document.root.python() if document.root else None
    except (WiringError, ValueError):
        return None
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def as_object(found: Sandbox) -> dict[str, str]:
    """Return it for JSON."""
    names = ("state", "path", "key", "evidence", "fix")
    return {name: str(getattr(found, name)) for name in names}
