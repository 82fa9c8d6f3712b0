"""Say what Cursor does with its hooks, as far as documents and captures tell."""

from __future__ import annotations

from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, Object, parse_object
from failshut.interpret.types import Outcome, Run

Voice = tuple[str, str]  # cell, reason
_REFUSALS = (
    "failed-closed",
    "deny",
    "deny-exit-2",
    "deny-nested",
    "exit-2",
    "not-json",
    "bad-shape",
)


def pre_tool(scene: Scene) -> Outcome:
    """Judge the four permission events: deny > ask > allow, reasons of all denies joined."""
    if not scene.runs:
        return scene.outcome("no-hook")
    voices = [_voice(scene, run) for run in scene.runs]
    denied = [voice for voice in voices if voice[0] in _REFUSALS]
    if denied:
        reason = "\n".join(text for _, text in denied if text)
        text = _texts(scene).format(reason=reason)
        action = str(scene.lookup("actions").get(scene.event, scene.event))
        words = {"reason": reason, "text": text, "action": action, "event": scene.event}
        return scene.outcome(denied[0][0], **words)
    order = ("no-permission", "ask", "replace", "ask-ignored", "failed-open", "allow")
    cell, reason = min(voices, key=lambda voice: order.index(voice[0]))
    return scene.outcome(cell, reason=reason)


def _texts(scene: Scene) -> str:
    return str(scene.lookup("texts").get(scene.event, "{reason}"))


def _voice(scene: Scene, run: Run) -> Voice:
    if run.timed_out or run.spawn_error or run.exit not in (0, 2):
        closed = run.wiring.get("failClosed", scene.switches.get("failClosed")) is True
        return ("failed-closed", _fault(run)) if closed else ("failed-open", "")
    answer = parse_object(run.stdout.strip(JS_SPACE))
    if run.exit == 2:
        if answer and answer.get("permission") == "deny" and answer.get("user_message"):
            return "deny-exit-2", str(answer["user_message"])
        reason = run.stderr.strip(JS_SPACE)
        return "exit-2", scene.phrase("exit-2-text").format(reason=reason)
    return ("not-json", "") if answer is None else _answered(scene, answer)


def _answered(scene: Scene, answer: Object) -> Voice:
    inner = answer.get("hookSpecificOutput")
    reason = answer.get("user_message", "")
    if "permission" not in answer and isinstance(inner, dict):
        if inner.get("permissionDecision") == "deny":
            return "deny-nested", str(inner.get("permissionDecisionReason", ""))
        return "no-permission", ""
    match answer.get("permission"):
        case "deny":
            return "deny", str(reason)
        case "allow":
            return ("replace" if "updated_input" in answer else "allow"), ""
        case "ask" if scene.event in scene.words("ask-events"):
            return "ask", str(reason)
        case "ask" if scene.event == "preToolUse":
            return "ask-ignored", ""
        case None:
            return "no-permission", ""
    return "bad-shape", ""


def _fault(run: Run) -> str:
    if run.timed_out:
        return "timed out"
    return run.spawn_error or f"exit {run.exit}"
