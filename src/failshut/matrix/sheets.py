"""Lay a host's events and facts out as tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from failshut.interpret import contract
from failshut.matrix.events import EventRow, reader
from failshut.matrix.facts import Fact, told
from failshut.matrix.grid import Square
from failshut.matrix.probes import switch_key
from failshut.matrix.show import LETTERS, evidence_note
from failshut.output.tables import BAD, GOOD, PLAIN, QUIET, WARN, Cell, Table

COLUMNS = ("event", "what stops it", "who reads why", "what else counts", "a failing hook", "a late hook")
EFFECTS = {
    "ran": "goes on",
    "ended": "ends as usual",
    "blocked": "refused",
    "stopped": "stopped",
    "asked": "a person is asked",
    "context-added": "adds a text",
    "replaced": "changes it",
    "unknown": "unknown",
}
NOTE = (
    "exit 2: with a reason on stderr · deny, ask, allow, tell, stop, replace, retry: the host's own "
    "JSON answers at exit 0 · what else counts: answers that do something without holding the action "
    "up · a failing hook: exit 1 with a text."
)
NOTHING = "–"


def events(rows: Sequence[EventRow], title: str, *, letters: bool) -> Table:
    """Return the events of one host as a table."""
    table = Table(title, COLUMNS, notes=[NOTE])
    for row in rows:
        table.rows.append(
            (
                Cell(row.event),
                _stops(row, letters),
                Cell(_readers(row)),
                _changes(row, letters),
                _failing(row, "exit-1", letters),
                _failing(row, "late", letters),
            )
        )
    if letters:
        table.notes.append(evidence_note({one.evidence for row in rows for one in row.squares.values()}))
    return table


def _name(one: Square) -> str:
    return one.probe.id.replace("-", " ")


def _named(squares: Sequence[Square], letters: bool) -> str:
    """Return the names of answers; each letter stands behind the last of those that share it."""
    if not letters:
        return ", ".join(_name(one) for one in squares)
    parts = []
    for evidence, mine in groupby(squares, lambda one: one.evidence):
        parts.append(f"{', '.join(map(_name, mine))} {LETTERS[evidence]}")
    return ", ".join(parts)


def _hint(squares: Sequence[Square], letters: bool) -> str:
    if letters:
        return ""
    found = dict.fromkeys(f"{one.evidence}, {one.version}" for one in squares)
    return "\n".join(found)


def _stops(row: EventRow, letters: bool) -> Cell:
    held, unsure = row.stops(), row.unsure()
    hint = _hint([*held, *unsure], letters)
    parts = ([_named(held, letters)] if held else []) + [f"{_name(one)}: unknown" for one in unsure]
    if parts:
        return Cell("\n".join(parts), GOOD if held else WARN, hint)
    return Cell("nothing", QUIET) if row.known else Cell("unknown", WARN)


def _readers(row: EventRow) -> str:
    """Say who reads the reason, by answer where that differs."""
    held = row.stops()
    found = {who: [one for one in held if reader(one) == who] for who in map(reader, held)}
    if len(found) < 2:
        return next(iter(found), NOTHING)
    return "\n".join(f"{who}: {_named(squares, False)}" for who, squares in found.items())


def _changes(row: EventRow, letters: bool) -> Cell:
    found = row.changes()
    text = _named([one for one in found if one.effect != "unknown"], letters)
    parts = [text, *(f"{_name(one)}: unknown" for one in found if one.effect == "unknown")]
    return Cell("\n".join(filter(None, parts)) or NOTHING, PLAIN, _hint(found, letters))


def _failing(row: EventRow, probe: str, letters: bool) -> Cell:
    plain, switched = row.failing(probe), row.switched(probe)
    shown = [plain]
    text = _effect(plain, row, letters)
    if switched and switched.effect != plain.effect:
        shown.append(switched)
        text += f"\n{switch_key('failing', row.host)}: {_effect(switched, row, letters)}"
    return Cell(text, _kind(plain, row), _hint(shown, letters))


def _effect(one: Square, row: EventRow, letters: bool) -> str:
    text = EFFECTS[one.effect or "unknown"]
    if one.effect == "asked" and row.usual == "asked":
        text = "asked as usual"
    return f"{text} {LETTERS[one.evidence]}" if letters else text


def _kind(one: Square, row: EventRow) -> str:
    if one.refused:
        return GOOD
    if one.effect == "unknown":
        return WARN
    return BAD if row.stops() else QUIET


def facts(found: Sequence[Fact], title: str, *, letters: bool) -> Table:
    """Return facts of one host as a table."""
    table = Table(title, ("fact", "value", "evidence"))
    for fact in found:
        proof = LETTERS[fact.evidence] if letters else f"{fact.evidence}, {fact.cell.version}"
        hint = "" if letters else f"{fact.cell.date}, {fact.cell.source}"
        table.rows.append((Cell(fact.label), Cell(_value(fact)), Cell(proof, PLAIN, hint)))
    if letters:
        table.notes.append(evidence_note({fact.evidence for fact in found}))
    return table


def _value(fact: Fact) -> str:
    if fact.name == "spawn/shell":
        return told(fact.value).replace("\n", " ") + " COMMAND"
    return told(fact.value)


def title(host: str, version: str | None = None) -> str:
    """Return a host's title with the version that is spoken of."""
    book = contract(host)
    return f"{book.title} {version or book.version}"
