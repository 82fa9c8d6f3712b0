"""Say what Copilot does with its hooks around a prompt and at the start of a session."""

from __future__ import annotations

from failshut.interpret.copilot.permissions import rules
from failshut.interpret.copilot.reading import heed_all, texts, told
from failshut.interpret.scene import Scene
from failshut.interpret.text import js_string
from failshut.interpret.types import Outcome


def prompt(scene: Scene) -> Outcome:
    """Judge userPromptSubmitted and UserPromptSubmit: refused, answered, replaced or added to."""
    answers, notes = heed_all(scene)
    block = next((answer for answer in answers if answer.get("decision") == "block"), None)
    if block is not None:
        if block.get("reason") is None:
            return scene.outcome("block-silent", user=notes)
        return scene.outcome("block", user=notes, reason=js_string(block["reason"]))
    handled = [answer for answer in answers if answer.get("handled") is True]
    spoken = texts(handled, "responseContent")
    if spoken:
        return scene.outcome("handled", user=notes, reason=spoken[0])
    contexts = told(scene, answers)
    replaced = texts(answers, "modifiedPrompt")
    if replaced:
        return scene.outcome("replace", user=notes, extra=contexts, reason=replaced[-1])
    if contexts:
        return scene.outcome("context", model=contexts[0], extra=contexts[1:], user=notes)
    return scene.outcome("no-opinion", user=notes)


def transformed(scene: Scene) -> Outcome:
    """Judge userPromptTransformed: it can only rewrite what the model reads."""
    answers, notes = heed_all(scene)
    replaced = texts(answers, "modifiedTransformedPrompt")
    if replaced:
        return scene.outcome("replace", user=notes, reason=replaced[-1])
    return scene.outcome("no-opinion", user=notes)


def session(scene: Scene) -> Outcome:
    """Judge sessionStart and SessionStart: context, or the text of a prompt entry.

    Asked about a call (``tool``), the host's own permissions answer: such a hook has no say in it.
    """
    entries = [run.wiring for run in scene.runs if run.wiring.get("type") == "prompt"]
    if entries:
        typed = js_string(entries[0].get("prompt", ""))
        return (
            scene.outcome("prompt-entry", reason=typed) if scene.interactive else scene.outcome("headless")
        )
    answers, notes = heed_all(scene)
    contexts = told(scene, answers)
    if contexts:
        return scene.outcome("context", model=contexts[0], extra=contexts[1:], user=notes)
    return rules(scene) or scene.outcome("no-opinion", user=notes)
