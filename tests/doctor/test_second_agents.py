"""What the doctor says of agents beside wired ones, and where a switch stands."""

from pathlib import Path

import pytest
from test_planted import Setup

from failshut.doctor.findings import OPEN, UNPROVED


@pytest.mark.parametrize("other", ["copilot", "cursor", "codex"])
def test_an_agent_that_is_not_wired_is_told_to_be(other: str, tmp_path: Path) -> None:
    here = Setup(tmp_path, "claude-code")
    (here.home / f".{other}").mkdir()
    here.host = other
    state = here.look()
    assert state.word == OPEN
    told = [one for one in state.findings if one.weight == OPEN]
    assert [one.fix for one in told] == [f"failshut init --hosts {other}"]


@pytest.mark.parametrize(
    ("host", "name", "text", "line"),
    [
        ("claude-code", ".claude/settings.json", '{\n "disableAllHooks": true}', 2),
        ("claude-code", ".claude/settings.local.json", '{\n\n "disableAllHooks": true}', 3),
        ("copilot", ".github/copilot/settings.json", '{\n "disableAllHooks": true}', 2),
        ("copilot", "~/.copilot/settings.json", '{"disableAllHooks": true}', 1),
        ("gemini", ".gemini/settings.json", '{"hooksConfig": {\n "enabled": false}}', 2),
    ],
)
def test_a_switch_is_named_where_it_stands(
    host: str, name: str, text: str, line: int, tmp_path: Path
) -> None:
    here = Setup(tmp_path, host)
    here.write(here.place(name), text)
    trusted = here.home / ".gemini" / "trustedFolders.json"
    here.write(trusted, f'{{"{here.root}": "TRUST_FOLDER"}}')
    state = here.look(project=True)
    told = [(one.path, one.line) for one in state.findings if one.weight == OPEN]
    assert told == [(str(here.place(name)), line)], state.findings


def test_codexs_switch_is_named_in_its_own_file(tmp_path: Path) -> None:
    here = Setup(tmp_path, "codex")
    here.plant({"toml": "[features]\nhooks = false\n"})
    told = [(one.path, one.line) for one in here.look().findings if one.weight == OPEN]
    assert told == [(str(here.home / ".codex" / "config.toml"), 2)]


def test_gemini_outside_a_project_is_unproved(tmp_path: Path) -> None:
    state = Setup(tmp_path, "gemini").look(running=True)
    assert state.word == UNPROVED and any("aren't trusted" in one.problem for one in state.findings)
