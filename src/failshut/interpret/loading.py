"""Say which hooks a host takes from its configuration files, and why it leaves the others out.

Each host's package has ``load(Config) -> Loading``.  Files are named as a person would write
them: ``~/…`` below the home folder, ``/…`` absolute, anything else below the project.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType

from failshut.exits import UsageError
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
