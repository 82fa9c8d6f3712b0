"""Say what Kimi Code CLI does with the hooks of its other events."""

from __future__ import annotations

from collections.abc import Sequence

from failshut.interpret.kimi.pre_tool import voice
from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, parse_object
from failshut.interpret.types import Outcome, Run

_REFUSALS = ("exit-2", "json-deny")


def prompt(scene: Scene) -> Outcome:
    """Judge UserPromptSubmit: a refusal means no request; any other output is for the model."""
    runs = _distinct(scene.runs)
    refused = _refused(scene, runs)
    if refused:
        return scene.outcome("block", event=scene.event, reason=refused)
    texts = [text for run in runs if (text := _told(scene, run))]
    if texts:
        first, *rest = (scene.say("context", event=scene.event, reason=text) for text in texts)
        return scene.outcome("context", model=first, extra=rest, event=scene.event, reason=texts[0])
    return _silent(scene, runs)


def turn(scene: Scene) -> Outcome:
    """Judge Stop: a refusal's reason goes to the model and the turn goes on, once."""
    refused = _refused(scene, scene.runs)
    return scene.outcome("block", reason=refused) if refused else _silent(scene, scene.runs)


def log(scene: Scene) -> Outcome:
    """Judge the events whose hooks nobody obeys."""
    return scene.outcome("no-opinion")


def _refused(scene: Scene, runs: Sequence[Run]) -> str:
    """Return the reason of the first refusal in config order, or ""."""
    said = (voice(scene, run) for run in runs)
    return next((reason for cell, reason in said if cell in _REFUSALS), "")


def _silent(scene: Scene, runs: Sequence[Run]) -> Outcome:
    cells = (voice(scene, run)[0] for run in runs)
    return scene.outcome(next((cell for cell in cells if cell != "no-opinion"), "no-opinion"))


def _told(scene: Scene, run: Run) -> str:
    """Return what an exit 0 tells the model: its ``message``, else all it printed."""
    if voice(scene, run)[0] != "no-opinion":
        return ""
    text = run.stdout.strip(JS_SPACE)
    answer = parse_object(text) or {}
    inner = answer.get("hookSpecificOutput")
    for part in (answer, inner):
        message = part.get("message") if isinstance(part, dict) else None
        if isinstance(message, str) and message:
            return message
    return text


def _distinct(runs: Sequence[Run]) -> list[Run]:
    """Drop repeated entries: the same command runs once."""
    kept: dict[object, Run] = {}
    for run in runs:
        kept.setdefault(run.wiring.get("command") or id(run), run)
    return list(kept.values())
