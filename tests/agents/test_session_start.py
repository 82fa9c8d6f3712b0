"""At a session's start the real agents hand on what weakens the guard, and nothing when all is well."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest
from test_agents import wired
from test_second_entries import there

from agents import Trial, repository, run, texts
from failshut.wire import hosttrust

pytestmark = pytest.mark.agents
NAMES = ["claude-code", "codex", "copilot", "gemini"]
PAUSED = "Failshut: a person paused the guard until "


def first(trial: Trial) -> str:
    """Return what the model is sent before its first call."""
    assert trial.requests, trial.output
    return texts(json.loads(trial.requests[0]))


def pause(home: Path) -> None:
    path = home / ".local/state/failshut/paused"
    path.write_text(str(int(time.time()) + 900))
    path.chmod(0o600)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_request_holds_what_is_wrong(name: str, tmp_path: Path) -> None:
    agent = there(name)
    home = wired(agent, tmp_path)
    pause(home)
    work = repository(tmp_path)
    trial = run(agent, tmp_path, home, "touch RAN")
    assert first(trial).count(PAUSED) == 1, trial.output
    assert "`failshut resume` ends that." in first(trial)
    assert (work / "RAN").exists()
    if name == "gemini":
        assert PAUSED in trial.output, "the person reads it, too"


@pytest.mark.parametrize("name", NAMES)
def test_a_healthy_guard_says_nothing(name: str, tmp_path: Path) -> None:
    agent = there(name)
    home = wired(agent, tmp_path)
    work = repository(tmp_path)
    trial = run(agent, tmp_path, home, "touch RAN")
    assert (work / "RAN").exists(), trial.output
    assert not any("failshut" in request.lower() for request in trial.requests)


@pytest.mark.parametrize("name", NAMES)
def test_without_a_launcher_the_session_starts_and_the_call_is_refused(name: str, tmp_path: Path) -> None:
    agent = there(name)
    home = wired(agent, tmp_path)
    (home / ".local/share/failshut/launcher.sh").write_text("")
    work = repository(tmp_path)
    trial = run(agent, tmp_path, home, "touch RAN")
    assert "couldn't run (launcher missing or broken). The session goes on" in first(trial), trial.output
    assert "Failshut refused: " in trial.told()
    assert not (work / "RAN").exists()


@pytest.mark.parametrize("trusted", [True, False])
def test_codex_runs_it_once_its_hash_is_stored(trusted: bool, tmp_path: Path) -> None:
    agent = there("codex")
    bypass = "--dangerously-bypass-hook-trust"
    agent = replace(agent, arguments=[one for one in agent.arguments if one != bypass])
    home = wired(agent, tmp_path)
    pause(home)
    if trusted:
        ((change, _),) = hosttrust.changes(("codex",), "user", str(home), "")
        assert change.after is not None
        Path(change.path).write_bytes(change.after)
    repository(tmp_path)
    trial = run(agent, tmp_path, home, "touch RAN")
    assert (PAUSED in first(trial)) == trusted, trial.output
