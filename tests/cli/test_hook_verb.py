"""The debug door answers as the wired line does, byte for byte."""

import json
from pathlib import Path

import pytest
from call import Desk

from chain import DANGER, HARMLESS, HOSTS, Chain
from reads import refused


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("command", [DANGER, HARMLESS, "git stash drop"])
def test_the_door_says_what_the_line_says(tmp_path: Path, host: str, command: str) -> None:
    chain = Chain(tmp_path)
    made = Desk(chain.home, chain.project)
    payload = chain.payload(host, command)
    done, run = made.run("hook", host, stdin=payload), chain.run(host, payload)
    assert (done.returncode, done.stdout, done.stderr) == (run.exit, run.stdout, run.stderr)
    if command == DANGER:
        refused(host, run)


def test_garbage_is_refused_and_an_event_can_be_named(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    made = Desk(chain.home, chain.project)
    done = made.run("hook", "codex", stdin=b"{")
    assert done.returncode == 2 and done.stderr.startswith("Failshut refused: ")
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
    payload = chain.payload("copilot", DANGER)
    assert made.run("hook", "copilot", "preToolUse", stdin=payload).returncode == 2


def test_an_unknown_host_is_exit_2(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    done = Desk(chain.home, chain.project).run("hook", "emacs", stdin=b"{}")
    assert (done.returncode, done.stdout) == (2, "") and "no host of ours" in done.stderr


def test_an_unknown_event_is_exit_2_and_the_hosts_events_are_named(tmp_path: Path) -> None:
    chain = Chain(tmp_path)
    done = Desk(chain.home, chain.project).run("hook", "gemini", "PreToolUse", stdin=b"{}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'PreToolUse' is no event of Gemini CLI. The guard is asked at: BeforeTool" in done.stderr
