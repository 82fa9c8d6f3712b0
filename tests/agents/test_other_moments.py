"""Other moments on the real agents: gates send back and end, prompts and results are held back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import room

from failshut import paths
from failshut.policy import state
from failshut.prove.dialects import texts
from failshut.prove.recipe import TASK
from failshut.prove.stage import Stage, Trial

BACK = "Don't finish yet: the gate `tests` fails"
GATES = ("claude-code", "codex", "copilot", "gemini")
UNCAPPED = ("codex", "gemini")
"""Hosts that don't end a loop by themselves."""
FAILS = (
    '[[gate]]\nid = "tests"\nrun = "echo attempt >> attempts; cat attempts; exit 1"\ninstead = "Mend it."\n'
)
STUCK = '[[gate]]\nid = "tests"\nrun = "echo same; exit 1"\ninstead = "Mend it."\n'
CRASHES = '[[gate]]\nid = "tests"\nrun = "no-such-program-anywhere"\n'
PASSES = '[[gate]]\nid = "tests"\nrun = "echo 3 passed"\n'
PROMPTS = (
    '[[rule]]\nid = "no-tickets"\nevents = ["prompt"]\nmatch = { text = "FORBIDDEN-WORD" }\n'
    'deny = "Tickets of that project stay out."\ninstead = "Describe it in your own words."\n'
)
RESULTS = (
    '[[rule]]\nid = "no-leak"\nevents = ["result"]\nmatch = { text = "LEAKED-THING" }\n'
    'deny = "That result holds what must not be read."\ninstead = "Go on without it."\n'
)


def staged(name: str, base: Path, policy: str, *kinds: str) -> Stage:
    """Return a run's folders, wired for these moments, with a policy that a person has trusted."""
    place = room.stage(name, base)
    room.init(place, "--events", ",".join(kinds))
    room.trust(name, place.home)
    path = place.project / "failshut.toml"
    path.write_text(policy, "utf-8")
    state.settle(paths.policy_memory_dir(str(place.home)), str(path), state.trusting("project", str(path)))
    return place


def run(place: Stage, command: str = "touch RAN") -> Trial:
    return room.run(place, command)


def heard(trial: Trial) -> list[str]:
    """Return what the model was sent, request by request."""
    return [texts(json.loads(one)) for one in trial.requests]


def back(trial: Trial) -> int:
    """Count how often the model was sent back: each time is one more request that says so."""
    return sum(BACK in one for one in heard(trial))


@pytest.mark.parametrize("name", GATES)
def test_a_gate_that_always_fails_ends_after_its_own_cap(name: str, tmp_path: Path) -> None:
    place = staged(name, tmp_path, FAILS, "turn-end")
    trial = run(place)
    assert (place.project / "RAN").exists() and trial.exit is not None
    attempts = (place.project / "attempts").read_text().count("attempt")
    assert 1 <= back(trial) <= 3 and attempts <= 4, (back(trial), attempts, trial.output[-500:])


@pytest.mark.parametrize("name", UNCAPPED)
def test_a_gate_that_nothing_changes_doesnt_loop(name: str, tmp_path: Path) -> None:
    trial = run(staged(name, tmp_path, STUCK, "turn-end"))
    assert trial.exit is not None and 1 <= back(trial) <= 2


@pytest.mark.parametrize(
    ("name", "policy"), [("codex", CRASHES), ("gemini", CRASHES), ("claude-code", PASSES)]
)
def test_a_gate_that_breaks_or_passes_lets_the_turn_end(name: str, policy: str, tmp_path: Path) -> None:
    place = staged(name, tmp_path, policy, "turn-end")
    trial = run(place)
    assert trial.exit == 0 and back(trial) == 0 and (place.project / "RAN").exists()
    if policy == CRASHES:
        records = Path(paths.log_dir(str(place.home))).glob("*.jsonl")
        assert "couldn't be run" in "".join(one.read_text() for one in records)
    if policy == CRASHES and name == "gemini":  # `codex exec` shows no note of a hook
        assert "the gate `tests` couldn't be run" in trial.output.lower()


@pytest.mark.parametrize("name", ["claude-code", "codex", "gemini"])
def test_a_prompt_is_held_back(name: str, tmp_path: Path) -> None:
    place = staged(name, tmp_path, PROMPTS.replace("FORBIDDEN-WORD", TASK.split()[0]), "prompt")
    trial = run(place)
    assert not (place.project / "RAN").exists()
    assert not trial.requests  # no model was asked
    assert "Tickets of that project stay out." in trial.output or "UserPromptSubmit Blocked" in trial.output


@pytest.mark.parametrize("name", ["claude-code", "codex", "copilot", "gemini"])
def test_a_result_is_kept_from_the_model(name: str, tmp_path: Path) -> None:
    place = staged(name, tmp_path, RESULTS, "result")
    trial = run(place, "touch RAN; printf 'LEAKED-%s' THING")
    assert (place.project / "RAN").exists()
    told = trial.told()
    assert "That result holds what must not be read." in told and "Go on without it." in told
    assert "LEAKED-THING" not in told
