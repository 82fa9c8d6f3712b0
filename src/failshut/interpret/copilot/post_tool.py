"""Say what Copilot does with the hooks that run after a tool."""

from __future__ import annotations

from failshut.interpret.copilot.reading import heed_all, runtime_name, texts
from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, Object, js_string
from failshut.interpret.types import Outcome


def post_tool(scene: Scene) -> Outcome:
    """Judge postToolUse and PostToolUse: the result is replaced or added to, never undone."""
    answers, notes = heed_all(scene)
    block = next((answer for answer in answers if answer.get("decision") == "block"), None)
    if block is not None:
        if block.get("reason") is None:
            return scene.outcome("block-silent", user=notes)
        return scene.outcome("block", user=notes, reason=js_string(block["reason"]))
    context = _guidance(scene, texts(answers, "additionalContext"))
    results = [text for text in map(_result, answers) if text is not None]
    if results:
        extra = (context,) if context else ()
        return scene.outcome("replace", user=notes, extra=extra, reason=results[-1])
    if context:
        return scene.outcome("context", model=context, user=notes)
    return scene.outcome("no-opinion", user=notes)


def post_failure(scene: Scene) -> Outcome:
    """Judge postToolUseFailure and PostToolUseFailure: here exit 2 gives the model its stderr."""
    answers, _ = heed_all(scene)
    guidance = texts(answers, "additionalContext")
    for run in scene.runs:
        if run.exit == 2 and not run.timed_out and run.stderr.strip(JS_SPACE):
            guidance.append(run.stderr.strip(JS_SPACE))
    context = _guidance(scene, guidance)
    return scene.outcome("context", model=context) if context else scene.outcome("no-opinion")


def _guidance(scene: Scene, parts: list[str]) -> str:
    """Join the contexts of all hooks into the text that follows the result."""
    if not parts:
        return ""
    joined = scene.phrase("post-tool/context-join").join(parts)
    raw = joined.encode("utf-8", "replace")[: scene.number("post-tool/context-cap")]
    return scene.say("context", reason=raw.decode("utf-8", "ignore"), tool=runtime_name(scene))


def _result(answer: Object) -> str | None:
    result = answer.get("modifiedResult")
    text = result.get("textResultForLlm") if isinstance(result, dict) else None
    return text if isinstance(text, str) else None
