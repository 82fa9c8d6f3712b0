"""Say what Claude Code does with the hooks that run after tool calls."""

from __future__ import annotations

from failshut.interpret.claude_code.answers import label
from failshut.interpret.claude_code.voices import Pair, added, contexts, silent, told, voices, words
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome


def post_tool(scene: Scene) -> Outcome:
    """Judge PostToolUse and PostToolUseFailure: texts beside the result, or another result."""
    pairs = voices(scene)
    if any(voice.kind == "stop" for _, voice in pairs):
        return scene.outcome("stop", user=told(scene, pairs))
    feedback = [_feedback(scene, pair) for pair in pairs if pair[1].kind == "deny"]
    texts = [*feedback, *(text for _, text in contexts(scene, pairs))]
    replaced = [pair[1].inner for pair in pairs if _replaces(scene, pair)]
    if scene.has("replace") and replaced:
        text = _result(replaced[-1].get("updatedToolOutput"))
        return scene.outcome("replace", model=text, extra=texts, user=told(scene, pairs))
    if feedback:
        user = told(scene, pairs)
        return scene.outcome("block", model=texts[0], extra=texts[1:], user=user)
    return added(scene, pairs) or silent(scene, pairs)


def _feedback(scene: Scene, pair: Pair) -> str:
    run, voice = pair
    return scene.say("block", **words(scene), label=label(run), reason=voice.text)


def _replaces(scene: Scene, pair: Pair) -> bool:
    inner = pair[1].inner
    foreign = scene.tool.startswith("mcp__") and "updatedMCPToolOutput" in inner
    return "updatedToolOutput" in inner or foreign


def _result(output: object) -> str | None:
    """Return what the model reads of the shell's result as a hook gave it; None: not known."""
    text = output.get("stdout") if isinstance(output, dict) and not output.get("stderr") else None
    return text if isinstance(text, str) else None


def batch(scene: Scene) -> Outcome:
    """Judge PostToolBatch: any refusal ends the loop, and the model reads nothing of it."""
    pairs = voices(scene)
    ended = next((voice for _, voice in pairs if voice.kind in ("deny", "stop")), None)
    if ended:
        return scene.outcome("block" if ended.kind == "deny" else "stop", user=told(scene, pairs))
    return added(scene, pairs) or silent(scene, pairs)
