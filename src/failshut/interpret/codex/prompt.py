"""Say what Codex CLI does with its hooks on prompts and at the start of sessions and sub-agents."""

from __future__ import annotations

from failshut.interpret.codex import runs
from failshut.interpret.codex.output import FAILED, Answer, decode, inner, looks_like_json, said
from failshut.interpret.scene import Scene
from failshut.interpret.text import RUST_SPACE, Object
from failshut.interpret.types import Outcome


def prompt(scene: Scene) -> Outcome:
    """Judge UserPromptSubmit: a refused prompt never reaches the model."""
    return _judge(scene, runs.hear(scene, read))


def start(scene: Scene) -> Outcome:
    """Judge SessionStart and SubagentStart: exit 2 is a failure like any other."""
    return _judge(scene, runs.hear(scene, read, exit_two=False))


def _judge(scene: Scene, answers: list[Answer]) -> Outcome:
    for answer in answers:
        if answer.cell in ("exit-2", "json-deny", "stop"):
            return runs.shown(scene, scene.outcome(answer.cell, event=scene.event))
    told = runs.contexts(scene, answers)
    if told:
        found = scene.outcome("context", reason=told[0], extra=told[1:], event=scene.event)
        return runs.shown(scene, found)
    return runs.quiet(scene, answers)


def read(scene: Scene, text: str) -> Answer:
    """Read stdout: plain text is a context; what looks like JSON must be right.

    A table without the cell ``stop`` ignores ``continue``.
    """
    if not looks_like_json(text):
        return Answer("completed", context=text.strip(RUST_SPACE))
    value = decode(scene, text)
    return FAILED if value is None else _answer(scene, value)


def _answer(scene: Scene, value: Object) -> Answer:
    if value.get("continue") is False and scene.has("stop"):
        return Answer("stop")
    if value.get("decision") == "block":
        return Answer("json-deny") if said(value, "reason") else FAILED
    return Answer("completed", context=str(inner(value).get("additionalContext") or ""))
