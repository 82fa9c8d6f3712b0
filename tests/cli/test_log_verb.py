"""`failshut log` shows what hook runs wrote into the record."""

import json
import time
from pathlib import Path

import pytest
import wiring_common as common

from failshut.cli import log
from failshut.hot import record
from failshut.model import DENY, PASS, Call, Verdict

NOW = time.time()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with a record of three decisions in two sessions."""
    folder = str(tmp_path / ".local/state/failshut/log")
    token = "ghp_" + "a1B2" * 9
    for session, minutes, command, verdict in (
        ("b", 90, "git push", Verdict(PASS)),
        ("a", 20, "git push -f", Verdict(DENY, rule="git/force-push", source="pack baseline/git:3")),
        ("b", 10, f"curl -H 'X: {token}' https://x.example", Verdict(PASS, marks=("paused: a/b",))),
    ):
        monkeypatch.setattr(record.time, "time", lambda at=NOW - 60 * minutes: at)
        call = Call("codex", "shell", "Bash", session=session, cwd="/w")
        call.command = command
        assert record.append(folder, call, verdict, "/w")
    monkeypatch.setattr(log, "_now", lambda: NOW)
    return tmp_path


def test_lines_are_in_order_of_time_whatever_the_session(home: Path) -> None:
    done = common.failshut("log", "--home", home)
    assert done.code == 0
    first, second, third = done.stdout.splitlines()
    assert "codex" in first and "pass  -  git push" in first
    assert second.endswith("deny  git/force-push  git push -f")
    assert "[paused: a/b]" in third and "ghp_" not in third


def test_since_and_refused_choose(home: Path) -> None:
    assert len(common.failshut("log", "--home", home, "--since", "30m").stdout.splitlines()) == 2
    rows = json.loads(common.failshut("log", "--home", home, "--refused", "--format", "json").stdout)
    assert rows["version"] == 1
    assert [(row["rule"], row["what"]) for row in rows["rows"]] == [("git/force-push", "git push -f")]


@pytest.mark.parametrize("text", ["0m", "1", "x", "1w", "-1h"])
def test_a_time_that_is_none_is_said(text: str, home: Path) -> None:
    done = common.failshut("log", "--home", home, "--since", text)
    assert done.code == 2 and "is no time" in done.stderr


def test_nothing_recorded_ends_with_3(home: Path) -> None:
    assert common.failshut("log", "--home", home, "--since", "1m").code == 3
    assert common.failshut("log", "--home", home / "nobody").code == 3


def test_lines_that_are_damaged_are_passed_over(home: Path) -> None:
    file = next((home / ".local/state/failshut/log").glob("*.jsonl"))
    file.write_text("{\n[1]\n" + file.read_text() + '{"time": "x"}\n\x00')
    assert len(common.failshut("log", "--home", home).stdout.splitlines()) == 3
