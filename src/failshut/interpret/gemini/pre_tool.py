"""Say what Gemini CLI does with its hooks before a call."""

from __future__ import annotations

from collections.abc import Sequence

from failshut.interpret.gemini.voices import (
    Voice,
    broken,
    denies,
    hear,
    inner,
    notes,
    reasons,
    stop_reason,
)
from failshut.interpret.scene import Scene
from failshut.interpret.text import Object
from failshut.interpret.types import Outcome


def pre_tool(scene: Scene) -> Outcome:
    """Judge BeforeTool: every hook runs, the host joins all answers into one."""
    voices = hear(scene)
    note = notes(scene, voices)
    thrown, stop = broken(voices), stop_reason(scene, voices)
    if thrown is not None:
        return scene.outcome("bus-error", reason=thrown, user=note)
    if stop is not None:
        return scene.outcome("stop", reason=stop, user=note)
    deciding = [voice for voice in voices if denies(voice.answer)]
    if deciding:
        return scene.outcome(deciding[0].cell, reason=reasons(scene, voices), user=note)
    if any(voice.answer.get("decision") == "ask" for voice in voices):
        return scene.outcome("ask", user=note)
    return _let_through(scene, voices, note)


def _let_through(scene: Scene, voices: Sequence[Voice], note: str | None) -> Outcome:
    flags = scene.flags() or ()
    confirmed = set(flags) & set(scene.words("auto-flags"))
    if scene.interactive and not confirmed and scene.tool not in scene.words("approved-tools"):
        return scene.outcome("own-dialog", user=note)
    for voice in voices:
        changed = inner(voice.answer).get("tool_input")
        if isinstance(changed, dict):
            wrong = _invalid(scene, changed)
            return scene.outcome("replace-bad" if wrong else "replace", reason=wrong, user=note)
    telling = next((voice for voice in voices if voice.cell not in ("no-opinion", "json-deny")), None)
    if telling is None or telling.cell == "exit-deny":
        return scene.outcome("no-opinion", user=note)
    return scene.outcome(telling.cell, reason=telling.fault, user=note)


def _invalid(scene: Scene, changed: Object) -> str:
    """Return why the rewritten input is refused, as far as the tool's schema is known."""
    required = scene.lookup("required").get(scene.tool)
    for name in required if isinstance(required, list) else ():
        if name not in changed:
            return scene.phrase("replace-missing").format(field=name)
        if not isinstance(changed[name], str):
            return scene.phrase("replace-type").format(field=name)
    return ""
