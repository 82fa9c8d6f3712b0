"""Load and check the contracts: what each host does, as cells with evidence."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from failshut.errors import FailshutError

EVIDENCE = ("measured", "source", "documented", "reported")
EFFECTS = ("ran", "blocked", "asked", "stopped", "ended", "context-added", "replaced", "unknown")
_TOP = {"host", "version", "date", "events", "cells"}
_CELL = {"effect", "model", "user", "value", "evidence", "version", "date", "source"}


class ContractError(FailshutError):
    """A contract file can't be used; the text names file and cell."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One fact: an ``effect`` with its texts (templates), or a ``value`` (limit, list, phrase)."""

    id: str
    effect: str | None
    model: str | None
    user: str | None
    value: object
    evidence: str
    version: str
    date: datetime.date
    source: str


@dataclass(frozen=True, slots=True)
class Contract:
    """All cells of one host; ``events`` maps the host's event names to their table."""

    host: str
    version: str
    date: datetime.date
    events: Mapping[str, str]
    cells: Mapping[str, Cell]

    def cell(self, name: str) -> Cell:
        """Return the cell ``table/name``; a missing one is a defect of ours, loudly."""
        try:
            return self.cells[name]
        except KeyError:
            raise ContractError(f"{self.host}: no cell {name!r} in the contract") from None

    def number(self, name: str) -> int:
        """Return a cell's value as a whole number."""
        value = self.cell(name).value
        if not isinstance(value, int):
            raise ContractError(f"{self.host}: cell {name!r} must hold a number")
        return value

    def phrase(self, name: str) -> str:
        """Return a cell's value as text."""
        value = self.cell(name).value
        if not isinstance(value, str):
            raise ContractError(f"{self.host}: cell {name!r} must hold a text")
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """Return a cell's value as a list of words."""
        value = self.cell(name).value
        if not isinstance(value, list):
            raise ContractError(f"{self.host}: cell {name!r} must hold a list")
        return tuple(str(word) for word in value)

    def table(self, name: str) -> Mapping[str, object]:
        """Return a cell's value as a table."""
        value = self.cell(name).value
        if not isinstance(value, dict):
            raise ContractError(f"{self.host}: cell {name!r} must hold a table")
        return value


@cache
def contract(host: str) -> Contract:
    """Load the contract of ``host``; raises ContractError with the file and the cell."""
    name = f"{host}.toml"
    place = files("failshut.hosts").joinpath("contracts", name)
    if not host.replace("-", "").isalnum() or not place.is_file():
        raise ContractError(f"no contract for a host named {host!r}")
    return read(name, place.read_text(encoding="utf-8"))


def read(name: str, text: str) -> Contract:
    """Check the text of a contract file and return it; ``name`` is for the error texts."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContractError(f"{name}: not TOML: {error}") from error
    _only(name, "top level", data, _TOP)
    host, version = _text(name, data, "host"), _text(name, data, "version")
    date, events, raw = data.get("date"), data.get("events"), data.get("cells")
    if not isinstance(date, datetime.date):
        raise ContractError(f"{name}: `date` must be a TOML date")
    if not isinstance(events, dict) or not isinstance(raw, dict) or not raw:
        raise ContractError(f"{name}: `events` and `cells` must be tables")
    cells = {key: _cell(name, host, key, value, version, date) for key, value in raw.items()}
    tables = {key.split("/")[0] for key in cells}
    for event, table in events.items():
        if table not in tables:
            raise ContractError(f"{name}: event {event!r} names the table {table!r} without cells")
    return Contract(host, version, date, events, cells)


def _cell(name: str, host: str, key: str, raw: object, version: str, date: datetime.date) -> Cell:
    where = f"cell {key!r}"
    if not isinstance(raw, dict):
        raise ContractError(f"{name}: {where} must be a table")
    _only(name, where, raw, _CELL)
    evidence, effect = raw.get("evidence"), raw.get("effect")
    if evidence not in EVIDENCE:
        raise ContractError(f"{name}: {where}: `evidence` must be one of {', '.join(EVIDENCE)}")
    if effect is not None and effect not in EFFECTS:
        raise ContractError(f"{name}: {where}: unknown effect {effect!r}")
    if effect is None and "value" not in raw:
        raise ContractError(f"{name}: {where} says nothing: give `effect` or `value`")
    for text in ("model", "user", "source", "version"):
        if text in raw and not isinstance(raw[text], str):
            raise ContractError(f"{name}: {where}: `{text}` must be text")
    own = raw.get("date", date)
    if not isinstance(own, datetime.date) or not raw.get("source"):
        raise ContractError(f"{name}: {where}: `date` must be a date and `source` a short text")
    return Cell(
        f"{host}/{key}",
        effect,
        raw.get("model"),
        raw.get("user"),
        raw.get("value"),
        evidence,
        raw.get("version", version),
        own,
        raw["source"],
    )


def _only(name: str, where: str, data: Mapping[str, object], known: set[str]) -> None:
    strange = sorted(set(data) - known)
    if strange:
        raise ContractError(f"{name}: {where}: unknown keys {', '.join(strange)}")


def _text(name: str, data: Mapping[str, object], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise ContractError(f"{name}: `{key}` must be a text")
    return value
