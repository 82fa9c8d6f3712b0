"""Load and check the contracts: what each host does, as cells with evidence."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from failshut.errors import FailshutError
from failshut.interpret.versions import holds

EVIDENCE = ("measured", "source", "documented", "reported")
EFFECTS = ("ran", "blocked", "asked", "stopped", "ended", "context-added", "replaced", "unknown")
_TOP = {"host", "title", "version", "date", "events", "cells"}
_MORE = {"cells"}
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
    """All cells of one host; ``events`` maps the host's event names to their table.

    A cell named ``table/name@<1.2`` (or ``@>=1.2``) stands in for ``table/name`` on those
    versions; ``variants`` lists them: name → (condition, cell).
    """

    host: str
    title: str
    version: str
    date: datetime.date
    events: Mapping[str, str]
    cells: Mapping[str, Cell]
    variants: Mapping[str, tuple[tuple[str, Cell], ...]]

    def cell(self, name: str, version: str | None = None) -> Cell:
        """Return the cell ``table/name`` as it is for ``version`` (None: the contract's own).

        A missing one is a defect of ours, loudly.
        """
        try:
            cell = self.cells[name]
        except KeyError:
            raise ContractError(f"{self.host}: no cell {name!r} in the contract") from None
        for condition, other in self.variants.get(name, ()):
            if holds(condition, version or self.version):
                return other
        return cell

    def has(self, name: str) -> bool:
        """Say whether there is such a cell."""
        return name in self.cells

    def number(self, name: str, version: str | None = None) -> int:
        """Return a cell's value as a whole number."""
        value = self.cell(name, version).value
        if not isinstance(value, int):
            raise ContractError(f"{self.host}: cell {name!r} must hold a number")
        return value

    def phrase(self, name: str, version: str | None = None) -> str:
        """Return a cell's value as text."""
        value = self.cell(name, version).value
        if not isinstance(value, str):
            raise ContractError(f"{self.host}: cell {name!r} must hold a text")
        return value

    def words(self, name: str, version: str | None = None) -> tuple[str, ...]:
        """Return a cell's value as a list of words."""
        value = self.cell(name, version).value
        if not isinstance(value, list):
            raise ContractError(f"{self.host}: cell {name!r} must hold a list")
        return tuple(str(word) for word in value)

    def table(self, name: str, version: str | None = None) -> Mapping[str, object]:
        """Return a cell's value as a table."""
        value = self.cell(name, version).value
        if not isinstance(value, dict):
            raise ContractError(f"{self.host}: cell {name!r} must hold a table")
        return value


def hosts() -> tuple[str, ...]:
    """Return the hosts that have a contract: the folders beside each other in ``contracts``."""
    place = files("failshut.hosts").joinpath("contracts")
    return tuple(sorted(folder.name for folder in place.iterdir() if folder.is_dir()))


@cache
def contract(host: str) -> Contract:
    """Load the contract of ``host``; raises ContractError with the file and the cell."""
    folder = files("failshut.hosts").joinpath("contracts", host)
    if not host.replace("-", "").isalnum() or not folder.joinpath("host.toml").is_file():
        raise ContractError(f"no contract for a host named {host!r}")
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    names.sort(key=lambda name: name != "host.toml")
    texts = {f"{host}/{name}": folder.joinpath(name).read_text(encoding="utf-8") for name in names}
    return read(texts)


def read(texts: Mapping[str, str]) -> Contract:
    """Check the texts of a contract's files (name → text, the host's own first) and join them.

    The first file names the host and its events; the others hold cells only.
    """
    loaded = {name: _load(name, text) for name, text in texts.items()}
    main, data = next(iter(loaded.items()))
    host, version, title = (_text(main, data, key) for key in ("host", "version", "title"))
    date, events = data.get("date"), data.get("events")
    if not isinstance(date, datetime.date):
        raise ContractError(f"{main}: `date` must be a TOML date")
    if not isinstance(events, dict):
        raise ContractError(f"{main}: `events` must be a table")
    cells: dict[str, Cell] = {}
    variants: dict[str, tuple[tuple[str, Cell], ...]] = {}
    for name, part in loaded.items():
        _only(name, "top level", part, _TOP if name == main else _MORE)
        raw = part.get("cells")
        if not isinstance(raw, dict) or not raw:
            raise ContractError(f"{name}: `cells` must be a table")
        for key, value in raw.items():
            cell = _cell(name, host, key, value, version, date)
            plain, _, condition = key.partition("@")
            if key in cells:
                raise ContractError(f"{name}: cell {key!r} stands in another file already")
            cells[key] = cell
            if condition:
                _condition(name, key, condition)
                variants[plain] = (*variants.get(plain, ()), (condition, cell))
    _whole(main, events, cells, variants)
    return Contract(host, title, version, date, events, cells, variants)


def _load(name: str, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ContractError(f"{name}: not TOML: {error}") from error


def _condition(name: str, key: str, condition: str) -> None:
    try:
        holds(condition, "0")
    except ValueError as error:
        raise ContractError(f"{name}: cell {key!r}: {error}") from error


def _whole(
    main: str,
    events: Mapping[str, str],
    cells: Mapping[str, Cell],
    variants: Mapping[str, object],
) -> None:
    tables = {key.split("/")[0] for key in cells}
    for event, table in events.items():
        if table not in tables:
            raise ContractError(f"{main}: event {event!r} names the table {table!r} without cells")
    for plain in variants:
        if plain not in cells:
            raise ContractError(f"{main}: cell {plain!r} has variants and no form of its own")


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
