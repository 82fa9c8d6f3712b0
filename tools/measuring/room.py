"""Run the agent once in folders of its own, and say what it did."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from failshut.interpret import Run, run_from_row
from failshut.prove import dialects, recipes, session, stage
from failshut.prove.script import Script
from failshut.prove.stage import Stage, Trial
from failshut.wire.wiring import Entry
from measuring.found import Row, anew
from measuring.hooks import JUDGE

CALL = "touch RAN; echo TOOL-OUTPUT"
LAB, PROJECT, HOME = "$LAB", "$PROJECT", "$HOME"


@dataclass(frozen=True)
class Seen:
    """What a run did: ``turns`` are the requests of conversations, ``text`` all that the model read."""

    trial: Trial
    ran: bool
    fired: bool
    turns: int
    text: str
    result: str


@contextmanager
def room(order: session.Order, arguments: tuple[str, ...]) -> Iterator[Stage]:
    """Yield the folders of a run, with ``hook`` beside them."""
    with tempfile.TemporaryDirectory(prefix="failshut-measure-", ignore_cleanup_errors=True) as folder:
        recipe = replace(recipes.load(order.host), arguments=arguments)
        place = Stage(Path(folder).resolve(), order.host, recipe, order.program, dict(order.environment))
        lab(place).mkdir()
        yield place


def lab(place: Stage) -> Path:
    """Return the folder of the hook's own files."""
    return place.base / "hook"


def go(place: Stage, script: Script, before: Callable[[], None] = lambda: None) -> Seen:
    """Run the agent; ``before`` is called when the agent's own files are written."""
    place.write()
    before()
    stage.repository(place.project)
    trial = place.run(script)
    bodies = [json.loads(one) for one in trial.requests]
    return Seen(
        trial,
        any((place.project / name).exists() for name in ("RAN", "MARK")),
        (lab(place) / "fired").exists(),
        sum(1 for body in bodies if body.get("tools") and not judges(body)),
        "\n".join(dialects.texts(body) for body in bodies if not judges(body)),
        result(trial),
    )


def judges(body: dict[str, object]) -> bool:
    """Say whether a request asks for a hook's verdict."""
    return JUDGE in json.dumps(body.get("messages", "")) and not body.get("tools")


def result(trial: Trial) -> str:
    """Return the text of the last tool result that the model was sent."""
    for request in reversed(trial.requests):
        body = json.loads(request)
        for dialect in dialects.DIALECTS.values():
            try:
                found = dialect.hear(body).results
            except (KeyError, TypeError, AttributeError):
                continue
            if found:
                return found[-1]
    return ""


def as_run(row: Row, event: str, handler: Entry, place: Stage) -> Run:
    """Return the row's run with the wiring that it has now."""
    recorded = run_from_row(row["hook"])  # type: ignore[arg-type]
    kind = handler.get("type", "command")
    wiring = {**handler, "type": kind, "event": event, "where": str(place.wired)}
    return replace(recorded, wiring=wiring, fired=None)


def anonymous(text: str, place: Stage) -> str:
    """Return a text without the folders of the run."""
    for folder, word in ((lab(place), LAB), (place.project, PROJECT), (place.home, HOME)):
        text = text.replace(str(folder), word)
    return text.replace(str(place.base), "$BASE")


def as_row(
    row: Row, version: str, effect: str, text: str | None, place: Stage, handler: Entry, seen: Seen
) -> dict[str, object]:
    """Return a run as a row, its hook named as it was wired."""
    label = {
        key: anonymous(str(handler[key]), place) for key in ("command", "bash", "prompt") if key in handler
    }
    hook = row["hook"]
    assert isinstance(hook, dict)
    found = anew(row, version, effect, None if text is None else anonymous(text, place), seen.ran)
    return {**found, "hook": {**hook, "wiring": {**hook["wiring"], **label}}, "model_requests": seen.turns}
