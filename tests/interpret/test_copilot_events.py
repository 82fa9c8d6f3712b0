"""Copilot's rules beyond single runs: merged answers, several hooks, versions, unmeasured corners."""

from __future__ import annotations

import json
from typing import Any

import pytest

from failshut.interpret import Outcome, Run, interpret

HTTP = {"type": "http", "url": "https://guard.example/x"}


def say(event: str, *answers: Any, tool: str = "bash", **more: Any) -> Outcome:
    runs = [one if isinstance(one, Run) else Run(stdout=json.dumps(one)) for one in answers]
    return interpret("copilot", event, runs, tool=tool, **more)


def told(outcome: Outcome) -> tuple[str, str | None]:
    return outcome.effect, outcome.model_text


PERMISSION = "Permission denied by a PermissionRequest hook: "


@pytest.mark.parametrize(
    ("answers", "effect", "text"),
    [
        (({"behavior": "allow"}, {"behavior": "deny", "message": "M"}), "blocked", PERMISSION + "M"),
        (({"behavior": "deny", "message": "M"}, {"behavior": "allow"}), "ran", None),
        (({"behavior": "deny", "message": "M"}, {"interrupt": True}), "stopped", None),
        ((Run(exit=None, signal=9),), "blocked", PERMISSION + "Permission request hook failed"),
        ((Run(exit=1), {"behavior": "allow"}), "unknown", None),
        ((Run(stdout="oops"),), "ran", None),
        ((Run(stdout="oops", wiring=HTTP),), "blocked", PERMISSION + "Permission request hook failed"),
        ((Run(exit=2, timed_out=True),), "ran", None),
    ],
)
def test_answers_to_a_permission_request_are_merged(
    answers: tuple[Any, ...], effect: str, text: str | None
) -> None:
    for event in ("permissionRequest", "PermissionRequest"):
        assert told(say(event, *answers)) == (effect, text)


def test_the_host_decides_on_a_request_that_no_hook_decides() -> None:
    flags = {"args": ["--deny-tool", "shell"]}
    assert say("permissionRequest", {}, switches=flags).cell == "copilot/pre-tool/rule-denied"
    assert say("PermissionRequest", {}, tool="Bash", switches=flags).effect == "blocked"
    assert say("permissionRequest", {}, tool="view", switches={"args": []}).effect == "ran"
    silent = Run(fired=False)
    assert say("permissionRequest", silent, tool="view").cell == "copilot/permission/unhooked"


def test_a_permission_hook_that_allows_beside_preToolUse_spares_the_question() -> None:
    allow = Run(stdout='{"behavior":"allow"}', wiring={"event": "permissionRequest"})
    ask = interpret("copilot", "preToolUse", [Run()], tool="bash", switches={"args": []})
    assert ask.effect == "asked"
    spared = interpret("copilot", "preToolUse", [Run(), allow], tool="bash", switches={"args": []})
    assert spared.effect == "ran"


def test_contexts_after_a_tool_are_joined_and_capped() -> None:
    head = 'Tool "bash" succeeded. Additional guidance from postToolUse hooks:\n'
    contexts = ({"additionalContext": "A"}, {"additionalContext": "B"})
    assert told(say("postToolUse", *contexts)) == ("context-added", head + "A\n\nB")
    assert say("PostToolUse", *contexts, tool="Bash").model_text == head + "A\n\nB"
    assert len(say("postToolUse", {"additionalContext": "A" * 20000}).model_text or "") == len(head) + 10240


def test_a_failed_call_takes_stderr_of_exit_2_as_guidance() -> None:
    runs = (
        Run(exit=2, stderr="E\n"),
        {"additionalContext": "C"},
        Run(exit=2, stderr="late", timed_out=True),
    )
    head = 'Tool "view" failed. Additional guidance from postToolUseFailure hooks:\n'
    assert say("postToolUseFailure", *runs, tool="Read").model_text == head + "C\n\nE"


@pytest.mark.parametrize("event", ["agentStop", "Stop", "subagentStop", "SubagentStop"])
def test_the_first_block_with_a_reason_sends_a_turn_back(event: str) -> None:
    block = {"decision": "block", "reason": "R"}
    assert told(say(event, {"decision": "block"}, block, {"modifiedResponse": "X"})) == ("blocked", "R")
    assert say(event, Run(exit=2, stdout=json.dumps(block))).effect == "ended"
    assert say(event, Run(stdout=json.dumps(block), timed_out=True)).effect == "ended"


def test_of_several_rewrites_the_last_one_counts() -> None:
    assert told(say("subagentStop", {"modifiedResponse": "A"}, {"modifiedResponse": "B"})) == (
        "replaced",
        "B",
    )
    both = say(
        "userPromptSubmitted", {"modifiedPrompt": "A", "additionalContext": "C"}, {"modifiedPrompt": "B"}
    )
    assert told(both) == ("replaced", "B")
    assert both.model_extra == ("<system_reminder>\nC\n</system_reminder>",)


def test_what_nobody_measured_is_unknown() -> None:
    assert say("userPromptSubmitted", {"decision": "block"}).effect == "unknown"
    assert say("postToolUse", {"decision": "block"}).effect == "unknown"
    assert say("preMcpToolCall", {"permissionDecision": "deny"}).effect == "unknown"
    assert say("preMcpToolCall", Run()).effect == "ran"


def test_a_prompt_entry_types_in_terminal_sessions_only() -> None:
    entry = Run(wiring={"type": "prompt", "prompt": "/help"})
    assert say("sessionStart", entry, tool="").effect == "ran"
    assert told(say("sessionStart", entry, tool="", switches={"ui": "interactive"})) == (
        "context-added",
        "/help",
    )


def test_a_failed_http_hook_is_open_in_versions_that_a_text_calls_open() -> None:
    refused = Run(exit=None, spawn_error="connection refused", wiring=HTTP)
    assert say("preToolUse", refused).effect == "blocked"
    assert say("preToolUse", refused, version="1.0.102").evidence == "measured"
    later = say("preToolUse", refused, version="1.0.105")
    assert (later.effect, later.evidence) == ("ran", "reported")
    assert say("preToolUse", Run(exit=1), version="1.0.105").evidence == "assumed"
