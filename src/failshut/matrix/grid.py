"""Ask the contracts, through ``interpret``, what each host does with each standard run."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from failshut.interpret import HOSTS, Outcome, Run, contract, interpret
from failshut.interpret.scene import proof
from failshut.matrix.probes import CALL, GRID, REASON, Absent, Probe, of_table, run

Versions = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Square:
    """What one host does with one run.

    ``effect`` is that of ``interpret``, None for a run that the host can't have (``note`` says
    why).  ``refused`` is None when a person decides or nobody knows.  ``model_reads``: whether a
    text that reaches the model holds what the run wrote for it.
    """

    host: str
    event: str
    probe: Probe
    effect: str | None
    refused: bool | None
    model_reads: bool | None
    model_text: str | None
    model_extra: tuple[str, ...]
    person_reads: bool | None
    evidence: str
    version: str
    date: datetime.date | None
    source: str
    cell: str
    note: str

    def as_json(self) -> dict[str, object]:
        """Return the cell as an object for programs."""
        found = asdict(self)
        found |= {"probe": self.probe.id, "title": self.probe.title, "group": self.probe.group}
        found["date"] = self.date.isoformat() if self.date else None
        found["model_extra"] = list(self.model_extra)
        return found


@dataclass(frozen=True, slots=True)
class Row:
    """One run on every host, in the order that was asked for."""

    probe: Probe
    squares: tuple[Square, ...]


def in_order() -> tuple[str, ...]:
    """Return all hosts, those that were measured first."""

    def unmeasured(host: str) -> bool:
        return all(cell.evidence != "measured" for cell in contract(host).cells.values())

    return tuple(sorted(HOSTS, key=lambda host: (unmeasured(host), host)))


def rows(
    hosts: Sequence[str], versions: Versions | None = None, *, kind: str = "pre-tool", table: str = GRID
) -> list[Row]:
    """Return the grid for the hosts' events of one kind (a contract's table, such as ``pre-tool``).

    A host without such an event has no square in the rows.
    """
    places = [(host, event) for host in hosts if (event := _event(host, kind))]
    return [
        Row(probe, tuple(square(host, event, probe, versions) for host, event in places))
        for probe in of_table(table)
    ]


def _event(host: str, kind: str) -> str | None:
    return next((event for event, table in contract(host).events.items() if table == kind), None)


def square(host: str, event: str, probe: Probe, versions: Versions | None = None) -> Square:
    """Return what ``host`` does on ``event`` after the run of ``probe``."""
    version = (versions or {}).get(host)
    made = run(probe, host, event, version)
    if isinstance(made, Absent):
        return _absent(host, event, probe, made, version)
    outcome = interpret(host, event, [made], tool=shell_tool(host), call_text=CALL, version=version)
    return _told(host, event, made, probe, outcome, versions)


def shell_tool(host: str) -> str:
    """Return the name of the host's shell tool."""
    return contract(host).phrase("facts/shell-tool").split(" ")[0]


def _absent(host: str, event: str, probe: Probe, why: Absent, version: str | None) -> Square:
    cell = contract(host).cell(why.cell, version)
    evidence, _ = proof(cell, version)
    return Square(
        host, event, probe, None, None, None, None, (), None,
        evidence, cell.version, cell.date, cell.source, cell.id, why.why,
    )  # fmt: skip


def _told(
    host: str, event: str, made: Run, probe: Probe, outcome: Outcome, versions: Versions | None
) -> Square:
    words = (REASON, *made.stderr.split("\n"))
    return Square(
        host=host,
        event=event,
        probe=probe,
        effect=outcome.effect,
        refused=_refused(outcome, host, event, probe, versions),
        model_reads=_holds(words, outcome.model_text, *outcome.model_extra),
        model_text=outcome.model_text,
        model_extra=outcome.model_extra,
        person_reads=_holds(words, outcome.user_text),
        evidence=outcome.evidence,
        version=outcome.version,
        date=outcome.date,
        source=outcome.source,
        cell=outcome.cell,
        note=outcome.note,
    )


def _holds(words: Sequence[str], *texts: str | None) -> bool:
    return any(word in (text or "") for text in texts for word in words if word)


def _refused(
    outcome: Outcome, host: str, event: str, probe: Probe, versions: Versions | None
) -> bool | None:
    """Say whether the action is refused; an end counts where a silent hook wouldn't bring it."""
    match outcome.effect:
        case "blocked" | "stopped":
            return True
        case "asked" | "unknown":
            return None
        case "ended" if probe.id != "silent":
            silent = next(one for one in of_table(GRID) if one.id == "silent")
            return square(host, event, silent, versions).effect != "ended"
    return False
