"""Hear every hook of a Codex event, and cut what the host hands on of their texts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from failshut.interpret.codex.output import COMPLETED, FAILED, Answer
from failshut.interpret.scene import Scene
from failshut.interpret.text import RUST_SPACE, cut_middle
from failshut.interpret.types import Outcome, Run

Reader = Callable[[Scene, str], Answer]


def hear(scene: Scene, read: Reader, *, exit_two: bool = True) -> list[Answer]:
    """Return each hook's answer in config order; ``read`` judges stdout at exit 0.

    ``exit_two`` False: on this event exit 2 is a failure like any other.
    """
    return [_one(scene, run, read, exit_two) for run in scene.runs]


def _one(scene: Scene, run: Run, read: Reader, exit_two: bool) -> Answer:
    if run.wiring.get("async") is True:
        return Answer("detached")
    if run.timed_out or run.spawn_error or run.wiring.get("failed"):
        # A late end counts as a timeout even with an exit code: the host waits for both pipes.
        return FAILED
    command = run.wiring.get("type", "command") == "command"
    if command and run.exit == 2 and exit_two:
        reason = run.stderr.strip(RUST_SPACE)
        return Answer("exit-2", reason) if reason else FAILED
    if command and run.exit != 0:
        return FAILED
    return read(scene, run.stdout) if run.stdout.strip(RUST_SPACE) else COMPLETED


def contexts(scene: Scene, answers: Sequence[Answer]) -> list[str]:
    """Return the contexts of all hooks: each is a developer message of its own."""
    return [context(scene, answer.context) for answer in answers if answer.context]


def context(scene: Scene, text: str, foot: str = "") -> str:
    """Return a context as the model gets it: a long one keeps head and tail."""
    budget = scene.number("pre-tool/context-budget")
    size = len(text.encode("utf-8", "replace"))
    if size <= budget:
        return text
    tokens, lines = str(math.ceil(size / 4)), str(len(text.splitlines()))
    head = scene.phrase("pre-tool/context-head").format(tokens=tokens, lines=lines)
    room = budget - 4 * math.ceil(len(foot) / 4)
    return head + cut_middle(text, room, scene.phrase("pre-tool/budget-mark"))


def spilled(scene: Scene, text: str) -> tuple[str, str]:
    """Return a reason as the model gets it, and the line that names the file with a long one."""
    foot = scene.phrase("stop/spill-foot")
    kept = context(scene, text, foot)
    return kept, "" if kept == text else foot


def fitted(scene: Scene, text: str) -> str:
    """Cut a tool result in the middle, as the model's budget wants it."""
    budgets = scene.lookup("pre-tool/budget")
    budget = budgets.get(str(scene.switches.get("model", "")), budgets[""])
    assert isinstance(budget, int)
    return cut_middle(text, budget, scene.phrase("pre-tool/budget-mark"))


def shown(scene: Scene, outcome: Outcome) -> Outcome:
    """Leave the lines for the person out where they aren't printed: only exec without --json does."""
    if scene.switches.get("json") or "approval_policy" in scene.switches:
        return replace(outcome, user_text=None)
    return outcome


def quiet(scene: Scene, answers: Sequence[Answer]) -> Outcome:
    """Return the outcome when no hook has a say: the first that didn't go well explains it."""
    cells = [answer.cell for answer in answers]
    name = next((cell for cell in cells if cell != "completed"), "completed")
    return shown(scene, scene.outcome(name if answers else "no-hook", event=scene.event))
