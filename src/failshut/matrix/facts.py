"""Read what a host is like besides its events: the cells ``facts/*`` and ``spawn/*``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from failshut.interpret import Cell, contract
from failshut.interpret.scene import proof
from failshut.matrix.grid import Versions

FILES = ("files", "layers", "surfaces", "imports", "trust", "off-switches")
DROPS = ("drops-entry", "drops-file", "drops-all", "accepted")
LIMITS = ("unhooked",)
SPAWN = {
    "shell": "Started as",
    "cwd": "Folder",
    "seconds-per-unit": "Seconds in one unit of the timeout",
    "default-seconds": "Timeout when none is given, in seconds",
    "waits-for-pipes": "Waits until stdout and stderr are closed",
    "variables": "Variables that are added",
    "args": "`args` beside `command`",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: ``name`` as in the contract (``facts/trust``), ``label`` for people."""

    host: str
    name: str
    label: str
    value: object
    evidence: str
    cell: Cell
    note: str

    def as_json(self) -> dict[str, object]:
        """Return the fact as an object for programs."""
        return {
            "host": self.host,
            "fact": self.name,
            "label": self.label,
            "value": self.value,
            "evidence": self.evidence,
            "version": self.cell.version,
            "date": self.cell.date.isoformat(),
            "source": self.cell.source,
            "cell": self.cell.id,
            "note": self.note,
        }


@cache
def labels() -> dict[str, str]:
    """Return the names of all facts with their labels."""
    text = files("failshut.hosts").joinpath("contracts", "facts.toml").read_text(encoding="utf-8")
    return {name: str(about["label"]) for name, about in tomllib.loads(text)["facts"].items()}


def facts(host: str, versions: Versions | None = None) -> list[Fact]:
    """Return a host's facts in the order of the list, then how it starts a hook."""
    book, version = contract(host), (versions or {}).get(host)
    named = [(f"facts/{name}", label) for name, label in labels().items()]
    for name in book.cells:
        kind, _, rest = name.partition("/")
        if kind == "spawn" and "@" not in name:
            named.append((name, SPAWN.get(rest, rest)))
    found = []
    for name, label in named:
        cell = book.cell(name, version)
        evidence, note = proof(cell, version)
        found.append(Fact(host, name, label, cell.value, evidence, cell, note))
    return found


def told(value: object) -> str:
    """Return a fact's value as text; the parts of a list or table stand on lines of their own."""
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return "\n".join(map(str, value)) or "none"
        case Mapping():
            return "\n".join(f"{key}: {_part(item)}" for key, item in value.items()) or "none"
    return str(value)


def _part(value: object) -> str:
    return (", ".join(map(str, value)) or "–") if isinstance(value, list) else str(value)
