"""Read the stdout of a Codex hook that ended with 0: strict, and lost as a whole when wrong."""

from __future__ import annotations

from dataclasses import dataclass

from failshut.interpret.scene import Scene
from failshut.interpret.text import RUST_SPACE, Object, is_text, parse_object

_TOP: dict[str, type] = {
    "continue": bool,
    "suppressOutput": bool,
    "stopReason": str,
    "systemMessage": str,
    "reason": str,
}
_INNER: dict[str, type] = {"permissionDecisionReason": str, "additionalContext": str}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the host takes from the text: a cell's name, a reason, a context."""

    cell: str
    reason: str = ""
    context: str = ""


_FAILED = Answer("failed")


def read(scene: Scene, text: str) -> Answer:
    """Read stdout: empty or plain text is fine, what looks like JSON must be exactly right.

    Only the first character decides whether it looks like JSON, so text before an object hides
    the object (matrix: debug line then JSON is Completed); a BOM does the same.
    """
    text = text.strip(RUST_SPACE)
    if not text.startswith(("{", "[")):
        return Answer("completed")
    value = parse_object(text)
    if value is None or not is_text(value) or not _valid(scene, value):
        return _FAILED
    if value.get("continue") is False or value.get("suppressOutput") is True:
        return _FAILED
    if value.get("stopReason") is not None:
        return _FAILED
    inner = value.get("hookSpecificOutput")
    return _judge(value, inner if isinstance(inner, dict) else {})


def _valid(scene: Scene, value: Object) -> bool:
    if set(value) - set(scene.words("top-fields")) or _wrong(value, _TOP):
        return False
    if value.get("decision") not in (None, "approve", "block"):
        return False
    inner = value.get("hookSpecificOutput")
    if inner is None:
        return True
    if not isinstance(inner, dict) or set(inner) - set(scene.words("inner-fields")):
        return False
    known = inner.get("hookEventName") in scene.words("event-names")
    decision = inner.get("permissionDecision") in (None, "allow", "deny", "ask")
    return known and decision and not _wrong(inner, _INNER)


def _wrong(value: Object, types: dict[str, type]) -> bool:
    # null stands for an absent field.
    return any(not isinstance(value.get(key), kind | None) for key, kind in types.items())


def _judge(value: Object, inner: Object) -> Answer:
    """Judge a valid object; the inner decision goes before the legacy one."""
    context = str(inner.get("additionalContext") or "")
    updated = inner.get("updatedInput") is not None
    match inner.get("permissionDecision"):
        case "deny":
            reason = str(inner.get("permissionDecisionReason") or "").strip(RUST_SPACE)
            return Answer("json-deny", reason, context) if reason and not updated else _FAILED
        case "allow":
            return Answer("replace", context=context) if updated else _FAILED
        case "ask":
            return _FAILED
    if updated or value.get("decision") == "approve":
        return _FAILED
    if value.get("decision") == "block":
        reason = str(value.get("reason") or "").strip(RUST_SPACE)
        return Answer("json-deny", reason, context) if reason else _FAILED
    return Answer("completed", context=context)
