"""Say what Cursor does with its hooks on a prompt and around a session."""

from __future__ import annotations

from failshut.interpret.cursor.reading import answer, answers, closed, failed, last_text
from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE
from failshut.interpret.types import Outcome, Run

_ORDER = ("block", "exit-2", "failed-closed", "not-json", "bad-shape", "failed-open", "no-opinion")


def prompt(scene: Scene) -> Outcome:
    """Judge beforeSubmitPrompt: one hook that says no holds the prompt back."""
    voices = [_voice(scene, run) for run in scene.runs]
    if not voices:
        return scene.outcome("no-opinion")
    cell = min((name for name, _ in voices), key=_ORDER.index)
    reason = "\n".join(text for _, text in voices if text)
    return scene.outcome(cell, reason=reason)


def _voice(scene: Scene, run: Run) -> tuple[str, str]:
    if failed(run):
        return ("failed-closed" if closed(scene, run) else "failed-open"), ""
    said = answer(run)
    if run.exit == 2:
        return "exit-2", run.stderr.strip(JS_SPACE)
    if said is None:
        return ("not-json" if run.stdout.strip(JS_SPACE) else "no-opinion"), ""
    match said.get("continue"):
        case False:
            return "block", str(said.get("user_message", ""))
        case True | None:
            return "no-opinion", ""
    return "bad-shape", ""


def session(scene: Scene) -> Outcome:
    """Judge sessionStart: context for the conversation, nothing else holds it up."""
    context = last_text(answers(scene), "additional_context")
    return scene.outcome("context", reason=context) if context else scene.outcome("no-opinion")


def ending(scene: Scene) -> Outcome:
    """Judge sessionEnd: the session is over whatever the hook says."""
    return scene.outcome("ends")


def silent(scene: Scene) -> Outcome:
    """Judge events whose hooks are called and not read."""
    return scene.outcome("no-opinion")
