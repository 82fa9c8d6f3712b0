"""Wire a project: the files name no machine, and the lines work for whoever clones it."""

import json
import shutil

import pytest
import wiring_common as common

from chain import DANGER, HARMLESS, HOSTS, NO_OPINION, Chain
from failshut.wire.entries import WIRINGS

PROJECT_HOSTS = [host for host in HOSTS if WIRINGS[host].project]


@pytest.fixture(scope="module")
def wired(tmp_path_factory):
    """Return a project that one user wired."""
    base = tmp_path_factory.mktemp("first")
    project = base / "work" / "project"
    project.mkdir(parents=True)
    (base / "home").mkdir()
    result = common.failshut(
        "init", "--scope", "project", "--root", project, "--home", base / "home", "--hosts", "all", "--yes"
    )
    assert result.code == 0, result.stderr
    assert "kimi: skipped. Kimi Code CLI has no project scope" in result.stdout
    return project


def entry(project, host: str) -> dict:
    wiring = WIRINGS[host]
    value = json.loads((project / wiring.project).read_text())
    for key in (*wiring.parent, wiring.events[0]):
        value = value[key]
    return value[0]["hooks"][0] if wiring.grouped else value[0]


@pytest.fixture
def second(tmp_path, wired):
    """Return another user's home, with the guard, and clone."""
    chain = Chain(tmp_path)
    shutil.copytree(wired, chain.project, dirs_exist_ok=True)
    return chain


def test_files_name_no_place_of_this_machine(wired):
    files = [path for path in wired.rglob("*") if path.is_file()]
    assert len(files) == len(PROJECT_HOSTS)
    for path in files:
        assert str(wired.parent.parent) not in path.read_text()
        assert "python" not in path.read_text()


@pytest.mark.parametrize("host", PROJECT_HOSTS)
def test_works_in_another_users_clone(second, host):
    run = second.run(host, second.payload(host, HARMLESS), entry=entry(second.project, host))
    assert (run.exit, run.stdout, run.stderr) == (0, NO_OPINION[host], "")


@pytest.mark.parametrize("host", PROJECT_HOSTS)
def test_refuses_in_another_users_clone(second, host):
    run = second.run(host, second.payload(host, DANGER), entry=entry(second.project, host))
    assert "Failshut refused:" in run.stdout + run.stderr
    assert "could not be checked" not in run.stdout + run.stderr


@pytest.mark.parametrize("host", PROJECT_HOSTS)
def test_unreadable_payload_is_refused_there_by_that_users_guard(second, host):
    run = second.run(host, b"{", entry=entry(second.project, host))
    assert run.exit == 2 or '"deny"' in run.stdout
    assert "Failshut refused:" in run.stdout + run.stderr
    assert "isn't installed" not in run.stdout + run.stderr


@pytest.mark.parametrize("host", PROJECT_HOSTS)
@pytest.mark.parametrize("command", [DANGER, HARMLESS])
def test_without_failshut_it_refuses_and_names_the_installation(second, host, command):
    second.launcher.unlink()
    run = second.run(host, second.payload(host, command), entry=entry(second.project, host))
    said = run.stdout + run.stderr
    assert run.exit == 2 or '"deny"' in run.stdout
    assert (
        "Failshut isn't installed for this user" in said and "as the team of this repository does" in said
    )
    assert "pipx" not in said  # a name that somebody else could register


def test_uninstall_takes_the_project_files_away(tmp_path):
    project, home = tmp_path / "p", tmp_path / "h"
    project.mkdir()
    home.mkdir()
    where = ("--scope", "project", "--root", project, "--home", home, "--yes")
    common.failshut("init", *where, "--hosts", "all")
    assert common.failshut("uninstall", *where).code == 0
    assert common.tree(tmp_path) == {"p": None, "h": None}


def test_a_deleted_project_keeps_nothing(tmp_path):
    project, home = tmp_path / "p", tmp_path / "h"
    project.mkdir()
    home.mkdir()
    where = ("--scope", "project", "--root", project, "--home", home, "--yes")
    assert common.failshut("init", *where, "--hosts", "all").code == 0
    shutil.rmtree(project)
    done = common.failshut("uninstall", "--home", home, "--yes")
    assert done.code == 0 and "the launcher and the program are gone" in done.stdout
    assert common.tree(home) == {}


def test_uninstall_names_what_is_still_wired(tmp_path):
    project, home = tmp_path / "p", tmp_path / "h"
    project.mkdir()
    home.mkdir()
    where = ("--scope", "project", "--root", project, "--home", home, "--yes")
    assert common.failshut("init", *where, "--hosts", "codex").code == 0
    done = common.failshut("uninstall", "--home", home, "--yes")
    assert done.code == 0 and f"  {project}/.codex/hooks.json" in done.stderr


def test_a_host_without_the_scope_alone_is_nothing(tmp_path):
    project, home = tmp_path / "p", tmp_path / "h"
    project.mkdir()
    home.mkdir()
    where = ("--scope", "project", "--root", project, "--home", home, "--yes")
    result = common.failshut("init", *where, "--hosts", "kimi")
    assert result.code == 3 and "no project scope" in result.stdout


def test_home_is_no_project(tmp_path):
    result = common.failshut("init", "--scope", "project", "--root", tmp_path, "--home", tmp_path, "--yes")
    assert result.code == 2 and "is the home folder" in result.stderr


@pytest.mark.parametrize("host", HOSTS)
def test_user_scope_end_to_end(tmp_path, host):
    """Run what init wrote, found in the host's file, with init's own launcher and bundle."""
    chain = Chain(tmp_path)
    chain.launcher.unlink()
    assert common.failshut("init", "--home", chain.home, "--hosts", host, "--yes").code == 0
    wiring = WIRINGS[host]
    if wiring.toml:
        import tomllib

        made = tomllib.loads((chain.home / wiring.user).read_text())["hooks"][0]
    else:
        value = json.loads((chain.home / wiring.user).read_text())
        for key in (*wiring.parent, wiring.events[0]):
            value = value[key]
        made = value[0]["hooks"][0] if wiring.grouped else value[0]
    run = chain.run(host, chain.payload(host, HARMLESS), entry=made)
    assert (run.exit, run.stdout, run.stderr) == (0, NO_OPINION[host], "")
    refused = chain.run(host, chain.payload(host, DANGER), entry=made)
    assert "Failshut refused:" in refused.stdout + refused.stderr
    assert "could not be checked" not in refused.stdout + refused.stderr
    common.failshut("uninstall", "--home", chain.home, "--yes")
    left = [name for name, data in common.tree(chain.home).items() if isinstance(data, bytes)]
    assert all(name.startswith(".local/state/failshut/") for name in left), left


@pytest.mark.parametrize(
    "name", ["beforeShellExecution.Shell", "beforeMCPExecution.write_thing", "beforeReadFile.Read"]
)
def test_cursor_other_events_use_the_same_line(tmp_path, name):
    chain = Chain(tmp_path)
    run = chain.run("cursor", chain.payload("cursor", HARMLESS, name))
    assert (run.exit, run.stdout, run.stderr) == (0, NO_OPINION["cursor"], "")
