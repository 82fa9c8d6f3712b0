"""What stands behind a host's first entry holds when that one doesn't: on the real agents."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import room

from failshut.prove.stage import head

pytestmark = pytest.mark.agents


def slow(home: Path, *numbers: int) -> None:
    """Make these of Copilot's entries before a call run out of time."""
    path = home / ".copilot/hooks/failshut.json"
    held = json.loads(path.read_text())
    for number in numbers:
        held["hooks"]["preToolUse"][number] |= {"args": ["-c", "sleep 5"], "timeoutSec": 1}
    path.write_text(json.dumps(held))


def first_slow(home: Path) -> None:
    slow(home, 0)


def both_slow(home: Path) -> None:
    slow(home, 0, 1)


def bad_neighbour(home: Path) -> None:
    """Let somebody's entry drop all hooks of Kimi's configuration."""
    path = home / ".kimi-code/config.toml"
    path.write_text(path.read_text() + '\n[[hooks]]\nevent = "Stop"\ncommand = "x"\nfailClosed = true\n')


def broken_list(home: Path) -> None:
    (home / ".kimi-code/plugins/installed.json").write_text("{")


def untrusted(home: Path) -> None:
    """Leave the question of trust out: the variable says no."""
    path = home / ".gemini/settings.json"
    held = json.loads(path.read_text())
    path.write_text(json.dumps(held | {"security": {"folderTrust": {"enabled": False}}}))


UNTRUSTED = {"GEMINI_CLI_TRUST_WORKSPACE": "false"}
CASES: list[tuple[str, Callable[[Path], None], dict[str, str]]] = [
    ("copilot", first_slow, {}),
    ("copilot", both_slow, {}),
    ("kimi", bad_neighbour, {}),
    ("kimi", broken_list, {}),
    ("gemini", untrusted, UNTRUSTED),
]


@pytest.mark.parametrize(("name", "spoil", "more"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_the_other_entry_refuses(
    name: str, spoil: Callable[[Path], None], more: dict[str, str], tmp_path: Path
) -> None:
    place = room.ready(name, tmp_path)
    allowed = ("--allowed-tools", "run_shell_command") if more else ()  # --yolo needs a trusted folder
    place.recipe = replace(
        place.recipe,
        variables={**place.recipe.variables, **more},
        arguments=(*place.recipe.arguments, *allowed),
    )
    spoil(place.home)
    before = head(place.project)
    trial = room.run(place, room.FORBIDDEN)
    assert head(place.project) == before, trial.output
    for part in ("Failshut refused: ", "Instead: ", "Rule git/force-push."):
        assert part in trial.told(), trial.told()[-3000:]


@pytest.mark.parametrize("name", ["copilot", "kimi", "gemini"])
def test_an_entry_more_is_no_refusal_more(name: str, tmp_path: Path) -> None:
    place = room.ready(name, tmp_path)
    trial = room.run(place, "echo x > inside.txt; git status")
    assert (place.project / "inside.txt").exists(), trial.output
    assert "Failshut" not in trial.told()
    log = "".join(path.read_text() for path in (place.home / ".local/state/failshut/log").glob("*.jsonl"))
    assert _decisions(log) == {"copilot": 3, "kimi": 2, "gemini": 2}[name], log
    assert {json.loads(row)["root"] for row in log.splitlines()} == {str(place.project)}


def _decisions(log: str) -> int:
    return len(re.findall(r"inside\.txt", log))


def test_the_trials_of_one_agent_differ(tmp_path: Path) -> None:
    """Without the entries behind the first one these faults are open: the cases can fail."""
    place = room.ready("copilot", tmp_path)
    both_slow(place.home)
    path = place.home / ".copilot/hooks/failshut.json"
    held = json.loads(path.read_text())
    del held["hooks"]["permissionRequest"]
    path.write_text(json.dumps(held))
    before = head(place.project)
    trial = room.run(place, room.FORBIDDEN)
    assert head(place.project) != before, trial.told()[-3000:]
