"""Say which hooks a host takes from its configuration files, and why it leaves the others out.

Each host's package has ``load(Config) -> Loading``.  Files are named as a person would write
them: ``~/…`` below the home folder, ``/…`` absolute, anything else below the project.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType

from failshut.errors import UsageError
from failshut.interpret.contracts import Contract, contract, hosts
from failshut.interpret.matching import excludes
from failshut.interpret.types import Dropped, Entry, Loading


@dataclass(frozen=True, slots=True)
class Config:
    """What a host finds when it starts: its files, its flags and what the person trusts.

    ``switches`` are as in recorded rows: ``flags`` (or ``args``), ``env``, trust states.
    """

    contract: Contract
    files: Mapping[str, str]
    switches: Mapping[str, object] = field(default_factory=dict)
    version: str | None = None

    def flags(self) -> tuple[str, ...]:
        """Return the host's command line as far as the switches tell it."""
        raw = self.switches.get("flags", self.switches.get("args"))
        return tuple(str(flag) for flag in raw) if isinstance(raw, list | tuple) else ()

    def drop(self, name: str, file: str, where: str = "", reason: str = "") -> Dropped:
        """Build what was left out because of the cell ``load/NAME``; a missing cell is a defect."""
        cell = self.contract.cell(f"load/{name}", self.version)
        return Dropped(file, where, cell.id, reason or str(cell.value))


def loading(
    host: str,
    files: Mapping[str, str],
    *,
    switches: Mapping[str, object] | None = None,
    version: str | None = None,
) -> Loading:
    """Say what ``host`` makes of ``files`` (name → text).  Raises UsageError for an unknown host."""
    if host not in hosts():
        raise UsageError(f"no host named {host!r}; known: {', '.join(hosts())}")
    found = _module(host).load(Config(contract(host), files, switches or {}, version))
    assert isinstance(found, Loading)
    return found


def _module(host: str) -> ModuleType:
    return importlib.import_module(f"failshut.interpret.{host.replace('-', '_')}")


def fires(host: str, entry: Entry, tool: str) -> bool:
    """Say whether the entry's matcher takes ``tool`` (on events without a tool: "").

    A host whose matchers follow more than one rule has a ``fires`` of its own; a tool may
    answer to further names (cell ``pre-tool/aliases``).
    """
    own = getattr(_module(host), "fires", None)
    if own is not None:
        return not tool or bool(own(entry, tool))
    book = contract(host)
    style, everything = book.phrase("pre-tool/matcher"), book.words("pre-tool/matches-all")
    more = book.table("pre-tool/aliases").get(tool) if book.has("pre-tool/aliases") else None
    names = [tool, *(more if isinstance(more, list) else ())]
    return not tool or any(not excludes(style, everything, entry.matcher, name) for name in names)


def files_from_row(row: Mapping[str, object]) -> dict[str, str]:
    """Return the files that a recorded row describes: its ``config`` is one text, or several by name.

    A single text stands in the host's usual place (cell ``load/file``); layers are named by their
    cell ``load/layers``.
    """
    text = row.get("config")
    if not isinstance(text, str):
        return {}
    book = contract(str(row["host"]))
    usual = book.phrase("load/file")
    try:
        several = json.loads(text)
    except ValueError:
        return {usual: text}
    layers = book.table("load/layers") if book.has("load/layers") else {}
    if isinstance(several, dict) and several and set(several) <= set(layers):
        return _layers(several, layers)
    named = (
        isinstance(several, dict)
        and several
        and all(
            isinstance(value, str | dict) and ("." in key or "/" in key) for key, value in several.items()
        )
    )
    if not named:
        return {usual: text}
    return {
        _place(key): value if isinstance(value, str) else json.dumps(value)
        for key, value in several.items()
    }


def _layers(several: Mapping[str, object], layers: Mapping[str, object]) -> dict[str, str]:
    """Return the files of named layers; one that holds a list has a file for each item."""
    found: dict[str, str] = {}
    for key, value in several.items():
        for number, item in enumerate(value if isinstance(value, list) else [value]):
            found[str(layers[key]).format(number=number)] = json.dumps(item)
    return found


def _place(name: str) -> str:
    """Undo the ways in which rows name a place."""
    for mark, place in (("$HOME/", "~/"), ("home/", "~/"), ("$PROJECT/", ""), ("proj/", "")):
        if name.startswith(mark):
            return place + name.removeprefix(mark)
    return name
