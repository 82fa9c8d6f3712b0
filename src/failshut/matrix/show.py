"""Lay the grid out as a table: short words, evidence, a legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from failshut.interpret import contract
from failshut.matrix.grid import Row, Square, Versions
from failshut.matrix.probes import short
from failshut.output.tables import BAD, GOOD, PLAIN, QUIET, WARN, Cell, Table

LETTERS = {"measured": "m", "source": "s", "documented": "d", "reported": "r", "assumed": "a"}
EVIDENCE = {
    "measured": "a run of the real program",
    "source": "read in the program's own text",
    "documented": "the vendor's documents",
    "reported": "other people's accounts",
    "assumed": "known of another version only",
}
WORDS = {
    "read": "refused, and the model reads the hook's words",
    "unread": "refused, and the model reads none of them",
    "RUNS": "the call goes through",
    "runs": "it goes through, as the hook wants",
    "blocked": "refused, though the hook doesn't want that",
    "asked": "a person is asked; with nobody there it is refused",
    "told": "it goes through, and the model reads the text",
    "changed": "it goes through with another input",
    "stopped": "the run ends",
    "unknown": "nobody has measured or documented it",
    "–": "this host has no such run",
}
_KINDS = {"read": GOOD, "told": GOOD, "changed": GOOD, "stopped": GOOD}
_KINDS |= {"RUNS": BAD, "runs": QUIET, "–": PLAIN}
FIRST = "a hook that ends like this"


def word(one: Square) -> tuple[str, str]:
    """Return the word for a square and how it is meant (a kind of ``output.tables``)."""
    found = _word(one)
    wanted = found == "asked" and one.probe.wants == "ask"
    return found, GOOD if wanted else _KINDS.get(found, WARN)


def _word(one: Square) -> str:
    wants = one.probe.wants
    if one.effect is None:
        return "–"
    if one.refused:
        if wants == "stop" and one.effect != "blocked":
            return "stopped"
        return "blocked" if wants in ("pass", "tell", "change") else "read" if one.model_reads else "unread"
    if one.effect == "context-added" and wants in ("pass", "tell"):
        return "told"
    if one.effect == "replaced" and wants in ("pass", "change"):
        return "changed"
    if one.effect in ("asked", "unknown"):
        return one.effect
    return "runs" if wants == "pass" else "RUNS"


def cell(one: Square, *, letters: bool) -> Cell:
    """Return a square as a cell: with a letter for its evidence, or with all of it as a hint."""
    text, kind = word(one)
    if letters:
        return Cell(text if one.effect is None else f"{text} {LETTERS[one.evidence]}", kind)
    return Cell(text, kind, f"{one.evidence} {one.version}", detail=_detail(one))


def _detail(one: Square) -> list[tuple[str, str]]:
    """Return everything that stands behind a square."""
    texts = [] if one.effect is None else [one.model_text or "(nothing)", *one.model_extra]
    found = [("the model reads", text) for text in texts]
    found += [("contract", one.cell), ("source", f"{one.date}, {one.source}"), ("note", one.note)]
    return [(label, text) for label, text in found if text]


def head(host: str, versions: Versions | None) -> str:
    """Return a column's head: title and version."""
    return f"{short(host)}\n{(versions or {}).get(host) or contract(host).version}"


def grid(
    title: str,
    rows: Sequence[Row],
    versions: Versions | None = None,
    *,
    letters: bool,
    groups: bool = True,
) -> Table:
    """Return the matrix as one table; ``groups``: with headings in it.  A legend stands below."""
    table = Table(title, (FIRST, *(head(one.host, versions) for one in rows[0].squares)))
    group = ""
    for row in rows:
        if groups and row.probe.group != group:
            group = row.probe.group
            table.rows.append(group)
        table.rows.append((Cell(row.probe.title), *(cell(one, letters=letters) for one in row.squares)))
    table.notes = list(notes(rows, letters=letters))
    return table


def notes(rows: Sequence[Row], *, letters: bool) -> Iterator[str]:
    """Yield the legend: words and letters that occur, and what the empty squares are."""
    squares = [one for row in rows for one in row.squares]
    used = {word(one)[0] for one in squares}
    yield " · ".join(f"{name}: {meaning}" for name, meaning in WORDS.items() if name in used) + "."
    if letters:
        yield evidence_note({one.evidence for one in squares})
    empty = [
        (row.probe.title, [short(one.host) for one in row.squares if one.effect is None])
        for row in rows
        if not row.probe.of
    ]
    names = list(dict.fromkeys(", ".join(hosts) for _, hosts in empty if hosts))
    if names:
        parts = [
            f"{_list(title for title, hosts in empty if ', '.join(hosts) == name)} ({name})"
            for name in names
        ]
        yield "– stands for: " + " · ".join(parts) + "."


def _list(words: Iterable[str]) -> str:
    return "; ".join(words)


def evidence_note(used: set[str]) -> str:
    """Say what the letters stand for."""
    return (
        " · ".join(
            f"{LETTERS[name]} {name}: {meaning}" for name, meaning in EVIDENCE.items() if name in used
        )
        + "."
    )
