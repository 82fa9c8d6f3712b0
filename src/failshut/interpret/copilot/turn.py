"""Say what Copilot does with its hooks at the end of a turn and around sub-agents."""

from __future__ import annotations

from failshut.interpret.copilot.reading import heed_all, texts
from failshut.interpret.scene import Scene
from failshut.interpret.text import Object
from failshut.interpret.types import Outcome


def turn(scene: Scene) -> Outcome:
    """Judge agentStop and Stop: only a block with a reason sends the turn back."""
    answers, notes = heed_all(scene)
    reason = _sent_back(answers)
    return (
        scene.outcome("block", user=notes, reason=reason) if reason else scene.outcome("ends", user=notes)
    )


def subagent_stop(scene: Scene) -> Outcome:
    """Judge subagentStop and SubagentStop: a block wins over a rewritten answer."""
    answers, notes = heed_all(scene)
    reason = _sent_back(answers)
    if reason:
        return scene.outcome("block", user=notes, reason=reason)
    rewritten = texts(answers, "modifiedResponse")
    if rewritten:
        return scene.outcome("replace", user=notes, reason=rewritten[-1])
    return scene.outcome("ends", user=notes)


def subagent_start(scene: Scene) -> Outcome:
    """Judge subagentStart and SubagentStart: context stands before the sub-agent's prompt."""
    answers, notes = heed_all(scene)
    contexts = texts(answers, "additionalContext")
    if not contexts:
        return scene.outcome("no-opinion", user=notes)
    return scene.outcome("context", user=notes, reason="\n\n".join(contexts), prompt=scene.call)


def _sent_back(answers: list[Object]) -> str:
    blocks = [answer for answer in answers if answer.get("decision") == "block"]
    return next(iter(texts(blocks, "reason")), "")
