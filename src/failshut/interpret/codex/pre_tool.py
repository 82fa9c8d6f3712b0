"""Say what Codex CLI does with its hooks before a call."""

from __future__ import annotations

from failshut.interpret.codex import runs
from failshut.interpret.codex.output import (
    COMPLETED,
    FAILED,
    Answer,
    decode,
    inner,
    looks_like_json,
    said,
)
from failshut.interpret.scene import Scene
from failshut.interpret.text import Object
from failshut.interpret.types import Outcome


def pre_tool(scene: Scene) -> Outcome:
    """Judge PreToolUse: hooks run in parallel; any deny wins, the first in config order speaks.

    The lines for the person are those of ``codex exec`` without --json.
    """
    if not scene.runs:
        strange = scene.tool in scene.words("unsupported-tools")
        return scene.outcome("unsupported" if strange else "no-hook")
    answers = runs.hear(scene, read)
    told = runs.contexts(scene, answers)
    for answer in answers:
        if answer.cell in ("exit-2", "json-deny"):
            text = _refusal(scene, answer.reason)
            return runs.shown(scene, scene.outcome(answer.cell, text=text, extra=told))
    if any(answer.cell == "replace" for answer in answers):
        return scene.outcome("replace", extra=told)
    if told:
        return scene.outcome("context", reason=told[0], extra=told[1:])
    return runs.quiet(scene, answers)


def _refusal(scene: Scene, reason: str) -> str:
    """Build the denial: the host appends the call and cuts both together in the middle."""
    shell = scene.tool in scene.words("command-tools")
    template = scene.phrase("command-text" if shell else "tool-text")
    return runs.fitted(scene, template.format(reason=reason, call=scene.call, tool=scene.tool))


def read(scene: Scene, text: str) -> Answer:
    """Read stdout: empty or plain text is fine, what looks like JSON must be exactly right."""
    if not looks_like_json(text):
        return COMPLETED
    value = decode(scene, text)
    if value is None or value.get("continue") is False or value.get("suppressOutput") is True:
        return FAILED
    return FAILED if value.get("stopReason") is not None else _judge(value, inner(value))


def _judge(value: Object, part: Object) -> Answer:
    """Judge a valid object; the inner decision goes before the legacy one."""
    context = str(part.get("additionalContext") or "")
    updated = part.get("updatedInput") is not None
    match part.get("permissionDecision"):
        case "deny":
            reason = said(part, "permissionDecisionReason")
            return Answer("json-deny", reason, context) if reason and not updated else FAILED
        case "allow":
            return Answer("replace", context=context) if updated else FAILED
        case "ask":
            return FAILED
    if updated or part.get("permissionDecisionReason") is not None or value.get("decision") == "approve":
        return FAILED
    if value.get("decision") == "block":
        reason = said(value, "reason")
        return Answer("json-deny", reason, context) if reason else FAILED
    return FAILED if value.get("reason") is not None else Answer("completed", context=context)
