"""Say what Cursor does with its hooks, as far as documents and captures tell."""

from __future__ import annotations

from failshut.interpret.cursor.reading import answer, closed, failed
from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, Object
from failshut.interpret.types import Outcome, Run

Voice = tuple[str, str]  # cell, reason
_REFUSALS = (
    "failed-closed",
    "deny",
    "deny-exit-2",
    "deny-nested",
    "ask-denied",
    "exit-2",
    "not-json",
    "bad-shape",
)
_UNKNOWN = ("no-permission", "prompt-hook")


def pre_tool(scene: Scene) -> Outcome:
    """Judge the permission events: deny > ask > allow, reasons of all denies joined."""
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
    order = (*_UNKNOWN, "ask", "replace", "replace-dropped", "ask-ignored", "failed-open", "allow")
    cell, reason = min(voices, key=lambda voice: order.index(voice[0]))
    return scene.outcome(cell, reason=reason)


def _texts(scene: Scene) -> str:
    return str(scene.lookup("texts").get(scene.event, "{reason}"))


def _voice(scene: Scene, run: Run) -> Voice:
    if run.wiring.get("type") == "prompt":
        return "prompt-hook", ""
    if failed(run):
        return ("failed-closed", _fault(run)) if closed(scene, run) else ("failed-open", "")
    said = answer(run)
    if run.exit == 2:
        if said and said.get("permission") == "deny" and said.get("user_message"):
            return "deny-exit-2", str(said["user_message"])
        reason = run.stderr.strip(JS_SPACE)
        return "exit-2", scene.phrase("exit-2-text").format(reason=reason)
    return ("not-json", "") if said is None else _answered(scene, said)


def _answered(scene: Scene, said: Object) -> Voice:
    inner = said.get("hookSpecificOutput")
    reason = said.get("user_message", "")
    if "permission" not in said and isinstance(inner, dict):
        if inner.get("permissionDecision") == "deny":
            return "deny-nested", str(inner.get("permissionDecisionReason", ""))
        return "no-permission", ""
    match said.get("permission"):
        case "deny":
            return "deny", str(reason)
        case "allow" if "updated_input" in said and scene.event in scene.words("replace-events"):
            dropped = scene.tool in scene.words("replace-dropped-tools")
            return ("replace-dropped" if dropped else "replace"), ""
        case "allow":
            return "allow", ""
        case "ask" if scene.event in scene.words("ask-events"):
            return "ask", str(reason)
        case "ask" if scene.event in scene.words("ask-denied-events"):
            return "ask-denied", str(reason)
        case "ask" if scene.event == "preToolUse":
            return "ask-ignored", ""
        case None:
            return "no-permission", ""
    return "bad-shape", ""


def _fault(run: Run) -> str:
    if run.timed_out:
        return "timed out"
    return run.spawn_error or f"exit {run.exit}"
