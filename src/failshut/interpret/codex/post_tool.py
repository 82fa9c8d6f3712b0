"""Say what Codex CLI does with its hooks after a call: their reasons stand in for the result."""

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

_FEEDBACK = ("exit-2", "json-deny", "stop")


def post_tool(scene: Scene) -> Outcome:
    """Judge PostToolUse: the reasons of all hooks, joined, replace the tool's result."""
    answers = runs.hear(scene, read)
    told = runs.contexts(scene, answers)
    speaking = [answer for answer in answers if answer.cell in _FEEDBACK]
    if speaking:
        joined = scene.phrase("joint").join(answer.reason for answer in speaking)
        text = "".join(runs.spilled(scene, joined))
        found = scene.outcome(speaking[0].cell, reason=text, extra=told, event=scene.event)
        return runs.shown(scene, found)
    if any(answer.cell == "replace" for answer in answers):
        return runs.shown(scene, scene.outcome("replace", extra=told, event=scene.event))
    if told:
        found = scene.outcome("context", reason=told[0], extra=told[1:], event=scene.event)
        return runs.shown(scene, found)
    return runs.quiet(scene, answers)


def read(scene: Scene, text: str) -> Answer:
    """Read stdout: plain text is ignored, what looks like JSON must be right."""
    if not looks_like_json(text):
        return COMPLETED
    value = decode(scene, text)
    return FAILED if value is None else _answer(scene, value)


def _answer(scene: Scene, value: Object) -> Answer:
    part = inner(value)
    context = str(part.get("additionalContext") or "")
    blocked, reason = value.get("decision") == "block", said(value, "reason")
    if value.get("continue") is False:
        stop = str(value.get("stopReason") or scene.phrase("no-stop-reason"))
        return Answer("stop", reason or stop, context)
    if value.get("suppressOutput") is True or blocked != (value.get("reason") is not None):
        return FAILED
    if blocked:
        return Answer("json-deny", str(value["reason"]), context) if reason else FAILED
    changed = any(part.get(name) is not None for name in scene.words("result-fields"))
    return Answer("replace" if changed else "completed", context=context)
