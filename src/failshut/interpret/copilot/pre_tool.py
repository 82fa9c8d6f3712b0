"""Say what GitHub Copilot CLI does with its hooks."""

from __future__ import annotations

from dataclasses import dataclass

from failshut.interpret.copilot import permissions
from failshut.interpret.copilot.reading import failed, is_http, read
from failshut.interpret.scene import Scene
from failshut.interpret.text import Object, js_string
from failshut.interpret.types import Outcome, Run

_REFUSALS = ("errored", "exit-2", "json-deny")


@dataclass(frozen=True, slots=True)
class Voice:
    """One hook's say: its cell, a reason, a context, the lines for the person."""

    cell: str
    reason: str = ""
    context: str = ""
    replaced: bool = False
    user: str = ""


def pre_tool(scene: Scene) -> Outcome:
    """Judge preToolUse and PreToolUse: hooks run one after the other, a refusal ends the chain."""
    voices: list[Voice] = []
    for run in scene.runs:
        voices.append(_voice(scene, run))
        if voices[-1].cell in _REFUSALS:
            break
    contexts = [scene.say("context", reason=voice.context) for voice in voices if voice.context]
    notes = "\n".join(voice.user for voice in voices if voice.user) or None
    if voices and voices[-1].cell in _REFUSALS:
        last = voices[-1]
        words = {"reason": last.reason, "label": last.reason}
        return scene.outcome(last.cell, extra=contexts, user=notes, **words)
    asked = next((voice for voice in voices if voice.cell == "ask"), None)
    if asked is not None:
        cell = "ask-dialog" if scene.interactive else "ask"
        return scene.outcome(cell, reason=asked.reason, extra=contexts, user=notes)
    cells = [voice.cell for voice in voices]
    if "allow" not in cells:
        own = permissions.decide(scene)
        if own is not None:
            return own
    if any(voice.replaced for voice in voices):
        return scene.outcome("replace", extra=contexts, user=notes)
    if contexts:
        return scene.outcome("context", model=contexts[0], extra=contexts[1:], user=notes)
    telling = next((cell for cell in cells if cell != "no-opinion"), "no-opinion")
    return scene.outcome(telling, user=notes)


def _voice(scene: Scene, run: Run) -> Voice:
    if run.timed_out:
        # Read until the end of the pipes: an exit code before it doesn't help.
        return Voice("timeout")
    if failed(run):
        cell = scene.phrase("http-failure") if is_http(run) else "errored"
        return Voice(cell, _label(scene, run))
    answer, notes = read(scene, run)
    if run.exit == 2 and not is_http(run):
        # Under PreToolUse a nested answer hides the flat reason (D.2).
        nested = _pascal(scene) and isinstance(answer.get("hookSpecificOutput"), dict)
        own = None if nested else answer.get("permissionDecisionReason")
        text = scene.phrase("exit-2-text") if own is None else js_string(own)
        return Voice("exit-2", text, user=notes)
    return _answered(scene, answer, notes)


def _answered(scene: Scene, answer: Object, notes: str) -> Voice:
    inner = answer.get("hookSpecificOutput")
    if _pascal(scene) and isinstance(inner, dict):
        answer = {**answer, **inner}
        if "updatedInput" in inner:
            answer["modifiedArgs"] = inner["updatedInput"]
    reason = answer.get("permissionDecisionReason")
    text = scene.phrase("no-reason") if reason is None else js_string(reason)
    context = answer.get("additionalContext")
    context = context if isinstance(context, str) else ""
    replaced = isinstance(answer.get("modifiedArgs"), dict | str)
    decision = answer.get("permissionDecision")
    cell = {"deny": "json-deny", "ask": "ask", "allow": "allow"}.get(str(decision), "no-opinion")
    return Voice(cell, text, context, replaced, notes)


def _pascal(scene: Scene) -> bool:
    return scene.event == "PreToolUse"


def _label(scene: Scene, run: Run) -> str:
    where = str(run.wiring.get("where", ""))
    return str(scene.lookup("labels").get(where, where))
