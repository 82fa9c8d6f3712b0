"""Every scenario of `failshut prove` on the real agents, and what it says of a wiring that is broken."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
import room
import wiring_common as common

from failshut.prove import session
from failshut.prove.scenarios import SCENARIOS, Result, Scenario

pytestmark = pytest.mark.agents
IN_A_PROJECT = ("harmless", "fault/launcher-missing", "disarm-settings")


Case = tuple[str, Scenario, str]
"""Host, scenario and scope."""
AT_ONCE = 2


def ran(name: str, scenario: Scenario, scope: str) -> Result:
    order = session.order(name, str(room.program(name)), "", False, {"PATH": room.PATH}, (), scope=scope)
    (result,) = session.run(order, [scenario], lambda one: None)
    return result


@pytest.fixture(scope="module")
def results(request: pytest.FixtureRequest) -> Iterator[dict[Case, Future[Result]]]:
    """Run what the chosen tests want, two at once: an agent mostly waits."""
    chosen = [item.callspec.params for item in request.session.items if "results" in item.fixturenames]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        cases = [(one["name"], one["scenario"], one["scope"]) for one in chosen]
        yield {case: pool.submit(ran, *case) for case in cases if room.can(case[0]) == ""}
        pool.shutdown(cancel_futures=True)


def cases() -> Iterator[Case]:
    yield from ((name, one, "user") for name in room.NAMES for one in SCENARIOS)
    for name in (name for name in room.NAMES if name != "kimi"):
        yield from ((name, one, "project") for one in SCENARIOS if one.id in IN_A_PROJECT)


@pytest.mark.parametrize(
    ("name", "scenario", "scope"), list(cases()), ids=lambda one: getattr(one, "id", one)
)
def test_it_goes_as_it_has_to(
    name: str, scenario: Scenario, scope: str, results: dict[Case, Future[Result]]
) -> None:
    room.there(name)
    result = results[name, scenario, scope].result()
    assert not result.problem, (result.problem, result.trial.told()[-2000:], result.trial.output[-1000:])
    assert result.trial.exit is not None, "it ended by itself"
    assert result.read, "what the model read is shown"
    assert ("Failshut" in result.read) == scenario.refuses or scenario.or_host


@dataclass(frozen=True)
class Person:
    """A person's home and repository, wired in a scope but not trusted."""

    name: str
    scope: str
    home: Path
    root: Path

    @property
    def hooks(self) -> Path:
        """Return the host's file in which our entries stand."""
        user, project = FILES[self.name]
        return self.root / project if self.scope == "project" else self.home / user


FILES = {
    "claude-code": (".claude/settings.json", ".claude/settings.json"),
    "codex": (".codex/hooks.json", ".codex/hooks.json"),
    "copilot": (".copilot/hooks/failshut.json", ".github/hooks/failshut.json"),
    "gemini": (".gemini/settings.json", ".gemini/settings.json"),
}


def nothing(person: Person) -> None:
    """What `init` writes without `--trust` isn't trusted."""


def switch(person: Person) -> None:
    room.edited(person.hooks, disableAllHooks=True)


def switch_at_home(person: Person) -> None:
    room.edited(person.home / ".claude/settings.json", disableAllHooks=True)


def switch_in_settings(person: Person) -> None:
    listed(person)
    room.edited(person.root / ".github/copilot/settings.json", disableAllHooks=True)


def sibling(person: Person) -> None:
    held = json.loads(person.hooks.read_text())
    handler = {"type": "command", "command": f"touch {person.home}/RAN", "timeout": "10"}
    held["hooks"]["PreToolUse"].append({"matcher": "Bash", "hooks": [handler]})
    person.hooks.write_text(json.dumps(held, indent=2))


def listed(person: Person) -> None:
    room.edited(person.home / ".copilot/config.json", trusted_folders=[str(person.root)])


def above(person: Person) -> None:
    """Gemini: a folder above is trusted, which is as good."""
    room.edited(person.home / ".gemini/trustedFolders.json", **{str(person.root.parent): "TRUST_FOLDER"})


def switched_off(person: Person) -> None:
    above(person)
    room.edited(person.root / ".gemini/settings.json", hooksConfig={"enabled": False})


def level(person: Person) -> None:
    """Codex: the project is trusted, but no entry's hash is stored."""
    path = person.home / ".codex/config.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'[projects."{person.root}"]\ntrust_level = "trusted"\n')


def trusted(person: Person) -> None:
    room.trust(person.name, person.home, person.root)


def changed(person: Person) -> None:
    """Codex: trusted once, and changed since."""
    trusted(person)
    text = person.hooks.read_text()
    person.hooks.write_text(text.replace('"timeout": 60', '"timeout": 61'))


PLANTED: list[tuple[str, str, Callable[[Person], None], list[str], str, str]] = [
    ("claude-code", "user", switch, [], "disableAllHooks is true", "Remove `disableAllHooks`"),
    ("claude-code", "project", switch_at_home, [], "disableAllHooks is true", "Remove `disableAllHooks`"),
    ("claude-code", "user", sibling, [], "A mistake under this event costs the whole file", "Correct"),
    ("claude-code", "project", sibling, [], "costs the whole file", "Correct or remove"),
    ("codex", "user", nothing, [], "no hash is stored", "`failshut init --hosts codex --trust`"),
    (
        "codex",
        "project",
        nothing,
        [],
        "the project isn't trusted",
        "--scope project --hosts codex --trust`",
    ),
    ("codex", "project", level, [], "no hash is stored", "--scope project --hosts codex --trust`"),
    ("codex", "project", changed, [], "hash", "--scope project --hosts codex --trust`"),
    ("copilot", "user", switch, [], "disableAllHooks", "Remove `disableAllHooks`"),
    ("copilot", "project", nothing, [], "not trusted", "--scope project --hosts copilot --trust`"),
    ("copilot", "project", switch_in_settings, [], "turns off every hook", "Remove `disableAllHooks`"),
    ("gemini", "project", nothing, [], "nobody decided whether", "--scope project --hosts gemini --trust`"),
    ("gemini", "project", nothing, ["--arg=--skip-trust"], "--skip-trust comes too late", "without --skip"),
    ("gemini", "project", switched_off, [], "hooksConfig.enabled is false", "Remove `enabled: false`"),
]
"""Host, scope, what is planted, more arguments, and a part of the cause and of what mends it."""
WELL: list[tuple[str, Callable[[Person], None], dict[str, str]]] = [
    ("claude-code", nothing, {}),
    ("codex", trusted, {}),
    ("copilot", listed, {}),
    ("copilot", nothing, {"GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS": "true"}),
    ("gemini", above, {}),
    ("gemini", nothing, {"GEMINI_CLI_TRUST_WORKSPACE": "true"}),
]
"""Host, what a person does about trust, and the session's variables: the repository's wiring then holds."""


def person(name: str, scope: str, base: Path) -> Person:
    room.there(name)
    found = Person(name, scope, base / "home", base / "repository")
    for folder in (found.home, found.root):
        folder.mkdir()
    subprocess.run(["git", "init", "-q", found.root], check=True)
    more = ("--scope", "project", "--root", found.root) if scope == "project" else ()
    assert common.failshut("init", "--home", found.home, "--hosts", name, "--yes", *more).code == 0
    return found


def proved(found: Person, *more: str) -> common.Result:
    where = ("--scope", "project", "--root", str(found.root)) if found.scope == "project" else ()
    words = ("--agent", str(room.program(found.name)), "--home", str(found.home), "--only", "forbidden")
    return common.failshut("prove", found.name, *words, *where, "--format", "json", *more)


@pytest.mark.parametrize(
    ("name", "scope", "plant", "more", "says", "mends"),
    PLANTED,
    ids=lambda one: getattr(one, "__name__", None),
)
def test_a_broken_wiring_is_named(
    name: str,
    scope: str,
    plant: Callable[[Person], None],
    more: list[str],
    says: str,
    mends: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", room.PATH)
    for variable in ("GEMINI_CLI_TRUST_WORKSPACE", "GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS"):
        monkeypatch.delenv(variable, raising=False)
    found = person(name, scope, tmp_path)
    plant(found)
    before = common.tree(tmp_path)
    done = proved(found, *more)
    (told,) = json.loads(done.stdout)["hosts"]
    assert done.code == 1 and told["verdict"] == "failed"
    assert any(says in one["problem"] and mends in one["fix"] for one in told["causes"]), told["causes"]
    for one in told["causes"]:
        assert one["path"].startswith(str(tmp_path)) or not one["path"]
        lines = Path(one["path"]).read_text().splitlines() if one["path"] else []
        assert one["line"] <= len(lines), "a line of the person's own file"
    assert common.tree(tmp_path) == before, "the person's files are only read"
    assert told["agent_version"] and told["sha256"] and told["again"].startswith(f"failshut prove {name}")


@pytest.mark.parametrize(
    ("name", "plant", "variables"), WELL, ids=lambda one: getattr(one, "__name__", None)
)
def test_a_trusted_repository_holds(
    name: str,
    plant: Callable[[Person], None],
    variables: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variable, value in {"PATH": room.PATH, **variables}.items():
        monkeypatch.setenv(variable, value)
    found = person(name, "project", tmp_path)
    plant(found)
    done = proved(found)
    (told,) = json.loads(done.stdout)["hosts"]
    assert done.code == 0 and told["verdict"] == "partial", told
    assert str(found.root) in told["wiring"]
