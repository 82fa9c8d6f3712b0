"""Gemini CLI's other events: several hooks and answers that the recorded rows don't hold."""

from __future__ import annotations

import json

import pytest

from failshut.interpret import Run, interpret


def run(stdout: object = "", stderr: str = "", code: int = 0) -> Run:
    text = stdout if isinstance(stdout, str) else json.dumps(stdout)
    return Run(exit=code, stdout=text, stderr=stderr, wiring={"command": "c"})


def tell(text: object) -> Run:
    return run({"hookSpecificOutput": {"additionalContext": text}})


DENY = {"decision": "deny", "reason": "R"}
STOP = {"continue": False, "stopReason": "S"}


@pytest.mark.parametrize(
    ("event", "effect"),
    [("AfterTool", "ran"), ("BeforeAgent", "ran"), ("AfterAgent", "ended"), ("SessionStart", "ran")],
)
def test_a_broken_neighbour_loses_every_answer(event: str, effect: str) -> None:
    outcome = interpret("gemini", event, [run(DENY), run({"hookSpecificOutput": "oops"})])
    assert outcome.effect == effect
    assert f"Hook event bus error for {event}" in (outcome.user_text or "")


@pytest.mark.parametrize("event", ["AfterTool", "BeforeAgent", "SessionStart"])
def test_all_contexts_are_joined(event: str) -> None:
    outcome = interpret("gemini", event, [tell("A"), tell(1), tell("<B>")])
    assert outcome.model_text == "<hook_context>A\n&lt;B&gt;</hook_context>"


def test_a_stop_beats_a_deny_and_all_stop_reasons_are_shown() -> None:
    outcome = interpret("gemini", "BeforeAgent", [run(DENY), run(STOP), run(STOP | {"stopReason": "T"})])
    assert (outcome.effect, outcome.user_text) == ("stopped", "Agent execution stopped: S\nT")


def test_the_end_of_a_turn_takes_no_context() -> None:
    assert interpret("gemini", "AfterAgent", [tell("A")]).effect == "ended"
    outcome = interpret("gemini", "AfterAgent", [run(DENY), run({"decision": "allow", "reason": "B"})])
    assert (outcome.effect, outcome.model_text) == ("blocked", "R\nB")


@pytest.mark.parametrize(
    ("runs", "effect"),
    [
        ([run(DENY)], "blocked"),
        ([run(DENY), run({"decision": "allow"})], "ran"),
        ([run({"decision": "allow"}), run(stderr="R", code=2)], "blocked"),
        ([run(STOP)], "stopped"),
        ([run({"hookSpecificOutput": {"llm_request": {"model": "m"}}})], "replaced"),
        ([run({"hookSpecificOutput": {"llm_response": {"candidates": []}}})], "ran"),
        ([run(DENY | {"hookSpecificOutput": {"llm_response": {"candidates": []}}})], "replaced"),
        ([run(DENY | {"hookSpecificOutput": "oops"})], "blocked"),
        ([run(code=1, stderr="E")], "ran"),
        ([Run(exit=None, timed_out=True)], "ran"),
    ],
)
def test_before_a_request_a_later_answer_replaces_an_earlier_one(runs: list[Run], effect: str) -> None:
    assert interpret("gemini", "BeforeModel", runs).effect == effect


def test_after_a_request_only_an_answer_with_parts_replaces() -> None:
    def outcome(parts: list[str]) -> str:
        answer = {"candidates": [{"content": {"parts": parts}}]}
        given = run({"hookSpecificOutput": {"llm_response": answer}})
        return interpret("gemini", "AfterModel", [given]).effect

    assert (outcome(["x"]), outcome([])) == ("replaced", "ran")


@pytest.mark.parametrize("event", ["SessionEnd", "Notification", "PreCompress", "BeforeToolSelection"])
def test_some_events_read_no_decision(event: str) -> None:
    outcome = interpret("gemini", event, [run(DENY | {"systemMessage": "M"}), run(STOP)])
    assert (outcome.effect, outcome.user_text) == ("ran", "Hook system message: M")
