"""Claude Code's other events: who wins, whose text is read, what versions know, what is ignored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from failshut.interpret import Run, contract, interpret
from failshut.interpret.types import Outcome

BOOK = contract("claude-code")
BLOCK = {"command": "C", "onFailure": "block"}
EFFECT = {"deny": "blocked", "ask": "asked", "allow": "ran", "stop": "stopped"} | {
    "tell": "context-added",
    "replace": "replaced",
    "retry": "context-added",
}


def ask(event: str, *runs: Run, tool: str = "Bash", **more: Any) -> Outcome:
    return interpret("claude-code", event, runs, tool=tool, **more)


def says(event: str, **inner: object) -> str:
    return json.dumps({"hookSpecificOutput": {"hookEventName": event, **inner}})


@pytest.mark.parametrize(
    ("tool", "denied", "cell"),
    [
        ("Bash", ["Read", "Bash"], "tool-disabled"),
        ("Bash", ["Bash(x *)"], "not-called"),
        ("Shell", [], "tool-unknown"),
        ("mcp__a__b", [], "not-called"),
    ],
)
def test_calls_that_are_refused_before_any_hook(tool: str, denied: list[str], cell: str) -> None:
    run = Run(fired=False, exit=2, stderr="R")
    outcome = interpret(
        "claude-code", "PreToolUse", [run], tool=tool, switches={"permissions": {"deny": denied}}
    )
    assert (outcome.effect, outcome.cell) == ("unknown", f"claude-code/pre-tool/{cell}")
    assert outcome.model_text is None if cell == "not-called" else tool in (outcome.model_text or "")


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("T", None),
        ({"stdout": "T", "stderr": "", "interrupted": False}, "T"),
        ({"stdout": "T", "stderr": "E"}, None),
        ([1], None),
    ],
)
def test_what_the_model_reads_of_a_replaced_result(output: object, text: str | None) -> None:
    inner = {"hookEventName": "PostToolUse", "updatedToolOutput": output}
    run = Run(stdout=json.dumps({"hookSpecificOutput": inner}))
    outcome = interpret("claude-code", "PostToolUse", [run], tool="Bash")
    assert (outcome.effect, outcome.model_text) == ("replaced", text)


def test_every_event_that_the_program_names_has_its_table() -> None:
    assert len(BOOK.events) == 34
    for table in set(BOOK.events.values()):
        for name in ("matcher", "matches-all", "unmatched", "not-called", "answers"):
            assert BOOK.has(f"{table}/{name}"), (table, name)


def test_every_event_has_a_sample_of_what_the_host_sends() -> None:
    for event in BOOK.events:
        assert json.loads(BOOK.phrase(f"payload/{event}"))["hook_event_name"] == event
    assert "@COMMAND@" in BOOK.phrase("payload/PreToolUse")


@pytest.mark.parametrize("event", sorted(BOOK.events))
def test_the_answers_of_a_table_have_their_effect(event: str) -> None:
    table = BOOK.events[event]
    for verdict, form in BOOK.table(f"{table}/answers").items():
        stdout = str(form).replace("@EVENT@", event).replace("@REASON@", "R")
        outcome = ask(event, Run(stdout=stdout, wiring={"command": "C"}))
        special = {("post-tool", "deny"), ("post-failure", "deny")}
        want = "context-added" if (table, verdict) in special else EFFECT[verdict]
        assert outcome.effect == want, (event, verdict, outcome)


@pytest.mark.parametrize("event", ["PreToolUse", "UserPromptSubmit", "PermissionRequest", "ConfigChange"])
@pytest.mark.parametrize(
    ("version", "closed", "evidence"),
    [
        ("2.1.294", False, "own"),
        ("2.1.295", True, "assumed"),
        ("2.1.332", True, "own"),
        ("3.0", True, "assumed"),
    ],
)
def test_the_switch_is_known_since_its_version(
    event: str, version: str, closed: bool, evidence: str
) -> None:
    outcome = ask(event, Run(exit=1, stderr="E\n", wiring=BLOCK), version=version)
    table = BOOK.events[event]
    if closed:
        assert outcome.effect == "blocked"
    else:
        assert outcome.effect == ("asked" if event == "PermissionRequest" else "ran")
        assert outcome.cell == f"claude-code/{table}/on-failure-unknown"
        assert (outcome.version, outcome.note) == ("2.1.294", "")
    own = BOOK.cells[outcome.cell.removeprefix("claude-code/")].evidence
    assert outcome.evidence == (own if evidence == "own" else evidence)
    assert bool(outcome.note) == (evidence == "assumed")


@pytest.mark.parametrize(
    "dead", [Run(exit=None, timed_out=True, wiring=BLOCK), Run(exit=127, wiring=BLOCK)]
)
def test_an_old_version_ignores_the_switch_for_every_failure(dead: Run) -> None:
    assert ask("PreToolUse", dead, version="2.1.294").cell.endswith("/on-failure-unknown")
    assert ask("PreToolUse", dead).effect == "blocked"


def test_a_failure_without_the_switch_is_no_matter_of_versions() -> None:
    old = ask("PreToolUse", Run(exit=1, wiring={"command": "C"}), version="2.1.294")
    assert old.cell.endswith("/failed-quiet")


@pytest.mark.parametrize("event", ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle", "SessionStart"])
def test_events_that_ignore_the_switch(event: str) -> None:
    for run in (Run(exit=1, wiring=BLOCK), Run(exit=None, timed_out=True, wiring=BLOCK)):
        for version in ("2.1.294", "2.1.332"):
            assert ask(event, run, version=version).effect == ("ended" if "Stop" in event else "ran")


@pytest.mark.parametrize("kind", ["prompt", "agent"])
def test_types_that_ignore_the_switch(kind: str) -> None:
    wiring = {"type": kind, "prompt": "P", "onFailure": "block"}
    assert ask("PreToolUse", Run(exit=None, timed_out=True, wiring=wiring)).effect == "ran"


def test_async_hooks_ignore_the_switch() -> None:
    outcome = ask("PreToolUse", Run(exit=2, stderr="R", wiring=BLOCK | {"async": True}))
    assert outcome.cell == "claude-code/pre-tool/async-config"


def test_how_prompts_were_judged_changed_with_a_version() -> None:
    old, new = (BOOK.cell("pre-tool/prompt-wording", version) for version in ("2.1.293", "2.1.294"))
    assert old.evidence == new.evidence == "measured"
    assert old.value != new.value


def test_a_session_without_flags_was_in_auto_mode_once() -> None:
    silent, flags = Run(exit=0, wiring={"command": "C"}), {"flags": []}
    cells = [
        interpret("claude-code", "PreToolUse", [silent], tool="Bash", switches=flags, version=version).cell
        for version in ("2.1.301", "2.1.302")
    ]
    assert cells == ["claude-code/pre-tool/mode-checked", "claude-code/pre-tool/mode-asked"]


def test_what_a_refused_stop_tells_the_model_changed() -> None:
    refusal = Run(exit=2, stderr="GO ON", wiring={"command": "C"})
    old, new = (ask("Stop", refusal, version=version).model_text for version in ("2.1.330", "2.1.331"))
    assert old == "Stop hook feedback:\n[C]: GO ON"
    assert new is not None and new.startswith("<system-reminder>") and old in new


def test_the_first_decision_in_time_answers_a_permission_request() -> None:
    allow = says("PermissionRequest", decision={"behavior": "allow"})
    deny = says("PermissionRequest", decision={"behavior": "deny", "message": "R"})
    slow = Run(stdout=deny, wiring={"command": "sleep 1; D", "seconds": 1.0})
    assert ask("PermissionRequest", slow, Run(stdout=allow, wiring={"command": "A"})).effect == "ran"
    late = Run(exit=None, timed_out=True, wiring=BLOCK | {"timeout": 5})
    outcome = ask("PermissionRequest", late, slow)
    assert (outcome.effect, outcome.model_text) == ("blocked", "R")


def test_two_refusals_of_a_turn_are_both_read() -> None:
    runs = [Run(exit=2, stderr="one", wiring={"command": "A"}), Run(exit=2, wiring={"command": "B"})]
    outcome = ask("Stop", *runs)
    assert outcome.effect == "blocked"
    assert "Stop hook feedback:\n[A]: one\n" in (outcome.model_text or "")
    assert "[B]: No stderr output" in outcome.model_extra[0]
    assert outcome.user_text == "stop hook problem · ctrl+o to see"


def test_feedback_and_context_after_a_tool_call_both_arrive() -> None:
    runs = [
        Run(stdout=says("PostToolUse", additionalContext="X"), wiring={"command": "A"}),
        Run(stdout='{"decision":"block","reason":"R"}', wiring={"command": "B"}),
    ]
    outcome = ask("PostToolUse", *runs)
    assert outcome.model_text == 'PostToolUse:Bash hook blocking error from command: "B": R'
    assert outcome.model_extra == ("PostToolUse:Bash hook additional context: X",)


@pytest.mark.parametrize(
    ("event", "run", "effect", "model", "user"),
    [
        (
            "UserPromptSubmit",
            Run(stdout='{"a": "trunc'),
            "context-added",
            "UserPromptSubmit hook success: {}",
            None,
        ),
        ("UserPromptSubmit", Run(stdout='{"decision":"deny"}'), "ran", None, None),
        (
            "UserPromptSubmit",
            Run(stdout='{"continue":false,"stopReason":"R"}'),
            "stopped",
            None,
            "Operation stopped by hook: R",
        ),
        ("UserPromptSubmit", Run(stdout=says("UserPromptSubmit", permissionDecision=7)), "ran", None, None),
        ("SessionStart", Run(exit=2, stderr="R"), "ran", None, None),
        ("SessionStart", Run(stdout="X\n"), "context-added", "SessionStart:startup hook success: X", None),
        ("PostToolBatch", Run(exit=2, stderr="R"), "stopped", None, None),
        ("PostCompact", Run(exit=2, stderr="R"), "ran", None, "[C]: R"),
        ("PreModelSwitch", Run(exit=None, timed_out=True), "blocked", None, None),
        ("WorktreeCreate", Run(exit=1), "blocked", None, None),
        ("WorktreeCreate", Run(stdout="/tree\n"), "replaced", None, None),
        ("Notification", Run(exit=2, stderr="R"), "ran", None, None),
    ],
)
def test_single_answers(event: str, run: Run, effect: str, model: str | None, user: str | None) -> None:
    wired = Run(run.exit, run.signal, run.stdout, run.stderr, run.timed_out, wiring={"command": "C"})
    outcome = ask(event, wired)
    text = model.format(run.stdout) if model else None
    assert (outcome.effect, outcome.model_text, outcome.user_text) == (effect, text, user)
