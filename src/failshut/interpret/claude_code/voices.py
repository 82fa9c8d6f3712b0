"""Hear the runs of an event that isn't PreToolUse: the same answers, read by another table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from failshut.interpret.claude_code import answers
from failshut.interpret.claude_code.answers import Voice
from failshut.interpret.claude_code.pre_tool import distinct, spill
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome, Run

Pair = tuple[Run, Voice]
# What the tables of other events call the ways to have no say.
_SILENT = {
    "async-config": "async",
    "async-line": "async",
    "failed-open": "failed",
    "failed-quiet": "failed",
    "timeout-open": "timeout",
}


def voices(scene: Scene) -> list[Pair]:
    """Judge every run; types of hooks that the event doesn't have stay without a say."""
    return [(run, _voice(scene, run)) for run in distinct(scene.runs)]


def _voice(scene: Scene, run: Run) -> Voice:
    if scene.has("types") and run.wiring.get("type", "command") not in scene.words("types"):
        return Voice("", "unsupported")
    return answers.voice(replace(scene, table="pre-tool"), run)


def words(scene: Scene) -> dict[str, str]:
    """Return what the templates of every table may name."""
    source = scene.switches.get("source")
    return {
        "event": scene.event,
        "tool": scene.tool,
        "source": source if isinstance(source, str) else "startup",
        "prompt": scene.call,
    }


def contexts(scene: Scene, pairs: Sequence[Pair]) -> list[tuple[str, str]]:
    """Return what is added for the model, as (cell, text): plain output, then additionalContext."""
    found = []
    for _, voice in pairs:
        plain = voice.text if voice.cell == "not-json" else ""
        for name, text in (("plain", plain), ("context", voice.context)):
            if text and scene.has(name):
                found.append((name, scene.say(name, **words(scene), reason=spill(scene, text))))
    return found


def told(scene: Scene, pairs: Sequence[Pair]) -> str | None:
    """Return what the hooks say to the person (systemMessage), where the event shows it."""
    if scene.event in scene.words("events/quiet"):
        return None
    hook = f"{scene.event}:{scene.tool}" if scene.event in scene.words("events/of-tools") else scene.event
    line = scene.phrase("events/system-message")
    said = [line.format(hook=hook, reason=voice.message) for _, voice in pairs if voice.message]
    return "\n".join(said) or None


def added(scene: Scene, pairs: Sequence[Pair], *more: str) -> Outcome | None:
    """Return the outcome of texts for the model alone, or None when there are none."""
    found = contexts(scene, pairs)
    if not found:
        return None
    name, text = found[0]
    rest = [other for _, other in found[1:]]
    return scene.outcome(
        name, model=text, extra=[*rest, *more], user=told(scene, pairs), **words(scene), reason=text
    )


def silent(scene: Scene, pairs: Sequence[Pair], user: str | None = None) -> Outcome:
    """Return the outcome of hooks without a say, by the first one that did anything at all."""
    said = next((voice for _, voice in pairs if voice.cell != "no-opinion"), None)
    name = _SILENT.get(said.cell, said.cell) if said else "no-opinion"
    name = name if scene.has(name) else "no-opinion"
    notes = "\n".join(line for line in (user, told(scene, pairs)) if line)
    return scene.outcome(name, user=notes or None, **words(scene), reason=said.text if said else "")
