"""Say what Antigravity CLI does with its hooks around an invocation, a result and a turn."""

from __future__ import annotations

from failshut.interpret.scene import Scene
from failshut.interpret.text import Object, parse_object
from failshut.interpret.types import Outcome, Run


def unread(scene: Scene) -> Outcome:
    """Judge the events whose hooks have no say, or whose form nobody knows."""
    return scene.outcome("unread")


def before(scene: Scene) -> Outcome:
    """Judge PreInvocation: user messages that a hook injects reach the model."""
    texts = [text for run in scene.runs for text in _injected(_answer(run))]
    if texts:
        return scene.outcome("context", reason=texts[0], extra=texts[1:])
    return _quiet(scene)


def after(scene: Scene) -> Outcome:
    """Judge PostInvocation: a hook can end the loop."""
    for run in scene.runs:
        answer = _answer(run)
        if answer and answer.get("terminationBehavior") == scene.phrase("stop-word"):
            return scene.outcome("stop")
    return _quiet(scene)


def stop(scene: Scene) -> Outcome:
    """Judge Stop: a hook can send the model on with its reason."""
    for run in scene.runs:
        answer = _answer(run)
        if answer and answer.get("decision") == scene.phrase("go-on-word"):
            return scene.outcome("go-on", reason=str(answer.get("reason") or ""))
    return _quiet(scene)


def _quiet(scene: Scene) -> Outcome:
    failed = any(_answer(run) is None for run in scene.runs)
    return scene.outcome("failed" if failed else "silence")


def _answer(run: Run) -> Object | None:
    """Return what the hook printed, {} for silence, None when the run failed."""
    if run.timed_out or run.spawn_error or run.exit != 0:
        return None
    text = run.stdout.strip()
    return parse_object(text) if text else {}


def _injected(answer: Object | None) -> list[str]:
    steps = answer.get("injectSteps") if answer else None
    found = steps if isinstance(steps, list) else []
    texts = [step.get("userMessage") for step in found if isinstance(step, dict)]
    return [text for text in texts if isinstance(text, str) and text]
