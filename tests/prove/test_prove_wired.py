"""What comes over from a person's home: our entries and what decides about hooks, and nothing else."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import wiring_common as common

from failshut.prove import carried, faults, kept, ours, recipes, session, wired
from failshut.prove.stage import Stage, deep
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER, line

HOSTS = [host for host in WIRINGS if host not in recipes.UNPROVED]
SECRET = "very-secret-value"


def place(tmp_path: Path, host: str) -> Stage:
    return Stage(tmp_path / "run", host, recipes.load(host), "/bin/true")


def person(tmp_path: Path, host: str) -> Path:
    home = tmp_path / "person"
    home.mkdir()
    assert common.failshut("init", "--home", home, "--hosts", host, "--yes").code == 0
    return home


@pytest.mark.parametrize("host", HOSTS)
def test_our_entries_come_over_with_the_new_homes_launcher(host: str, tmp_path: Path) -> None:
    home, stage = person(tmp_path, host), place(tmp_path, host)
    assert wired.there(host, str(home)) and not wired.there(host, str(stage.home))
    assert wired.copied(host, str(home), stage.home, stage.project, False)
    text = stage.wired.read_text()
    assert str(stage.home / LAUNCHER) in text.replace("\\\\", "") and str(home) not in text
    assert (stage.home / LAUNCHER).exists()


def test_switches_come_over_and_secrets_do_not(tmp_path: Path) -> None:
    home, stage = person(tmp_path, "claude-code"), place(tmp_path, "claude-code")
    path = home / ".claude/settings.json"
    held = json.loads(path.read_text())
    held |= {"disableAllHooks": True, "apiKeyHelper": "x", "env": {"TOKEN": SECRET}}
    held["hooks"]["Stop"] = [{"hooks": [{"type": "command", "command": "theirs"}]}]
    path.write_text(json.dumps(held))
    (home / ".claude/.credentials.json").write_text(SECRET)
    for foreign in (False, True):
        wired.copied("claude-code", str(home), stage.home, stage.project, foreign)
        kept = json.loads(stage.wired.read_text())
        assert kept["disableAllHooks"] is True and {*kept} <= {"disableAllHooks", "hooks"}
        assert ("theirs" in json.dumps(kept)) is foreign
    everything = [one.read_text(errors="replace") for one in stage.home.rglob("*") if one.is_file()]
    assert not any(SECRET in text for text in everything)


def test_a_damaged_file_stays_away_and_is_named(tmp_path: Path) -> None:
    home, stage = person(tmp_path, "claude-code"), place(tmp_path, "claude-code")
    path = home / ".claude/settings.json"
    for text in (path.read_text() + "}", "[1]", '{"hooks": {},}', "[" * 9000):
        path.write_text(text)
        wired.copied("claude-code", str(home), stage.home, stage.project, False)
        assert not stage.wired.exists()
        assert [place for place, _ in wired.unread("claude-code", str(home))] == [str(path)]


@pytest.mark.parametrize("lead", ["\ufeff", "// mine\n", "\ufeff/* mine */"])
@pytest.mark.parametrize("host", ["claude-code", "gemini"])
def test_a_file_keeps_the_form_that_its_host_reads_or_not(lead: str, host: str, tmp_path: Path) -> None:
    home, stage = person(tmp_path, host), place(tmp_path, host)
    path = home / WIRINGS[host].user
    held = json.loads(path.read_text())
    held["hooks"]["Stop"] = [{"hooks": [{"type": "command", "command": SECRET}]}]
    path.write_text(lead + json.dumps(held | {"env": {"TOKEN": SECRET}}))
    wired.copied(host, str(home), stage.home, stage.project, False)
    stage.write()
    text = stage.wired.read_text()
    assert SECRET not in text and LAUNCHER in text
    assert text.startswith("\ufeff") == lead.startswith("\ufeff") and ("//" in text[:4]) == ("/" in lead)


@pytest.mark.parametrize("host", HOSTS)
def test_our_entries_are_ours_and_no_others(host: str, tmp_path: Path) -> None:
    launcher = f"/home/dev/{LAUNCHER}"
    for form in WIRINGS[host].files:
        for event, word in form.rows if form.listed is None else ():
            handler = form.handler(line(host, launcher, "", False, word), event)
            assert ours.is_ours(host, handler, [launcher])
            assert ours.is_ours(host, handler | {"timeout": 1}, [launcher])
            assert not ours.is_ours(host, handler, ["/home/else/" + LAUNCHER])
            assert not ours.is_ours(host, handler | {"env": {"BASH_ENV": "x"}}, [launcher])
            text = json.dumps(line(host, launcher, "", False, word))[1:-1]
            for more in ("; touch MARK", "\\ntouch MARK", " # failshut/1"):
                other = json.loads(json.dumps(handler).replace(text, text + more))
                assert other != handler and not ours.is_ours(host, other, [launcher])


def test_plugins_of_others_stay_away(tmp_path: Path) -> None:
    rows = [{"id": name, "root": f"/{top}/plugins/{name}"} for name in ("failshut", "x") for top in "ab"]
    text = kept.kept("kimi", json.dumps({"plugins": rows}), False, kept.neighbours("kimi", []), home="/a")
    assert json.loads(text)["plugins"] == rows[:1]


@pytest.mark.parametrize("host", HOSTS)
def test_what_the_agent_needs_joins_what_is_wired(host: str, tmp_path: Path) -> None:
    stage = place(tmp_path, host)
    stage.with_mcp = True
    wired.fresh(host, stage.home, stage.project)
    stage.write()
    assert LAUNCHER in stage.wired.read_text()
    texts = "".join(path.read_text() for path in stage.home.rglob("*.[jt]*") if path.is_file())
    assert "mcp_server.py" in texts and "{url}" not in texts


@pytest.mark.parametrize("name", faults.FAULTS)
def test_each_fault_changes_the_guard(name: str, tmp_path: Path) -> None:
    stage = place(tmp_path, "codex")
    wired.fresh("codex", stage.home, stage.project)
    before = common.tree(stage.home)
    faults.FAULTS[name][1](stage.home)
    assert common.tree(stage.home) != before


def test_what_is_there_stays() -> None:
    assert deep({"a": {"b": 1}}, {"a": {"b": 2, "c": 3}, "d": 4}) == {"a": {"b": 1, "c": 3}, "d": 4}


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "which agent"),
        (["emacs"], 2, "no host of ours"),
        (["codex", "--all"], 2, "not both"),
        (["codex", "kimi", "--agent", "/bin/true"], 2, "one host"),
        (["codex", "--only", "nothing"], 2, "names no scenario"),
        (["cursor", "antigravity"], 3, "nothing was proved"),
        (["codex", "--agent", "/nonexistent"], 3, "can't be run"),
        (["codex", "--root", "."], 2, "--scope project"),
        (["kimi", "--scope", "project", "--root", "/"], 3, "no project scope"),
        (["codex", "--scope", "project", "--root", "/usr"], 3, "carries no hook entry of Failshut's"),
    ],
)
def test_what_cannot_be_proved_says_so(
    arguments: list[str], code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.defpath)
    done = common.failshut("prove", "--home", tmp_path, *arguments)
    assert done.code == code and words in done.stdout + done.stderr
    assert "✓" not in done.stdout


NEIGHBOURS = [
    ({"type": "command", "command": SECRET, "timeout": "10"}, {"command": ":", "timeout": "10"}),
    (
        {"type": "command", "bash": SECRET, "env": {"A": SECRET, "B": 1}},
        {"bash": ":", "env": {"A": "", "B": 1}},
    ),
    ({"exec": "/x", "args": ["-c", SECRET]}, {"exec": "/bin/sh", "args": ["-c", ":"]}),
    ({"command": "/x", "args": [SECRET]}, {"command": "/bin/sh", "args": ["-c", ":"]}),
    ({"command": 5, "args": "x"}, {"command": 5, "args": "x"}),
    ({"type": "http", "url": SECRET}, None),
]
"""A handler of others, and what stands for it: its mistakes stay, and it runs nothing."""


@pytest.mark.parametrize(("handler", "wanted"), NEIGHBOURS)
def test_a_neighbour_keeps_its_mistakes_and_runs_nothing(
    handler: dict[str, object], wanted: dict[str, object] | None
) -> None:
    found = kept.inert(handler)
    assert SECRET not in json.dumps(found)
    if wanted is None:
        assert found is None
    else:
        assert isinstance(found, dict) and found == handler | wanted


IN_PROJECTS = [host for host in HOSTS if WIRINGS[host].project]


def repository(tmp_path: Path, host: str) -> tuple[Path, Path]:
    """Return a home, which is wired too, and a repository that carries the guard."""
    home, root = person(tmp_path, host), tmp_path / "person" / "work" / "repository"
    root.mkdir(parents=True)
    words = ("--home", home, "--hosts", host, "--yes", "--scope", "project", "--root", root)
    assert common.failshut("init", *words).code == 0
    return home, root


@pytest.mark.parametrize("host", IN_PROJECTS)
def test_a_repositorys_entries_come_over_alone(host: str, tmp_path: Path) -> None:
    home, root = repository(tmp_path, host)
    (root / ".env").write_text(SECRET)
    stage = Stage(tmp_path / "run", host, recipes.load(host), "/bin/true", scope="project")
    assert carried.there(host, str(root)) and not carried.there(host, str(tmp_path))
    carried.copied(host, str(home), str(root), stage.home, stage.project, False)
    assert LAUNCHER in stage.wired.read_text()
    users = [path for path in stage.home.rglob("*.[jt]*") if path.is_file()]
    assert not any(str(LAUNCHER) in path.read_text() for path in users), "none of the person's entries"
    everything = [one.read_text(errors="replace") for one in stage.base.rglob("*") if one.is_file()]
    assert not any(SECRET in text or str(home) in text for text in everything)


TRUSTED = [
    (".codex/config.toml", '[projects."{root}"]\ntrust_level = "trusted"\ntoken = "{secret}"\n', "trusted"),
    (".copilot/config.json", '{{"trusted_folders": ["{root}"], "token": "{secret}"}}', "trusted_folders"),
    (".gemini/trustedFolders.json", '{{"{root}": "TRUST_FOLDER"}}', "TRUST_FOLDER"),
    (".gemini/trustedFolders.json", '{{"{above}": "TRUST_FOLDER"}}', "TRUST_FOLDER"),
    (
        ".gemini/settings.json",
        '{{"security": {{"folderTrust": {{"enabled": false}}, "x": "{secret}"}}}}',
        "folder",
    ),
]


@pytest.mark.parametrize(("name", "text", "word"), TRUSTED)
def test_a_repositorys_trust_comes_over(name: str, text: str, word: str, tmp_path: Path) -> None:
    host = name[1:].partition("/")[0]
    home, root = repository(tmp_path, host)
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).write_text(text.format(root=root, above=root.parent, secret=SECRET))
    stage = Stage(tmp_path / "run", host, recipes.load(host), "/bin/true", scope="project")
    carried.copied(host, str(home), str(root), stage.home, stage.project, False)
    found = (stage.home / name).read_text()
    assert word in found and SECRET not in found
    assert name == ".gemini/settings.json" or str(stage.project) in found


@pytest.mark.parametrize("host", IN_PROJECTS)
def test_in_a_repository_only_the_person_stands_for_trust(host: str) -> None:
    recipe = recipes.load(host)
    environment = dict.fromkeys(recipe.trusts[:1], "true")
    for scope in ("user", "project"):
        order = session.order(host, "/bin/true", "", False, {}, (), scope=scope)
        held = {*recipe.trusts} & {*order.recipe.variables}
        assert held == ({*recipe.trusts} & {*recipe.variables} if scope == "user" else set())
    order = session.order(host, "/bin/true", "", False, environment, (), scope="project")
    assert {**order.recipe.variables, **environment} == order.recipe.variables
