"""Say for every event of a host what a hook can do there, from the runs of ``probes.toml``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from failshut.interpret import contract
from failshut.matrix.grid import Square, Versions, square
from failshut.matrix.probes import EVENTS, of_table

MODEL, PERSON, NOBODY = "model", "person", "nobody"
_FAILING = ("exit-1", "late", "failing-exit-1", "failing-late")
_HOLDING = ("refuse", "ask", "stop")


@dataclass(frozen=True, slots=True)
class EventRow:
    """What hooks can do on one event: ``squares`` by probe, in the order of the probes."""

    host: str
    event: str
    squares: dict[str, Square]

    @property
    def usual(self) -> str | None:
        """Return the effect after a silent hook."""
        return self.squares["silent"].effect

    @property
    def known(self) -> bool:
        """Say whether anything is known of this event's hooks."""
        return any(one.effect not in (None, "unknown") for one in self.squares.values())

    def _answers(self) -> Iterator[Square]:
        for name, one in self.squares.items():
            if name != "silent" and name not in _FAILING and one.effect is not None:
                yield one

    def stops(self) -> list[Square]:
        """Return the answers that mean to hold something up and do, or ask where nobody would."""
        return [
            one
            for one in self._answers()
            if one.probe.wants in _HOLDING
            and (one.refused or (one.effect == "asked" and self.usual != "asked"))
        ]

    def unsure(self) -> list[Square]:
        """Return the answers of which nobody knows whether they hold anything up."""
        return [
            one
            for one in self._answers()
            if one.probe.wants in _HOLDING and one.effect == "unknown" and self.usual != "unknown"
        ]

    def changes(self) -> list[Square]:
        """Return the answers that do something else than a silent hook, without stopping anything."""
        held = [*self.stops(), *self.unsure()]
        return [one for one in self._answers() if one not in held and one.effect != self.usual]

    def failing(self, probe: str) -> Square:
        """Return what a failing hook does: ``exit-1`` or ``late``."""
        return self.squares[probe]

    def switched(self, probe: str) -> Square | None:
        """Return the same with the host's switch for failing hooks on; None where it has none."""
        found = self.squares[f"failing-{probe}"]
        return found if found.effect is not None else None

    def as_json(self) -> dict[str, object]:
        """Return the row as an object for programs."""
        return {
            "host": self.host,
            "event": self.event,
            "usual": self.usual,
            "stops": {one.probe.id: reader(one) for one in self.stops()},
            "changes": {one.probe.id: one.effect for one in self.changes()},
            "failing": self.failing("exit-1").effect,
            "late": self.failing("late").effect,
        }


def reader(one: Square) -> str:
    """Say who reads the hook's words: model, person or nobody."""
    if one.model_reads:
        return MODEL
    return PERSON if one.person_reads else NOBODY


def events(host: str, versions: Versions | None = None) -> list[EventRow]:
    """Return every event of a host, in the contract's order."""
    return [
        EventRow(
            host,
            event,
            {probe.id: square(host, event, probe, versions) for probe in of_table(EVENTS)},
        )
        for event in contract(host).events
    ]
