"""Codex' other events: several hooks, long and strange reasons, which the recorded rows don't hold."""

from __future__ import annotations

import json

import pytest

from failshut.interpret import Run, interpret


def run(stdout: object = "", stderr: str = "", code: int = 0, **wiring: object) -> Run:
    text = stdout if isinstance(stdout, str) else json.dumps(stdout)
    return Run(exit=code, stdout=text, stderr=stderr, wiring={"command": "c", "where": "F", **wiring})


def block(reason: str) -> Run:
    return run({"decision": "block", "reason": reason})


def tell(event: str, text: str) -> Run:
    return run({"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}})


STOP = {"continue": False, "stopReason": "S"}


def test_the_reasons_of_all_hooks_replace_a_result() -> None:
    outcome = interpret(
        "codex", "PostToolUse", [block("A"), tell("PostToolUse", "C"), run(stderr="B\n", code=2)]
    )
    assert (outcome.effect, outcome.model_text, outcome.model_extra) == ("replaced", "A\n\nB", ("C",))


@pytest.mark.parametrize(
    ("answer", "effect", "text"),
    [
        (STOP, "replaced", "S"),
        (STOP | {"reason": "R"}, "replaced", "R"),
        ({"continue": False}, "replaced", "PostToolUse hook stopped execution"),
        ({"reason": "R"}, "ran", None),
        ({"decision": "block", "reason": " "}, "ran", None),
        ({"decision": "block", "reason": "R", "suppressOutput": True}, "ran", None),
        ({"continue": None}, "ran", None),
        ({"decision": "block", "reason": "R", "foo": 1}, "ran", None),
        ([{"decision": "block", "reason": "R"}], "ran", None),
    ],
)
def test_answers_after_a_call(answer: object, effect: str, text: str | None) -> None:
    outcome = interpret("codex", "PostToolUse", [run(answer)])
    assert (outcome.effect, outcome.model_text) == (effect, text)


def test_every_reason_to_go_on_is_a_message_and_a_stop_beats_them() -> None:
    two = [block("A & <B>"), run(stderr="C", code=2)]
    outcome = interpret("codex", "Stop", two)
    assert outcome.model_text == '<hook_prompt hook_run_id="stop:0:F">A &amp; &lt;B&gt;</hook_prompt>'
    assert outcome.model_extra == ('<hook_prompt hook_run_id="stop:1:F">C</hook_prompt>',)
    assert interpret("codex", "Stop", [*two, run(STOP)]).effect == "stopped"


def test_a_long_reason_to_go_on_names_its_file() -> None:
    text = interpret("codex", "Stop", [block("x" * 40_000)]).model_text or ""
    assert 10_000 < len(text) < 10_300
    assert "tokens truncated" in text
    assert text.endswith("Full hook output saved to: <path></hook_prompt>")


@pytest.mark.parametrize("event", ["UserPromptSubmit", "SessionStart"])
def test_all_contexts_reach_the_model(event: str) -> None:
    outcome = interpret("codex", event, [run("A\n"), tell(event, "B"), run(code=1)])
    assert (outcome.effect, outcome.model_text, outcome.model_extra) == ("context-added", "A", ("B",))


def test_a_refused_prompt_wins_over_a_context() -> None:
    outcome = interpret("codex", "UserPromptSubmit", [run("A"), block("R")])
    assert (outcome.effect, outcome.model_text) == ("blocked", None)


ASKS = {"approval_policy": "on-request"}


def decide(**decision: object) -> Run:
    return run({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}})


@pytest.mark.parametrize(
    ("runs", "effect", "text"),
    [
        (
            [decide(behavior="allow"), decide(behavior="deny", message="M")],
            "blocked",
            '"Rejected(\\"M\\")"',
        ),
        ([decide(behavior="deny", message='a "b"\n')], "blocked", '"Rejected(\\"a \\\\\\"b\\\\\\"\\")"'),
        ([decide(behavior="allow"), run(code=1)], "ran", None),
        ([decide(behavior="allow", interrupt=True)], "asked", None),
        ([decide(behavior="deny", updatedInput={"command": "x"})], "asked", None),
        ([decide(behavior="ask")], "asked", None),
        ([block("R")], "asked", None),
        ([run("yes")], "asked", None),
        (
            [run(stderr="R", code=2, event="PreToolUse"), decide(behavior="allow")],
            "blocked",
            "Command blocked by",
        ),
    ],
)
def test_questions_for_approval(runs: list[Run], effect: str, text: str | None) -> None:
    outcome = interpret("codex", "PermissionRequest", runs, tool="Bash", switches=ASKS)
    assert outcome.effect == effect
    assert (text or "") in (outcome.model_text or "")


def test_codex_exec_never_asks() -> None:
    switches = {"args": ["-s", "workspace-write"]}
    outcome = interpret("codex", "PermissionRequest", [decide(behavior="allow")], switches=switches)
    assert (outcome.effect, outcome.cell) == ("unknown", "codex/permission/never-asks")
    refused = Run(fired=False, wiring={"event": "PermissionRequest"})
    assert interpret("codex", "PermissionRequest", [refused], switches=switches) == outcome
    asked = {"approval_policy": "on-request"}
    unclear = interpret("codex", "PermissionRequest", [refused], switches=asked)
    assert unclear.cell == "codex/permission/not-called"


@pytest.mark.parametrize("event", ["SessionEnd", "Interrupt"])
def test_no_hook_has_a_say_at_the_end_of_a_session(event: str) -> None:
    assert interpret("codex", event, [run(STOP), run(stderr="R", code=2)]).effect == "ran"
