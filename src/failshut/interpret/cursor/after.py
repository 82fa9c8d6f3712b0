"""Say what Cursor does with its hooks after a tool and at the end of a turn."""

from __future__ import annotations

import json

from failshut.interpret.cursor.reading import answer, answers, failed, imported, last_text
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome, Run


def post_tool(scene: Scene) -> Outcome:
    """Judge postToolUse: context is added, the result of an MCP tool may be replaced."""
    said = answers(scene)
    context = last_text(said, "additional_context")
    extra = (scene.say("context", reason=context),) if context else ()
    rewritten = [one["updated_mcp_tool_output"] for one in said if one.get("updated_mcp_tool_output")]
    if rewritten and scene.tool.startswith(scene.phrase("mcp-prefix")):
        new = rewritten[-1]
        text = new if isinstance(new, str) else json.dumps(new, ensure_ascii=False, separators=(",", ":"))
        return scene.outcome("replace", extra=extra, reason=text)
    return scene.outcome("context", reason=context) if context else scene.outcome("no-opinion")


def post_failure(scene: Scene) -> Outcome:
    """Judge postToolUseFailure: whether its context is read differs between the documents."""
    context = last_text(answers(scene), "additional_context")
    return scene.outcome("context" if context else "no-opinion")


def turn(scene: Scene) -> Outcome:
    """Judge stop and subagentStop: only a follow-up message goes on with the turn."""
    messages = [text for text in map(_followup, scene.runs) if text]
    return scene.outcome("followup", reason=messages[-1]) if messages else scene.outcome("ends")


def _followup(run: Run) -> str:
    said = answer(run) if run.exit == 0 and not failed(run) else None
    if not said:
        return ""
    message = said.get("followup_message")
    if not message and imported(run) and said.get("decision") == "block":
        message = said.get("reason")
    return message if isinstance(message, str) else ""
