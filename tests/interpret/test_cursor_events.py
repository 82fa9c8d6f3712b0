"""Cursor's events besides the permission ones, by documents and reports."""

from __future__ import annotations

import json
from typing import Any

import pytest

from failshut.interpret import Outcome, Run, interpret


def say(event: str, *answers: Any, tool: str = "Shell", **more: Any) -> Outcome:
    runs = [one if isinstance(one, Run) else Run(stdout=json.dumps(one)) for one in answers]
    return interpret("cursor", event, runs, tool=tool, **more)


CASES: list[tuple[str, Any, str, str | None, str | None]] = [
    ("beforeSubmitPrompt", {"continue": False, "user_message": "U"}, "blocked", None, "U"),
    ("beforeSubmitPrompt", {"continue": True}, "ran", None, None),
    ("beforeSubmitPrompt", {}, "ran", None, None),
    ("beforeSubmitPrompt", {"continue": "no"}, "unknown", None, None),
    ("beforeSubmitPrompt", Run(), "ran", None, None),
    ("beforeSubmitPrompt", Run(stdout="oops"), "unknown", None, None),
    ("beforeSubmitPrompt", Run(exit=2, stderr="E\n"), "blocked", None, "E"),
    ("beforeSubmitPrompt", Run(exit=1), "ran", None, None),
    ("beforeSubmitPrompt", Run(timed_out=True, wiring={"failClosed": True}), "unknown", None, None),
    ("subagentStart", {"permission": "ask", "user_message": "U"}, "blocked", "U", "U"),
    ("beforeTabFileRead", {"permission": "deny", "user_message": "U"}, "blocked", "U", "U"),
    ("preToolUse", Run(wiring={"type": "prompt", "prompt": "Is it safe?"}), "unknown", None, None),
    ("postToolUse", {"additional_context": "C"}, "context-added", "C", None),
    ("postToolUse", {"permission": "deny"}, "ran", None, None),
    ("postToolUse", Run(exit=2, stderr="E"), "ran", None, None),
    ("postToolUse", {"updated_mcp_tool_output": {"a": 1}}, "ran", None, None),
    ("postToolUseFailure", {"additional_context": "C"}, "unknown", None, None),
    ("sessionStart", {"additional_context": "C"}, "context-added", "C", None),
    ("sessionStart", {"continue": False}, "ran", None, None),
    ("stop", {"followup_message": "Go on."}, "blocked", "Go on.", None),
    ("stop", {"decision": "block", "reason": "R"}, "ended", None, None),
    ("subagentStop", Run(exit=2, stderr="E"), "ended", None, None),
    ("sessionEnd", {"continue": False}, "ended", None, None),
    ("afterFileEdit", Run(exit=2, stderr="E"), "ran", None, None),
]


@pytest.mark.parametrize(("event", "answer", "effect", "model", "user"), CASES)
def test_an_answer(event: str, answer: Any, effect: str, model: str | None, user: str | None) -> None:
    outcome = say(event, answer)
    assert (outcome.effect, outcome.model_text, outcome.user_text or None) == (effect, model, user)


@pytest.mark.parametrize(
    ("event", "effect"),
    [("preToolUse", "replaced"), ("beforeShellExecution", "ran"), ("subagentStart", "ran")],
)
def test_only_one_event_takes_a_new_input(event: str, effect: str) -> None:
    assert say(event, {"permission": "allow", "updated_input": {"command": "x"}}).effect == effect


def test_only_results_of_mcp_tools_are_replaced() -> None:
    outcome = say("postToolUse", {"updated_mcp_tool_output": {"a": 1}}, tool="MCP:add")
    assert (outcome.effect, outcome.model_text) == ("replaced", '{"a":1}')


def test_an_imported_stop_hook_may_block() -> None:
    block = json.dumps({"decision": "block", "reason": "R"})
    outcome = say("stop", Run(stdout=block, wiring={"where": "~/.claude/settings.json"}))
    assert (outcome.effect, outcome.model_text) == ("blocked", "R")


def test_one_hook_that_says_no_holds_a_prompt_back() -> None:
    no = {"continue": False, "user_message": "U"}
    assert say("beforeSubmitPrompt", {"continue": True}, no, no).user_text == "U\nU"


def test_sources_that_differ_give_the_worse_or_nothing() -> None:
    rewritten = {"permission": "allow", "updated_input": {"content": "x"}}
    assert say("preToolUse", rewritten).effect == "replaced"
    assert say("preToolUse", rewritten, tool="Write").effect == "ran"
    assert say("preToolUse", Run(stdout="oops")).effect == "blocked"
    assert say("preToolUse", Run(stdout="oops"), version="2026.09.10").effect == "unknown"
