"""Read the standard runs (``probes.toml``) and make a run of one host's hook from each."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from failshut.interpret import HOSTS, Contract, Run, contract

REASON, HOOK, FILE, CALL = "REASON", "HOOK", "FILE", "CALL"
"""What stands in a prediction for the hook's words, its name, its file and the tool call."""
GRID, SMALL, EVENTS = "grid", "small", "events"
_DEBUG = "debug: 1 rule loaded"


@dataclass(frozen=True, slots=True)
class Probe:
    """One standard run; the fields are those of ``probes.toml``."""

    id: str
    group: str
    title: str
    tables: tuple[str, ...]
    wants: str = "refuse"
    exit: int = 0
    signal: int | None = None
    stdout: str = ""
    stderr: str = ""
    timed_out: bool = False
    holds_pipe: bool = False
    spawn_error: str | None = None
    answer: str = ""
    of: str = ""
    spoil: str = ""
    switch: str = ""


@dataclass(frozen=True, slots=True)
class Absent:
    """A run that a host can't have: ``cell`` is the contract's cell that says so, ``why`` its words."""

    cell: str
    why: str


def short(host: str) -> str:
    """Return a host's title without the words that several of them share."""
    return contract(host).title.removeprefix("GitHub ").removesuffix(" CLI")


@cache
def all_probes() -> tuple[Probe, ...]:
    """Return every probe in the order of the tables; one ``of`` each host stands for several."""
    return tuple(probe for raw in _data()["probe"] for probe in _expanded(raw))


def of_table(table: str) -> tuple[Probe, ...]:
    """Return the probes that ``grid``, ``small`` or ``events`` shows."""
    return tuple(probe for probe in all_probes() if table in probe.tables)


@cache
def _data() -> dict[str, list[dict[str, object]]]:
    text = files("failshut.matrix").joinpath("probes.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _expanded(raw: Mapping[str, object]) -> list[Probe]:
    fields = {("tables" if key == "in" else key): value for key, value in raw.items()}
    tables = fields["tables"]
    assert isinstance(tables, list)
    fields["tables"] = tuple(tables)
    if fields.get("of") != "each":
        return [Probe(**fields)]  # type: ignore[arg-type]
    made = []
    for host in HOSTS:
        title = str(fields["title"]).replace("@TITLE@", short(host))
        own = {"id": str(fields["id"]).replace("@HOST@", host), "title": title, "of": host}
        made.append(Probe(**{**fields, **own}))  # type: ignore[arg-type]
    return made


def run(probe: Probe, host: str, event: str, version: str | None = None) -> Run | Absent:
    """Make the run of ``probe`` as a hook of ``event`` on ``host``, or say why there is none."""
    book = contract(host)
    stdout = _stdout(probe, book, event, version)
    if isinstance(stdout, Absent):
        return stdout
    extra: Mapping[str, object] = {}
    if probe.switch:
        extra = _switch(book, probe.switch, version)
        if not extra:
            name = _switch_fact(probe.switch)
            return Absent(name, str(book.cell(name, version).value))
    ended = probe.signal is None and probe.spawn_error is None
    return Run(
        exit=probe.exit if ended and (probe.holds_pipe or not probe.timed_out) else None,
        signal=probe.signal,
        stdout=stdout,
        stderr=probe.stderr.replace("@REASON@", REASON),
        timed_out=probe.timed_out,
        spawn_error=probe.spawn_error,
        holds_pipe=probe.holds_pipe,
        wiring={**_wiring(book, version), **extra},
    )


def _switch_fact(name: str) -> str:
    """Return the fact that says whether a host has such a switch."""
    facts: object = _data()["switch"]
    assert isinstance(facts, dict)
    return str(facts[name])


def _switch(book: Contract, name: str, version: str | None = None) -> Mapping[str, object]:
    """Return the keys that a host's switch puts into an entry; none where it has no such switch."""
    cell = f"spawn/{name}-switch"
    return book.table(cell, version) if book.has(cell) else {}


def _wiring(book: Contract, version: str | None) -> dict[str, object]:
    late = book.table("facts/timeout", version).get("default")
    return {"type": "command", "command": HOOK, "name": HOOK, "where": FILE, "timeout": late}


def _stdout(probe: Probe, book: Contract, event: str, version: str | None) -> str | Absent:
    if not probe.answer:
        return probe.stdout.replace("@REASON@", REASON)
    name = f"{book.events[event]}/answers"
    if probe.of == book.host:
        return Absent(name, "its own form")
    source = contract(probe.of) if probe.of else book
    its_event = pre_tool(source) if probe.of else event
    form = source.table(f"{source.events[its_event]}/answers", version).get(probe.answer)
    if form is None:
        return Absent(name, f"no answer `{probe.answer}` here")
    text = str(form).replace("@EVENT@", its_event).replace("@REASON@", REASON)
    return _spoilt(text, probe.spoil)


def pre_tool(book: Contract) -> str:
    """Return the host's first event before a tool call."""
    return next(event for event, table in book.events.items() if table == "pre-tool")


def _spoilt(text: str, how: str) -> str:
    match how:
        case "":
            return text + "\n"
        case "no-reason":
            return json.dumps(_without(json.loads(text)), separators=(",", ":")) + "\n"
        case "extra-key":
            return json.dumps({**json.loads(text), "extra": True}, separators=(",", ":")) + "\n"
        case "cut":
            return text[: len(text) * 2 // 3]
        case "line-before":
            return f"{_DEBUG}\n{text}\n"
        case "line-after":
            return f"{text}\n{_DEBUG}\n"
        case "twice":
            return f"{text}\n{text}\n"
        case "bom":
            return f"\ufeff{text}\n"
    raise ValueError(f"unknown way to spoil an answer: {how!r}")


def _without(value: object) -> object:
    """Return an answer without the fields that hold its reason."""
    if not isinstance(value, dict):
        return value
    return {key: _without(item) for key, item in value.items() if item != REASON}


def switch_key(name: str, host: str) -> str:
    """Return the key that a host's switch has in an entry, "" when the host has none."""
    return next(iter(_switch(contract(host), name)), "")
