"""Answers of a guard, whole and corrupted, do on each host what the tables say."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from failshut.interpret import Run, contract, interpret
from failshut.interpret.types import Outcome

TABLE = Path(__file__).parent.parent / "fixtures" / "outcomes" / "answers.toml"
ANSWERS: list[dict[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["answer"]
EVENT = {"copilot": "preToolUse", "gemini": "BeforeTool"}


def ask(answer: dict[str, Any], *more: Run) -> Outcome:
    code, late = answer.get("exit", 0), answer.get("late", False)
    wiring = {"command": "C", "where": "W", "name": "failshut", **answer.get("wiring", {})}
    run = Run(
        exit=None if code < 0 or (late and "exit" not in answer) else code,
        signal=-code if code < 0 else None,
        stdout=answer.get("stdout", ""),
        stderr=answer.get("stderr", ""),
        timed_out=late,
        wiring=wiring,
    )
    return interpret(
        answer["host"],
        answer.get("event", EVENT.get(answer["host"], "PreToolUse")),
        [run, *more],
        tool="bash" if answer["host"] == "copilot" else "Bash",
        switches=answer.get("switches", {}),
        call_text="K",
        version=answer.get("version"),
    )


@pytest.mark.parametrize(
    "answer", ANSWERS, ids=[f"{n}-{a['host']}-{a['effect']}" for n, a in enumerate(ANSWERS)]
)
def test_answer(answer: dict[str, Any]) -> None:
    outcome = ask(answer)
    assert (outcome.effect, outcome.model_text) == (answer["effect"], answer.get("model"))
    if "user" in answer:
        assert outcome.user_text == answer["user"]
    assert outcome.evidence == answer.get("evidence", "measured")
    assert outcome.cell.removeprefix(f"{answer['host']}/") in contract(answer["host"]).cells


def test_every_host_has_answers_that_pass_and_answers_that_refuse() -> None:
    told = {(answer["host"], answer["effect"]) for answer in ANSWERS}
    for host in ("claude-code", "codex", "copilot", "gemini", "kimi", "cursor", "antigravity"):
        assert {(host, "ran"), (host, "blocked")} <= told


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini", "kimi"])
def test_a_refusal_beats_a_silent_neighbour(host: str) -> None:
    refusal = {"host": host, "stderr": "R", "exit": 2}
    outcome = ask(refusal, Run(wiring={"command": "D"}), Run(exit=1, wiring={"command": "E"}))
    assert outcome.effect == "blocked"
    assert "R" in (outcome.model_text or "")


def test_copilot_stops_at_the_first_refusal_or_crash() -> None:
    deny = '{"permissionDecision":"deny","permissionDecisionReason":"%s"}'
    first = {"host": "copilot", "stdout": deny % "R1"}
    assert ask(first, Run(exit=1)).model_text == "Denied by preToolUse hook: R1"
    crash = ask({"host": "copilot", "exit": 1}, Run(stdout=deny % "R2"))
    assert crash.model_text == 'Denied by preToolUse hook from "W" (hook errored)'


def test_codex_names_other_tools_and_cuts_reason_and_call_together() -> None:
    refuse = Run(exit=2, stderr="R", wiring={"command": "C"})
    other = interpret("codex", "PreToolUse", [refuse], tool="mcp__a__b", call_text="K")
    assert other.model_text == "Tool call blocked by PreToolUse hook: R. Tool: mcp__a__b"
    call = "x" * 1_000_000
    long = interpret("codex", "PreToolUse", [refuse], tool="Bash", call_text=call).model_text or ""
    assert long.startswith("Command blocked by PreToolUse hook: R. Command: xxx")
    assert len(long) == 12025  # as measured for a call of 1 MB
    wide = interpret(
        "codex", "PreToolUse", [refuse], tool="Bash", call_text=call, switches={"model": "gpt-5.5"}
    )
    assert 48_000 < len(wide.model_text or "") < 48_100


def test_limits_cut_on_claude_code_and_kimi_only() -> None:
    def text(host: str, size: int) -> str:
        run = Run(exit=2, stderr="A" * size, wiring={"command": "C"})
        event = EVENT.get(host, "PreToolUse")
        return interpret(host, event, [run], tool="Bash").model_text or ""

    assert "A" * 30_000 in text("claude-code", 30_000)
    assert "[10015 characters truncated]" in text("claude-code", 60_000 + 10)
    assert "A" * 45_000 in text("kimi", 45_000)
    assert text("kimi", 60_000).count("A") == 2_000
    assert text("gemini", 200_000).count("A") == 200_000


@pytest.mark.parametrize(
    ("host", "matcher", "tool", "cell"),
    [
        ("codex", "Edit|Write", "Bash", "unmatched"),
        ("codex", "Edit|Write", "Write", "not-called"),
        ("codex", None, "write_stdin", "unhooked"),
        ("claude-code", "Bas", "Bash", "unmatched"),
        ("claude-code", "Bash[", "Bash", "unmatched"),
        ("claude-code", "Write, Bash", "Bash", "not-called"),
        ("kimi", "*", "Bash", "unmatched"),
        ("kimi", "(?i)bash", "Bash", "unmatched"),
        ("kimi", "as", "Bash", "not-called"),
        ("gemini", "*", "run_shell_command", "not-called"),
        ("copilot", "ba", "bash", "unmatched"),
        ("copilot", "ba.*|edit", "bash", "not-called"),
    ],
)
def test_a_hook_that_was_not_called_has_no_say(
    host: str, matcher: str | None, tool: str, cell: str
) -> None:
    wiring = {"matcher": matcher} if matcher else {}
    run = Run(exit=2, stderr="R", wiring=wiring, fired=False)
    outcome = interpret(host, EVENT.get(host, "PreToolUse"), [run], tool=tool)
    assert outcome.cell == f"{host}/pre-tool/{cell}"
    assert outcome.effect == ("unknown" if cell == "not-called" else "ran")
    assert outcome.model_text is None


def test_copilot_drops_plain_http_without_its_switch() -> None:
    run = Run(wiring={"type": "http", "url": "http://127.0.0.1/x"}, fired=False)
    assert interpret("copilot", "preToolUse", [run]).cell == "copilot/pre-tool/dropped"
    allowed = {"env": {"COPILOT_HOOK_ALLOW_LOCALHOST": "1"}}
    outcome = interpret("copilot", "preToolUse", [run], switches=allowed)
    assert outcome.cell == "copilot/pre-tool/not-called"
