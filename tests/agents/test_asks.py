"""What a rule asks about isn't run where nobody is there to be asked: on the real agents, in any mode."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import room

pytestmark = pytest.mark.agents
POLICY = """\
[[rule]]
id = "team/asked"
match = { write = ["**/.claude/**", "**/.git/**", "**/notes.txt"] }
ask = "This file needs a person."
"""
BYPASS = ["--dangerously-skip-permissions"]
CASES = [
    ("claude-code", BYPASS, "mkdir -p .claude; echo x > .claude/settings.json", ".claude/settings.json"),
    ("claude-code", BYPASS, "echo x > .git/made", ".git/made"),
    ("claude-code", BYPASS, "echo x > notes.txt", "notes.txt"),
    ("claude-code", ["--permission-mode", "acceptEdits"], "echo x > notes.txt", "notes.txt"),
    ("copilot", ["--allow-all-tools"], "echo x > .git/made", ".git/made"),
    ("copilot", ["--yolo"], "echo x > notes.txt", "notes.txt"),
]
"""Agent, the arguments that set its mode, a command, and the file that it must not have made."""


@pytest.mark.parametrize(("name", "mode", "command", "made"), CASES)
def test_an_ask_without_a_person_refuses(
    name: str, mode: list[str], command: str, made: str, tmp_path: Path
) -> None:
    place = room.ready(name, tmp_path)
    kept = [one for one in place.recipe.arguments if one not in (*BYPASS, "--allow-all-tools")]
    place.recipe = replace(place.recipe, arguments=(*kept, *mode))
    (place.project / "failshut.toml").write_text(POLICY)
    trial = room.run(place, command)
    assert not (place.project / made).exists(), trial.told()[-2000:]
    assert "This file needs a person." in trial.told()
