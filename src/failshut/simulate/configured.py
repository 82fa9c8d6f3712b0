"""Answer a row about configuration files: is the guard there, and what does it do to a call?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from failshut.interpret import Outcome, configured, contract
from failshut.interpret.loading import fires, loading
from failshut.interpret.said import run_of
from failshut.interpret.types import Entry, Loading
from failshut.simulate.predict import predict, switches, version

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a row's hooks; without an ``outcome`` only the ``effect`` is known.

    ``loaded`` None: the row's fields can't tell.
    """

    loaded: bool | None
    effect: str
    outcome: Outcome | None
    found: Loading


def answer(row: Row) -> Answer:
    """Say what the host takes from a row's files, and what its guard then does with a call.

    A guard whose command is more than constant output isn't run here: its effect is "unknown".
    """
    files = configured.files_from_row(row)
    found = _loading(row, files)
    loaded = _loaded(row, files, found)
    if loaded is not None and not found.starts:
        return Answer(False, "ended", None, found)
    guards = [entry for entry in _guards(row, found) if _takes(row, entry)]
    runs = [run_of({"where": entry.file, **entry.wiring}) for entry in guards]
    known = [run for run in runs if run is not None]
    if loaded is None or len(known) < len(runs):
        return Answer(loaded, "unknown", None, found)
    event = guards[0].event if guards else _events(row)[0]
    outcome = predict(row, event, known, tool=configured.tool_from_row(row))
    return Answer(loaded, outcome.effect, outcome, found)


def _loaded(row: Row, files: dict[str, str], found: Loading) -> bool | None:
    """Say whether the guard is there for the row's call; None when fields don't decide it."""
    if configured.is_cut(row):
        return None
    several = {_is_there(row, _loading(row, reading)) for reading in configured.readings(row)}
    loaded = several.pop()
    if several or configured.doubts(row, loaded):
        return None
    if loaded or not found.starts or not _is_elsewhere(files, found):
        return loaded
    wider = [more and _is_there(row, _loading(row, more)) for more in configured.supposed(row, files)]
    return None if any(there or there is None for there in wider) else False


def _is_elsewhere(files: dict[str, str], found: Loading) -> bool:
    """Say whether the guard that the row is about must stand in a file that it doesn't hold."""
    return not configured.has_handler(files) and all(drop.where for drop in found.dropped)


def _is_there(row: Row, found: Loading) -> bool:
    """Say whether a hook before tools was loaded; its matcher must take the call.

    A host whose log names what it loads (cell ``load/logged``) tells hooks that don't fire apart.
    """
    logged = contract(str(row["host"])).has("load/logged")
    return found.starts and any(logged or _takes(row, entry) for entry in _guards(row, found))


def _takes(row: Row, entry: Entry) -> bool:
    return fires(str(row["host"]), entry, configured.tool_from_row(row))


def _guards(row: Row, found: Loading) -> list[Entry]:
    return [entry for entry in found.entries if entry.event in _events(row)]


def _events(row: Row) -> list[str]:
    """Return the host's events before a tool call."""
    events = contract(str(row["host"])).events
    return [event for event, table in events.items() if table == "pre-tool"]


def _loading(row: Row, files: Mapping[str, str]) -> Loading:
    return loading(str(row["host"]), files, switches=switches(row), version=version(row))
