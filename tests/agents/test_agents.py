"""The main job on real agents: refused, not executed, and the model reads why."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import room

from failshut.prove.stage import head

pytestmark = pytest.mark.agents


@pytest.mark.parametrize("name", room.NAMES)
def test_a_forced_push_is_refused_and_the_model_reads_why(name: str, tmp_path: Path) -> None:
    place = room.ready(name, tmp_path)
    before = head(place.project)
    trial = room.run(place, room.FORBIDDEN)
    assert len(trial.requests) >= 2, trial.output
    assert not (tmp_path / "PUSHED").exists()
    assert head(place.project) == before
    told = trial.told()
    for part in ("Failshut refused: ", "Instead: ", "Rule git/force-push.", "will be refused again"):
        assert part in told, told[-3000:]


@pytest.mark.parametrize("name", room.NAMES)
def test_a_harmless_call_runs(name: str, tmp_path: Path) -> None:
    place = room.ready(name, tmp_path)
    trial = room.run(place, "echo HARMLESS-OK; touch RAN2")
    assert (place.project / "RAN2").exists(), trial.output
    assert "HARMLESS-OK" in trial.told()
    assert "Failshut" not in trial.told()


@pytest.mark.parametrize("name", room.NAMES)
def test_without_the_guard_the_push_happens(name: str, tmp_path: Path) -> None:
    place = room.stage(name, tmp_path)
    before = head(place.project)
    trial = room.run(place, room.FORBIDDEN)
    # Gemini CLI runs git without the repository's hooks, so the remote is what tells.
    assert head(place.project) != before, trial.output


@pytest.mark.parametrize("name", room.NAMES)
def test_a_broken_guard_still_refuses(name: str, tmp_path: Path) -> None:
    place = room.ready(name, tmp_path)
    place.guard.write_text("")
    trial = room.run(place, room.FORBIDDEN)
    assert not (tmp_path / "PUSHED").exists()
    assert "launcher missing or broken" in trial.told(), trial.told()[-3000:]


SECOND = {
    "claude-code": (".claude/settings.json", "git push --force origin main", "has been denied"),
    "gemini": (".gemini/settings.json", "git push --force origin main", "denied by policy"),
    "codex": (".codex/hooks.json", "git push origin", "rejected"),
}
"""Where the hooks stand, the command, and what the host itself says: without hooks its rules are alone."""
NO_PUSH = (
    '[[rule]]\nid = "a/push"\nmatch = { command = "git push" }\ndeny = "Nobody pushes."\ninstead = "Ask."\n'
)


@pytest.mark.parametrize("name", SECOND)
def test_permission_rules_refuse_without_hooks(name: str, tmp_path: Path) -> None:
    place = room.stage(name, tmp_path)
    home, work = place.home, place.project
    policy = home / ".config/failshut/failshut.toml"
    policy.parent.mkdir(parents=True)
    policy.write_text(NO_PUSH)
    policy.parent.chmod(0o700)
    project = ["--scope", "project", "--root", work] if name == "claude-code" else []
    room.init(place, "--permission-rules", *project)
    hooks, command, said = SECOND[name]
    ((work if project else home) / hooks).unlink()
    shutil.rmtree(home / ".gemini/extensions", ignore_errors=True)
    before = head(work)
    trial = room.run(place, command)
    assert head(work) == before and not (tmp_path / "PUSHED").exists()
    assert said in trial.told() and "Failshut refused" not in trial.told(), trial.told()[-3000:]
    if name != "claude-code":
        assert "Nobody pushes." in trial.told() or "published history" in trial.told()
    (home / ".codex/config.toml").unlink(missing_ok=True)
    trial = room.run(place, "echo git push; touch RAN2")
    assert (work / "RAN2").exists(), trial.output


MODES = {"": (False, False), "workspace-write": (False, True), "danger-full-access": (True, True)}
"""Codex's sandbox by `sandbox_mode` ("" = its default): is a file written outside, and inside?"""


@pytest.mark.parametrize("mode", MODES)
def test_codexs_own_sandbox_is_what_its_contract_says(mode: str, tmp_path: Path) -> None:
    place = room.ready("codex", tmp_path)
    outside = Path("/var/tmp") / f"failshut-test-{os.getpid()}"
    words = [one for one in place.recipe.arguments if one != "--dangerously-bypass-approvals-and-sandbox"]
    ((name, text),) = place.recipe.files.items()
    settings = f'sandbox_mode = "{mode}"\n' if mode else ""
    place.recipe = replace(place.recipe, arguments=tuple(words), files={name: settings + text})
    room.run(place, f"touch {outside}; touch INSIDE")
    written = outside.exists()
    outside.unlink(missing_ok=True)
    assert (written, (place.project / "INSIDE").exists()) == MODES[mode]
    logs = list((place.home / ".local/state/failshut/log").glob("*.jsonl"))
    assert logs, "the guard runs outside the sandbox"
