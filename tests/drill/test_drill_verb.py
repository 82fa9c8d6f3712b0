"""The verb: its exit codes, its forms, its errors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drilling import HOOKS

from failshut.drill.faults import all_faults

NAIVE = ("--", "python3", "naive.py")


def failshut(*arguments: str, cwd: Path = HOOKS) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "failshut", *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_open_is_exit_1_and_says_how_to_mend() -> None:
    done = failshut("drill", "--hosts", "claude-code,codex", "--faults", "empty-input,no-home", *NAIVE)
    assert done.returncode == 1, done
    assert "✗ OPEN" in done.stdout
    words = " ".join(done.stdout.split())
    assert "OPEN when nothing on stdin, on Claude Code, Codex CLI. Refuse when the" in words
    assert "Claude Code: 2 faults, 1 open." in done.stdout
    assert done.stderr == ""


def test_shut_is_exit_0() -> None:
    done = failshut("drill", "--hosts", "kimi", "--details", "--faults", "no-home,bom", "--", "./shut.sh")
    assert done.returncode == 0, done
    assert "Kimi Code CLI · PreToolUse" in done.stdout  # one host: its own table, with proofs
    assert "Kimi Code CLI: 2 faults, 0 open." in done.stdout


def test_nothing_to_break_is_exit_3() -> None:
    done = failshut("drill", "--hosts", "kimi", "--faults", "bom", "--", "true")
    assert done.returncode == 3
    assert done.stderr.startswith("failshut: true refuses none of `git push --force origin main`, ")


def test_json_has_every_cell() -> None:
    names = "empty-input,no-home,missing-tool"
    done = failshut("drill", "--hosts", "claude-code", "--faults", names, "--format", "json", *NAIVE)
    told = json.loads(done.stdout)
    assert (told["version"], told["exit"], told["call"]) == (1, 1, "git push --force origin main")
    assert told["tools"] == ["python3"]
    assert [row["fault"] for row in told["results"]] == ["empty-input", "missing-tool:python3", "no-home"]
    row = told["results"][0]
    assert row["verdict"] == "open" and row["blocked"] is False and row["model_reads"] is False
    assert row["cell"].startswith("claude-code/pre-tool/") and row["proof"] and row["fix"]
    assert told["unbroken"][0]["refuses"]["model_reads"] is True


def test_junit_counts_what_is_open() -> None:
    done = failshut(
        "drill", "--hosts", "kimi", "--faults", "empty-input,no-home", "--format", "junit", *NAIVE
    )
    suite = ElementTree.fromstring(done.stdout).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "0")


@pytest.mark.parametrize(("form", "start"), [("markdown", "# Drill of"), ("html", "<!doctype html>")])
def test_other_forms(form: str, start: str) -> None:
    done = failshut("drill", "--hosts", "kimi", "--faults", "empty-input", "--format", form, *NAIVE)
    assert done.stdout.startswith(start) and "OPEN" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--hosts", "emacs"], "'emacs' is no host of ours"),
        (["--faults", "flood"], "no fault or group named 'flood'"),
        (["--events", "Never"], "none of these hosts has an event 'Never'"),
        (["--entry", "{"], "--entry: not JSON"),
        (["--entry", "[]"], "--entry takes one JSON object"),
        (["--env", "SURELY_NOT_SET"], "--env SURELY_NOT_SET: this variable isn't set"),
    ],
)
def test_mistakes_are_named(arguments: list[str], complaint: str) -> None:
    done = failshut("drill", *arguments, *NAIVE)
    assert done.returncode == 2
    assert complaint in done.stderr


def test_the_list_names_every_fault() -> None:
    done = failshut("drill", "--list")
    assert done.returncode == 0
    assert [line.split()[1] for line in done.stdout.splitlines()] == [fault.id for fault in all_faults()]
