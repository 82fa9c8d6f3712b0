"""The verb: flags, rows, versions, errors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

OUTCOMES = Path(__file__).parent.parent / "fixtures" / "outcomes"


def failshut(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "failshut", "simulate", *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def told(*arguments: str) -> dict[str, object]:
    done = failshut(*arguments, "--format", "json")
    assert done.returncode == 0, done
    value = json.loads(done.stdout)
    assert isinstance(value, dict)
    return value


BLOCK = ("--wiring", '{"onFailure": "block", "command": "./guard"}', "--exit", "1", "--stderr", "no jq")


def test_the_same_run_differs_by_version() -> None:
    old = told("claude-code", *BLOCK, "--version", "2.1.294")
    new = told("claude-code", *BLOCK, "--version", "2.1.295")
    assert (old["effect"], new["effect"]) == ("ran", "blocked")
    assert old["evidence"] == "measured" and "as without the key" in str(old["source"])
    assert "no jq" in str(new["model_text"])


def test_a_newer_version_is_assumed_and_says_so() -> None:
    newer = told("claude-code", *BLOCK, "--version", "9.0")
    assert (newer["effect"], newer["evidence"]) == ("blocked", "assumed")
    assert newer["note"] == "9.0: not measured, assumed as 2.1.332 (measured)"
    text = failshut("claude-code", *BLOCK, "--version", "9.0").stdout
    assert "9.0: not measured, assumed as 2.1.332" in text


def test_text_says_what_each_side_reads_and_why() -> None:
    done = failshut("copilot", "--exit", "2", "--stderr", "Use main.")
    assert done.returncode == 0
    assert "effect      blocked: refused" in done.stdout
    assert "│ Denied by preToolUse hook: hook exited with code 2" in done.stdout
    assert "because     copilot/pre-tool/exit-2: " in done.stdout
    assert "evidence    measured · 1.0.102 · 2026-" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "effect"),
    [
        (("gemini", "--timed-out"), "ran"),
        (("codex", "--exit", "2", "--stderr", "R", "--holds-pipe"), "ran"),
        (("claude-code", "--exit", "2", "--stderr", "R", "--holds-pipe"), "blocked"),
        (("kimi", "--signal", "9"), "ran"),
        (("copilot", "--spawn-error", "ENOENT"), "blocked"),
        (("kimi", "Stop", "--exit", "2", "--stderr", "R"), "blocked"),
        (("antigravity",), "ran"),
    ],
)
def test_flags(arguments: tuple[str, ...], effect: str) -> None:
    assert told(*arguments)["effect"] == effect


def test_a_file_can_be_the_output(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_text('{"decision": "deny", "reason": "Ask first."}')
    assert "Ask first." in str(told("gemini", "--stdout", f"@{file}")["model_text"])
    done = failshut("gemini", "--stdout", f"@{tmp_path}/none")
    assert done.returncode == 2 and "none: No such file" in done.stderr


@pytest.mark.parametrize("host", ["claude-code", "codex", "copilot", "gemini", "kimi"])
@pytest.mark.parametrize("rows", ["pre-tool", "events"])
def test_recorded_rows_are_answered_in_order(host: str, rows: str) -> None:
    path = OUTCOMES / host / f"{rows}.jsonl"
    recorded = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    done = failshut("--jsonl", str(path))
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["case"] for answer in answers] == [row["case"] for row in recorded]
    fired = [
        (row["effect"], answer["effect"])
        for row, answer in zip(recorded, answers, strict=True)
        if row.get("fired") and row["effect"] != "other"
    ]
    assert [pair for pair in fired if pair[0] != pair[1]] == []


def test_rows_that_cannot_be_read_have_an_error_in_their_place() -> None:
    good = '{"id": 1, "host": "kimi", "event": "PreToolUse", "hook": {"exit": 2, "stderr": "R"}}'
    bad = [
        "[]",
        "{",
        '{"id": 2, "host": "emacs", "event": "X"}',
        '{"host": "kimi"}',
        '{"host": "kimi", "event": 1}',
    ]
    bad.append('{"host": "kimi", "event": "PreToolUse", "hooks": ["x"]}')
    done = failshut("--jsonl", "-", given="\n".join([good, *bad, "", good]))
    assert done.returncode == 2
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("effect") for answer in answers] == ["blocked", *[None] * len(bad), "blocked"]
    assert answers[2] == {
        "line": 3,
        "error": "not JSON: Expecting property name enclosed in double quotes (column 1)",
    }
    assert answers[3]["id"] == 2 and "no host named 'emacs'" in answers[3]["error"]
    assert done.stderr.count("failshut: -:") == len(bad)


def test_the_call_is_a_placeholder_until_it_is_told() -> None:
    refused = ("codex", "--exit", "2", "--stderr", "R")
    assert str(told(*refused)["model_text"]).endswith("Command: <call>")
    assert str(told(*refused, "--call", "rm x")["model_text"]).endswith("Command: rm x")


def test_nothing_to_look_at() -> None:
    assert failshut("--jsonl", "-", given="\n").returncode == 3
    assert failshut("--jsonl", "/no/such/file").returncode == 2
    done = failshut()
    assert done.returncode == 2 and "name a HOST" in done.stderr
    done = failshut("kimi", "Never")
    assert done.returncode == 2 and "Kimi Code CLI has no event 'Never'. It has: PreToolUse" in done.stderr


KIMI = '{"host": "kimi", "event": "PreToolUse", '
HOSTILE = {
    "nested too deep": KIMI + '"x": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "a huge number": KIMI + '"x": ' + "9" * 5000 + "}",
    "a length": KIMI + '"hook": {"exit": 2, "stderr": "a…", "stderr_len": 1e30}}',
    "a long length": json.dumps(
        {"host": "kimi", "event": "PreToolUse", "hook": {"exit": 2, "stderr": "a…", "stderr_len": 10**13}}
    ),
    "half a pair": '{"host": "kimi", "event": "PreToolUse", "hook": {"exit": 2, "stderr": "\\ud800 no"}}',
    "a slow matcher": json.dumps(
        {
            "host": "gemini",
            "event": "BeforeTool",
            "tool": "a" * 40 + "!",
            "hook": {"exit": 0, "wiring": {"matcher": "(a+)+$"}, "fired": False},
        }
    ),
    "deep files": json.dumps({"host": "claude-code", "config": "[" * 100_000}),
    "a command that is a list": json.dumps(
        {"host": "kimi", "event": "UserPromptSubmit", "hook": {"exit": 2, "wiring": {"command": []}}}
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_row_costs_its_own_line_only(name: str) -> None:
    good = '{"id": 1, "host": "kimi", "event": "PreToolUse", "hook": {"exit": 2, "stderr": "R"}}'
    done = failshut("--jsonl", "-", given=f"{good}\n{HOSTILE[name]}\n{good}\n")
    assert done.returncode in (0, 2), done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 3
    assert answers[0]["effect"] == answers[2]["effect"] == "blocked"


@pytest.mark.parametrize("version", ["", "latest", "1\n2", "9" * 100])
def test_what_is_no_version_is_said(version: str) -> None:
    done = failshut("antigravity", "--version", version)
    assert done.returncode == 2 and "is no version number" in done.stderr


def test_a_row_with_a_version_in_words_is_answered_as_the_contracts_own() -> None:
    row = json.dumps(
        {"host": "antigravity", "event": "PreToolUse", "host_version": "latest", "hook": {"exit": 0}}
    )
    told = json.loads(failshut("--jsonl", "-", given=row).stdout)
    assert (told["effect"], told["evidence"]) == ("ran", "assumed")
