"""Read what a Claude Code hook printed: plain text, a valid answer, or an unusable one."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, Object, parse

_TOP: dict[str, type] = {
    "continue": bool,
    "suppressOutput": bool,
    "stopReason": str,
    "reason": str,
    "systemMessage": str,
}
_INNER: dict[str, type] = {
    "permissionDecisionReason": str,
    "additionalContext": str,
    "updatedInput": dict,
}
# The events whose answers carry a permissionDecision; elsewhere the host doesn't know the key.
_DECIDERS = ("PreToolUse", "PreModelSwitch")
_CONTEXT: dict[str, type] = {"additionalContext": str, "retry": bool}
_LEGACY = ("approve", "block")
_DECISIONS = ("allow", "deny", "ask", "defer")


@dataclass(frozen=True, slots=True)
class Output:
    """What was read: ``problem`` says why an object is unusable ("" = it isn't)."""

    is_json: bool = False
    problem: str = ""
    decision: str = ""
    reason: str = ""
    stop: bool = False
    stop_reason: str = ""
    context: str = ""
    message: str = ""
    updated: bool = False
    inner: Object = field(default_factory=dict)


def read(scene: Scene, text: str) -> Output:
    """Read stdout as the host does.

    Only a text that begins with ``{`` is looked at; one that doesn't end with ``}`` is plain
    text, so truncated JSON is silence (measured: no notice, also with onFailure).
    """
    text = text.strip(JS_SPACE)
    if not text.startswith("{"):
        return Output()
    try:
        value = parse(text)
    except ValueError:
        if not text.endswith("}"):
            return Output()
        return Output(problem=scene.phrase("malformed").format(error=json_error(scene, text)))
    assert isinstance(value, dict)
    problem = _invalid(scene, value)
    if problem:
        pretty = json.dumps(value, indent=2, ensure_ascii=False)
        schema = scene.phrase("schema-text")
        words = {"problem": problem, "output": pretty, "schema": schema}
        return Output(problem=scene.phrase("schema").format_map(words))
    return _meaning(scene, value)


def json_error(scene: Scene, text: str) -> str:
    """Return the parser's complaint, as far as its wordings are known."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg.startswith("Extra data"):
            return scene.phrase("json-error-rest")
        after_comma = text[: error.pos].rstrip().endswith(",")
        if error.msg.startswith("Expecting property name") and after_comma:
            return scene.phrase("json-error-key")
    return scene.phrase("json-error-open")


def _invalid(scene: Scene, value: Object) -> str:
    other = scene.phrase("schema-other")
    if _wrong(value, _TOP) or value.get("decision", "block") not in _LEGACY:
        return other
    if "hookSpecificOutput" not in value:
        return ""
    inner = value["hookSpecificOutput"]
    if not isinstance(inner, dict):
        return other
    if "hookEventName" not in inner:
        return scene.phrase("schema-no-event")
    decides = scene.event in _DECIDERS
    wrong = inner["hookEventName"] != scene.event or _wrong(inner, _INNER if decides else _CONTEXT)
    if decides and inner.get("permissionDecision", "deny") not in _DECISIONS:
        wrong = True
    if scene.event == "PermissionRequest" and "decision" in inner:
        wrong = wrong or not _is_request_decision(inner["decision"])
    return other if wrong else ""


def _is_request_decision(value: object) -> bool:
    return isinstance(value, dict) and value.get("behavior") in ("allow", "deny")


def _wrong(value: Object, types: dict[str, type]) -> bool:
    return any(key in value and not isinstance(value[key], kind) for key, kind in types.items())


def _meaning(scene: Scene, value: Object) -> Output:
    inner = value.get("hookSpecificOutput")
    inner = inner if isinstance(inner, dict) else {}
    own = inner if scene.event in _DECIDERS else {}
    decision = str(own.get("permissionDecision", ""))
    reason = str(own.get("permissionDecisionReason", "") or value.get("reason", ""))
    if value.get("decision") == "block" and decision != "deny":
        decision, reason = "deny", str(value.get("reason", ""))
    read = Output(is_json=True, decision=decision, reason=reason)
    return replace(
        read,
        stop=value.get("continue") is False,
        stop_reason=str(value.get("stopReason", "")),
        context=str(inner.get("additionalContext", "")),
        message=str(value.get("systemMessage", "")),
        updated="updatedInput" in own,
        inner=inner,
    )
