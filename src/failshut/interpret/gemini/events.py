"""Say what Gemini CLI does with its hooks around a prompt, a result, a turn and a session."""

from __future__ import annotations

from failshut.interpret.gemini.voices import (
    broken,
    context,
    denies,
    hear,
    inner,
    joined,
    notes,
    quiet,
    reasons,
    stop_reason,
)
from failshut.interpret.scene import Scene
from failshut.interpret.text import truthy
from failshut.interpret.types import Outcome


def event(scene: Scene) -> Outcome:
    """Judge BeforeAgent, AfterTool, AfterAgent and SessionStart: all answers are joined.

    A table without the cells ``stop`` and ``deny`` (SessionStart) takes a context only; one
    without ``context`` (AfterAgent) adds none.
    """
    voices = hear(scene)
    note = notes(scene, voices)
    thrown, stop = broken(voices), stop_reason(scene, voices)
    if thrown is not None:
        return scene.outcome("bus-error", reason=thrown, event=scene.event, user=note)
    if stop is not None and scene.has("stop"):
        return scene.outcome("stop", reason=stop, tool=scene.tool, user=note)
    if any(denies(voice.answer) for voice in voices) and scene.has("deny"):
        reason = reasons(scene, voices)
        shown = joined(voices, "systemMessage") or reason
        return scene.outcome("deny", reason=reason, shown=shown, user=note)
    tail = any(truthy(inner(voice.answer).get("tailToolCallRequest")) for voice in voices)
    if tail and scene.has("replace"):
        return scene.outcome("replace", user=note)
    added = context(scene, voices)
    if added and scene.has("context"):
        return scene.outcome("context", text=added, user=note)
    return quiet(scene, voices)


def unread(scene: Scene) -> Outcome:
    """Judge SessionEnd, Notification and PreCompress: only a message for the person is taken."""
    return quiet(scene, hear(scene))
