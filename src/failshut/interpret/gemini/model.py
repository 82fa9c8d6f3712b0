"""Say what Gemini CLI does with its hooks around a request to the model."""

from __future__ import annotations

from collections.abc import Sequence

from failshut.interpret.gemini.voices import Voice, denies, hear, inner, notes, quiet
from failshut.interpret.scene import Scene
from failshut.interpret.text import Object, js_string, truthy
from failshut.interpret.types import Outcome


def model(scene: Scene) -> Outcome:
    """Judge BeforeModel and AfterModel: a later hook's fields replace an earlier one's."""
    voices = hear(scene)
    note = notes(scene, voices)
    merged, part = _merged(voices)
    reason = _reason(scene, merged)
    if merged.get("continue") is False:
        return scene.outcome("stop", reason=reason, user=note)
    if denies(merged):
        answered = truthy(part.get("llm_response")) and scene.has("answer")
        return scene.outcome("answer" if answered else "deny", reason=reason, user=note)
    if _changes(scene, part):
        return scene.outcome("replace", user=note)
    return quiet(scene, voices)


def _merged(voices: Sequence[Voice]) -> tuple[Object, Object]:
    """Return all answers as one, and all their inner objects as one."""
    merged: Object = {}
    part: Object = {}
    for voice in voices:
        merged |= voice.answer
        part |= inner(voice.answer)
    return merged, part


def _reason(scene: Scene, merged: Object) -> str:
    said = next((merged[key] for key in ("stopReason", "reason") if truthy(merged.get(key))), None)
    return js_string(said) if said is not None else scene.phrase("pre-tool/no-reason")


def _changes(scene: Scene, part: Object) -> bool:
    """Say whether the answer changes the request, or the model's answer."""
    changed = part.get(scene.phrase("changed-field"))
    if not scene.has("answer"):
        return _has_parts(changed)
    return truthy(changed)


def _has_parts(answer: object) -> bool:
    """Say whether a model's answer has content: an empty one is ignored."""
    found = answer.get("candidates") if isinstance(answer, dict) else None
    first = found[0] if isinstance(found, list) and found else None
    content = first.get("content") if isinstance(first, dict) else None
    return bool(content.get("parts")) if isinstance(content, dict) else False


def tool_selection(scene: Scene) -> Outcome:
    """Judge BeforeToolSelection: a hook can limit which tools the model may call."""
    voices = hear(scene)
    if any(truthy(inner(voice.answer).get("toolConfig")) for voice in voices):
        return scene.outcome("limit", user=notes(scene, voices))
    return quiet(scene, voices)
