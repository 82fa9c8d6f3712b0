"""Read the stdout of a Codex hook that ended with 0: strict, and lost as a whole when wrong."""

from __future__ import annotations

from dataclasses import dataclass

from failshut.interpret.scene import Scene
from failshut.interpret.text import RUST_SPACE, Object, is_text, parse_object

_FLAGS = ("continue", "suppressOutput")
_TEXTS = ("stopReason", "systemMessage", "reason")
_INNER_TEXTS = ("permissionDecisionReason", "additionalContext")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the host takes from one hook: a cell's name, a reason, a context for the model."""

    cell: str
    reason: str = ""
    context: str = ""


FAILED = Answer("failed")
COMPLETED = Answer("completed")


def looks_like_json(text: str) -> bool:
    """Say whether the host reads stdout as JSON: only the first character decides.

    So text before an object hides the object (measured: a debug line before JSON passes as plain
    text); a BOM does the same.
    """
    return text.strip(RUST_SPACE).startswith(("{", "["))


def decode(scene: Scene, text: str) -> Object | None:
    """Return the object that stdout is, or None when one thing in it is wrong.

    The table's cells name the fields and decisions that the event takes.
    """
    value = parse_object(text.strip(RUST_SPACE))
    return value if value is not None and is_text(value) and _valid(scene, value) else None


def inner(value: Object) -> Object:
    """Return ``hookSpecificOutput``, or an empty object."""
    part = value.get("hookSpecificOutput")
    return part if isinstance(part, dict) else {}


def said(value: Object, key: str) -> str:
    """Return a text field without space around it; "" when it is missing."""
    return str(value.get(key) or "").strip(RUST_SPACE)


def _valid(scene: Scene, value: Object) -> bool:
    if set(value) - set(scene.words("top-fields")) or not _typed(value, _TEXTS):
        return False
    if any(key in value and not isinstance(value[key], bool) for key in _FLAGS):
        return False
    if value.get("decision") not in (None, *scene.words("decisions")):
        return False
    part = value.get("hookSpecificOutput")
    if part is None:
        return True
    if not isinstance(part, dict) or set(part) - set(scene.words("inner-fields")):
        return False
    known = part.get("hookEventName") in scene.words("pre-tool/event-names")
    decision = part.get("permissionDecision") in (None, "allow", "deny", "ask")
    return known and decision and _typed(part, _INNER_TEXTS)


def _typed(value: Object, names: tuple[str, ...]) -> bool:
    # null stands for an absent text.
    return all(isinstance(value.get(name), str | None) for name in names)
