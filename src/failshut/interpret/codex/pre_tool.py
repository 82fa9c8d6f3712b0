"""Say what Codex CLI does with its hooks."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from failshut.interpret.codex import output
from failshut.interpret.scene import Scene
from failshut.interpret.text import RUST_SPACE, cut_middle
from failshut.interpret.types import Outcome, Run


@dataclass(frozen=True, slots=True)
class Voice:
    """One hook's say: its cell, the reason of a deny, a context, a rewrite."""

    cell: str
    reason: str = ""
    context: str = ""


def pre_tool(scene: Scene) -> Outcome:
    """Judge PreToolUse; the lines for the person are those of ``codex exec`` without --json."""
    outcome = _judge(scene)
    if scene.switches.get("json") or "approval_policy" in scene.switches:
        return replace(outcome, user_text=None)
    return outcome


def _judge(scene: Scene) -> Outcome:
    """Judge: hooks run in parallel; any deny wins, the first in config order speaks."""
    if not scene.runs:
        strange = scene.tool in scene.words("unsupported-tools")
        return scene.outcome("unsupported" if strange else "no-hook")
    voices = [_voice(scene, run) for run in scene.runs]
    contexts = [_context(scene, voice.context) for voice in voices if voice.context]
    for voice in voices:
        if voice.cell in ("exit-2", "json-deny"):
            return scene.outcome(voice.cell, text=_refusal(scene, voice.reason), extra=contexts)
    cells = [voice.cell for voice in voices]
    if "replace" in cells:
        return scene.outcome("replace", extra=contexts)
    if contexts:
        return scene.outcome("context", reason=contexts[0], extra=contexts[1:])
    return scene.outcome(next((cell for cell in cells if cell != "completed"), "completed"))


def _voice(scene: Scene, run: Run) -> Voice:
    if run.wiring.get("async") is True:
        return Voice("detached")
    if run.timed_out or run.spawn_error or run.wiring.get("failed"):
        # A late end counts as a timeout even with an exit code: the host waits for both pipes.
        return Voice("failed")
    command = run.wiring.get("type", "command") == "command"
    if command and run.exit == 2:
        reason = run.stderr.strip(RUST_SPACE)
        return Voice("exit-2", reason) if reason else Voice("failed")
    if command and run.exit != 0:
        return Voice("failed")
    answer = output.read(scene, run.stdout)
    return Voice(answer.cell, answer.reason, answer.context)


def _refusal(scene: Scene, reason: str) -> str:
    """Build the denial: the host appends the call and cuts both together in the middle."""
    shell = scene.tool in scene.words("command-tools")
    template = scene.phrase("command-text" if shell else "tool-text")
    text = template.format(reason=reason, call=scene.call_text, tool=scene.tool)
    budgets = scene.lookup("budget")
    budget = budgets.get(str(scene.switches.get("model", "")), budgets[""])
    assert isinstance(budget, int)
    return cut_middle(text, budget, scene.phrase("budget-mark"))


def _context(scene: Scene, text: str) -> str:
    budget = scene.number("context-budget")
    size = len(text.encode("utf-8", "replace"))
    if size <= budget:
        return text
    tokens, lines = str(math.ceil(size / 4)), str(len(text.splitlines()))
    head = scene.phrase("context-head").format(tokens=tokens, lines=lines)
    return head + cut_middle(text, budget, scene.phrase("budget-mark"))
