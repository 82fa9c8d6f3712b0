"""At a session's start the real agents hand on what weakens the guard, and nothing when all is well."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
import room

from failshut.prove.dialects import texts
from failshut.prove.recipe import TASK
from failshut.prove.stage import Trial

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
    place = room.ready(name, tmp_path)
    pause(place.home)
    trial = room.run(place, "touch RAN")
    assert first(trial).count(PAUSED) == 1, trial.output
    assert "`failshut resume` ends that." in first(trial)
    assert (place.project / "RAN").exists()
    if name == "gemini":
        assert PAUSED in trial.output, "the person reads it, too"


@pytest.mark.parametrize("name", NAMES)
def test_a_healthy_guard_says_nothing(name: str, tmp_path: Path) -> None:
    place = room.ready(name, tmp_path)
    trial = room.run(place, "touch RAN")
    assert (place.project / "RAN").exists(), trial.output
    said = (request.replace(TASK, "").lower() for request in trial.requests)
    assert not any("failshut" in request for request in said)


@pytest.mark.parametrize("name", NAMES)
def test_without_a_launcher_the_session_starts_and_the_call_is_refused(name: str, tmp_path: Path) -> None:
    place = room.ready(name, tmp_path)
    place.guard.write_text("")
    trial = room.run(place, "touch RAN")
    assert "couldn't run (launcher missing or broken). The session goes on" in first(trial), trial.output
    assert "Failshut refused: " in trial.told()
    assert not (place.project / "RAN").exists()


@pytest.mark.parametrize("trusted", [True, False])
def test_codex_runs_it_once_its_hash_is_stored(trusted: bool, tmp_path: Path) -> None:
    place = room.wired("codex", tmp_path)
    pause(place.home)
    if trusted:
        room.trust("codex", place.home)
    trial = room.run(place, "touch RAN")
    assert (PAUSED in first(trial)) == trusted, trial.output
