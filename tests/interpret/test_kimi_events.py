"""Kimi Code CLI's other events: who refuses, what the model and the person read, what is ignored."""

from __future__ import annotations

import json

import pytest

from failshut.interpret import Run, contract, interpret
from failshut.interpret.types import Outcome

BOOK = contract("kimi")
DENY = '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"R"}}'
EFFECT = {"deny": "blocked", "tell": "context-added"}
WAITS = ("PreToolUse", "UserPromptSubmit", "Stop")


def ask(event: str, *runs: Run) -> Outcome:
    return interpret("kimi", event, runs, tool="Bash", switches={"args": ["-p", "x"]})


def test_every_event_has_its_table_and_its_payload() -> None:
    assert len(BOOK.events) == 20
    for event, table in BOOK.events.items():
        for name in ("matcher", "matches-all", "unmatched", "not-called", "answers"):
            assert BOOK.has(f"{table}/{name}"), (table, name)
        assert json.loads(BOOK.phrase(f"payload/{event}"))["hook_event_name"] == event
    assert "@COMMAND@" in BOOK.phrase("payload/PreToolUse")


@pytest.mark.parametrize("event", sorted(BOOK.events))
def test_the_answers_of_a_table_have_their_effect(event: str) -> None:
    for verdict, form in BOOK.table(f"{BOOK.events[event]}/answers").items():
        stdout = str(form).replace("@EVENT@", event).replace("@REASON@", "R")
        assert ask(event, Run(stdout=stdout, wiring={"command": "C"})).effect == EFFECT[verdict]


@pytest.mark.parametrize("run", [Run(exit=2, stderr="R"), Run(stdout=DENY)])
@pytest.mark.parametrize("event", sorted(BOOK.events))
def test_three_events_refuse_and_no_others(event: str, run: Run) -> None:
    outcome = ask(event, run)
    assert (outcome.effect == "blocked") == (event in WAITS)
    if event not in WAITS:
        assert (outcome.model_text, outcome.user_text) == (None, None)


@pytest.mark.parametrize("run", [Run(exit=1), Run(exit=None, signal=9), Run(exit=127), Run(timed_out=True)])
@pytest.mark.parametrize("event", WAITS)
def test_every_failure_is_open(event: str, run: Run) -> None:
    assert ask(event, run).effect == ("ended" if event == "Stop" else "ran")


def test_a_held_pipe_loses_the_refusal() -> None:
    late = Run(exit=2, stderr="R", timed_out=True, holds_pipe=True)
    assert ask("UserPromptSubmit", late).cell == "kimi/prompt/timeout"


@pytest.mark.parametrize(
    ("stdout", "text"),
    [
        (" X\n", "X"),
        ('{"message":"X"}', "X"),
        ('{"hookSpecificOutput":{"message":"X"}}', "X"),
        ('{"decision":"block"}', '{"decision":"block"}'),
        ('{"message":7}', '{"message":7}'),
        ('{"a": "trunc', '{"a": "trunc'),
    ],
)
def test_what_a_prompt_hook_prints_is_read_by_the_model(stdout: str, text: str) -> None:
    outcome = ask("UserPromptSubmit", Run(stdout=stdout))
    assert outcome.model_text == f'<hook_result hook_event="UserPromptSubmit">\n{text}\n</hook_result>'
    assert outcome.user_text == f"• UserPromptSubmit hook\n  {text}"


def test_several_prompt_hooks() -> None:
    runs = [Run(stdout=text, wiring={"command": text}) for text in ("A", "B", "B")]
    outcome = ask("UserPromptSubmit", *runs)
    assert "\nA\n" in (outcome.model_text or "")
    assert len(outcome.model_extra) == 1
    refused = ask("UserPromptSubmit", *runs, Run(stdout=DENY), Run(exit=2, stderr="Q"))
    assert (refused.effect, refused.model_text) == ("blocked", None)
    assert "\n  R\n" in (refused.user_text or "")


def test_a_refusal_without_a_reason_names_its_event() -> None:
    assert ask("Stop", Run(exit=2)).model_text == "Blocked by Stop hook"
    assert "Blocked by UserPromptSubmit hook" in (ask("UserPromptSubmit", Run(exit=2)).user_text or "")
