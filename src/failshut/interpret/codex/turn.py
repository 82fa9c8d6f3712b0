"""Say what Codex CLI does with its hooks when a turn, a compaction or a session ends."""

from __future__ import annotations

from failshut.interpret.codex import runs
from failshut.interpret.codex.output import COMPLETED, FAILED, Answer, decode, looks_like_json, said
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome, Run


def stop(scene: Scene) -> Outcome:
    """Judge Stop and SubagentStop: a stop wins over every reason to go on."""
    answers = runs.hear(scene, _read_stop)
    if any(answer.cell == "stop" for answer in answers):
        return runs.shown(scene, scene.outcome("stop", event=scene.event))
    prompts = [
        (answer.cell, _prompt(scene, place, run, answer.reason))
        for place, (run, answer) in enumerate(zip(scene.runs, answers, strict=True))
        if answer.cell in ("exit-2", "json-deny")
    ]
    if prompts:
        (cell, text), more = prompts[0], [text for _, text in prompts[1:]]
        return runs.shown(scene, scene.outcome(cell, text=text, extra=more, event=scene.event))
    return runs.quiet(scene, answers)


def _prompt(scene: Scene, place: int, run: Run, reason: str) -> str:
    """Build the message that sends the model on; the hook's id holds its place and its file."""
    kept, foot = runs.spilled(scene, reason)
    for char, escape in scene.lookup("stop/escapes").items():
        kept = kept.replace(char, str(escape))
    return scene.phrase("message").format(
        order=run.wiring.get("order", place), file=run.wiring.get("where", ""), reason=kept + foot
    )


def _read_stop(scene: Scene, text: str) -> Answer:
    value = decode(scene, text)
    if value is None:
        return FAILED  # plain text too
    if value.get("continue") is False:
        return Answer("stop")
    if value.get("decision") != "block":
        return COMPLETED
    reason = said(value, "reason")
    return Answer("json-deny", reason) if reason else FAILED


def compact(scene: Scene) -> Outcome:
    """Judge PreCompact and PostCompact: only ``continue: false`` counts."""
    answers = runs.hear(scene, _read_compact, exit_two=False)
    if any(answer.cell == "stop" for answer in answers):
        return runs.shown(scene, scene.outcome("stop", event=scene.event))
    return runs.quiet(scene, answers)


def _read_compact(scene: Scene, text: str) -> Answer:
    if not looks_like_json(text):
        return COMPLETED
    value = decode(scene, text)
    if value is None:
        return FAILED
    return Answer("stop") if value.get("continue") is False else COMPLETED


def unread(scene: Scene) -> Outcome:
    """Judge the events whose hooks have no say."""
    return scene.outcome("unread")
