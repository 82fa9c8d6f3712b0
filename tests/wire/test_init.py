"""Run init and uninstall in throw-away homes: what they write, say, refuse and leave."""

import json
import os
import stat

import pytest
import wiring_common as common

from failshut.exits import WiringError
from failshut.hosts import HOSTS
from failshut.wire import apply, manifest
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER, line
from failshut.wire.plan import Change

ALL = ("--hosts", "all", "--yes")


@pytest.fixture(autouse=True)
def no_real_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    for wiring in WIRINGS.values():
        if wiring.variable:
            monkeypatch.delenv(wiring.variable, raising=False)


@pytest.fixture
def home(tmp_path):
    """Return a home folder with one case file a host, where there is one."""
    folder = tmp_path / "home"
    for host, wiring in WIRINGS.items():
        cases = [case for case in common.CASES if case.parent.name == host and "bom" not in case.name]
        path = folder / wiring.user
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cases[0].read_bytes())
    return folder


def modes(folder):
    return {str(path): path.lstat().st_mode for path in folder.rglob("*")}


def test_uninstall_restores_every_byte_and_mode(home):
    (home / ".codex/hooks.json").chmod(0o640)
    before, kept = common.tree(home), modes(home)
    assert common.failshut("init", "--home", home, *ALL).code == 0
    assert all("failshut/1" in (home / wiring.user).read_text() for wiring in WIRINGS.values())
    assert stat.S_IMODE((home / ".codex/hooks.json").stat().st_mode) == 0o640
    assert common.failshut("uninstall", "--home", home, "--yes").code == 0
    assert common.tree(home) == before
    assert modes(home) == kept


def test_uninstall_of_an_empty_home_leaves_it_empty(tmp_path):
    assert common.failshut("init", "--home", tmp_path, *ALL).code == 0
    common.failshut("uninstall", "--home", tmp_path, "--yes")
    assert common.tree(tmp_path) == {}


def test_twice_changes_nothing(home):
    common.failshut("init", "--home", home, *ALL)
    before, times = common.tree(home), {p: p.stat().st_mtime_ns for p in home.rglob("*") if p.is_file()}
    again = common.failshut("init", "--home", home, "--hosts", "all")  # nothing to ask either
    assert again.code == 0 and "nothing to change" in again.stdout
    assert common.tree(home) == before
    assert {p: p.stat().st_mtime_ns for p in home.rglob("*") if p.is_file()} == times


@pytest.mark.parametrize("host", HOSTS)
def test_edits_between_survive(tmp_path, host):
    wiring = WIRINGS[host]
    path = tmp_path / wiring.user
    common.failshut("init", "--home", tmp_path, "--hosts", host, "--yes")
    if wiring.toml:
        path.write_text("# mine\nx = 1\n" + path.read_text())
        wanted: object = "# mine\nx = 1\n"
    else:
        value = json.loads(path.read_text())
        value["theirs"] = {"k": [1]}
        path.write_text(json.dumps(value, indent=1))
        wanted = {**dict(wiring.top), "theirs": {"k": [1]}}
    common.failshut("uninstall", "--home", tmp_path, "--yes")
    left = path.read_text()
    assert (left if wiring.toml else json.loads(left)) == wanted
    assert not (tmp_path / LAUNCHER).exists()


def test_edit_then_init_again_then_uninstall(tmp_path):
    path = tmp_path / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text('{\n  "a": 1\n}\n')
    common.failshut("init", "--home", tmp_path, "--hosts", "claude-code", "--yes")
    path.write_text(path.read_text().replace('"a": 1', '"a": 2'))
    common.failshut("init", "--home", tmp_path, "--hosts", "claude-code", "--yes")
    common.failshut("uninstall", "--home", tmp_path, "--yes")
    assert path.read_text() == '{\n  "a": 2\n}\n'


def test_upgrade_replaces_our_entry(tmp_path):
    path = tmp_path / ".codex/hooks.json"
    path.parent.mkdir()
    path.write_bytes(common.put("codex", b'{"hooks": {"Stop": []}}', common.OLD)[0])
    common.failshut("init", "--home", tmp_path, "--hosts", "codex", "--yes")
    (group,) = json.loads(path.read_text())["hooks"]["PreToolUse"]
    assert group["hooks"][0]["command"] == line("codex", str(tmp_path / LAUNCHER))
    common.failshut("uninstall", "--home", tmp_path, "--yes")
    assert json.loads(path.read_text()) == {"hooks": {"Stop": [], "PreToolUse": [], "SessionStart": []}}


def test_link_is_written_through(tmp_path):
    home, real = tmp_path / "home", tmp_path / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_text("{}")
    (home / ".claude").mkdir(parents=True)
    (home / ".claude/settings.json").symlink_to("../../dotfiles/claude.json")
    before = common.tree(tmp_path)
    common.failshut("init", "--home", home, "--hosts", "claude-code", "--yes")
    assert "PreToolUse" in real.read_text() and (home / ".claude/settings.json").is_symlink()
    common.failshut("uninstall", "--home", home, "--yes")
    assert common.tree(tmp_path) == before


def test_private_folders(tmp_path):
    common.failshut("init", "--home", tmp_path, "--hosts", "kimi", "--yes")
    for name in (".local/share/failshut", ".local/state/failshut", ".cache/failshut", ".config/failshut"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o700


def test_broken_file_changes_nothing_anywhere(home):
    (home / ".codex/hooks.json").write_text('{"hooks": }')
    (home / ".cursor/hooks.json").write_text('{"hooks": []}')
    before = common.tree(home)
    result = common.failshut("init", "--home", home, *ALL)
    assert result.code == 2
    assert f"{home}/.codex/hooks.json:1: found '}}' where a value has to stand" in result.stderr
    assert f"{home}/.cursor/hooks.json:1: hooks has to be an object" in result.stderr
    assert common.tree(home) == before


def test_uninstall_passes_by_broken_files_that_are_not_wired(home):
    (home / ".codex/hooks.json").write_text('{"hooks": }')
    common.failshut("init", "--home", home, "--hosts", "kimi", "--yes")
    assert common.failshut("uninstall", "--home", home, "--yes").code == 0


def test_no_terminal_means_no_question(home):
    before = common.tree(home)
    result = common.failshut("init", "--home", home, "--hosts", "all")
    assert result.code == 2 and "--yes" in result.stderr and "+++ " in result.stderr
    assert common.tree(home) == before
    common.failshut("init", "--home", home, *ALL)
    before = common.tree(home)
    assert common.failshut("uninstall", "--home", home).code == 2
    assert common.tree(home) == before


def test_dry_run_shows_the_diff_and_writes_nothing(home):
    before = common.tree(home)
    result = common.failshut("init", "--home", home, "--hosts", "all", "--dry-run")
    assert result.code == 0 and f"+++ {home}/.claude/settings.json" in result.stdout
    assert "claude-code: would edit" in result.stdout
    assert common.tree(home) == before


def test_json_result(tmp_path):
    result = common.failshut("init", "--home", tmp_path, *ALL, "--format", "json")
    value = json.loads(result.stdout)
    assert value["version"] == 1 and value["outcome"] == "written" and value["alive"] is True
    assert list(dict.fromkeys(row["host"] for row in value["changes"])) == list(HOSTS)
    assert {row["action"] for row in value["changes"]} == {"create"}
    assert len(value["advice"]) == len(HOSTS)
    gone = json.loads(common.failshut("uninstall", "--home", tmp_path, "--yes", "--format", "json").stdout)
    assert gone["guard_removed"] is True and {row["action"] for row in gone["changes"]} == {"delete"}


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["init", "--hosts", "emacs"], 2, "'emacs' is no host of ours"),
        (["init", "--print-command", "emacs"], 2, "'emacs' is no host of ours"),
        (["init", "--print-command", "all"], 2, "'all' is not one host"),
        (["init", "--home", "/nonexistent/x"], 2, "isn't a folder"),
        (["init", "--nonsense"], 2, "No such option"),
        (["nonsense"], 2, "No such command"),
    ],
)
def test_usage_errors(tmp_path, arguments, code, words):
    if "--home" not in arguments and len(arguments) > 1 and arguments[1] != "--nonsense":
        arguments = [*arguments, "--home", str(tmp_path)]
    result = common.failshut(*arguments)
    assert (result.code, result.stdout) == (code, "") and words in result.stderr
    assert common.tree(tmp_path) == {}


def test_hosts_are_detected(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    home = tmp_path / "home"
    home.mkdir()
    nothing = common.failshut("init", "--home", home, "--dry-run")
    assert nothing.code == 3 and "--hosts all" in nothing.stderr
    (home / ".gemini").mkdir()
    program = tmp_path / "bin" / "codex"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    value = json.loads(common.failshut("init", "--home", home, "--dry-run", "--format", "json").stdout)
    assert list(dict.fromkeys(row["host"] for row in value["changes"])) == ["codex", "gemini"]


@pytest.mark.parametrize("host", HOSTS)
def test_print_command_is_the_line_that_init_writes(tmp_path, host):
    result = common.failshut("init", "--print-command", host, "--home", tmp_path, "--root", tmp_path)
    assert result.stdout == line(host, str(tmp_path / LAUNCHER), str(tmp_path)) + "\n"
    common.failshut("init", "--home", tmp_path, "--root", tmp_path, "--hosts", host, "--yes")
    assert json.dumps(result.stdout.strip("\n"))[1:-1] in (tmp_path / WIRINGS[host].user).read_text()


def test_moved_folder_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CODEX_HOME", "/elsewhere")
    result = common.failshut("init", "--hosts", "codex", "--yes")
    assert result.code == 1
    assert "wired, but not alive: codex" in result.stderr
    assert f"CODEX_HOME makes the host read /elsewhere and not {tmp_path}/.codex" in result.stderr


def test_a_file_that_changed_meanwhile_is_not_overwritten(tmp_path):
    path = tmp_path / "f"
    path.write_text("new")
    with pytest.raises(WiringError, match="changed while"):
        apply.unchanged(Change(str(path), b"old", b"x", "codex"))


def test_failed_write_leaves_the_old_bytes_and_no_rest(tmp_path, monkeypatch):
    path = tmp_path / "f"
    path.write_text("old")

    def full(fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WiringError, match="No space left"):
        apply.write(str(path), b"new")
    assert common.tree(tmp_path) == {"f": b"old"}


def test_damaged_record_is_said(home):
    common.failshut("init", "--home", home, *ALL)
    (manifest.folder(str(home)) / manifest.NAME).write_text("{}")
    result = common.failshut("uninstall", "--home", home, "--yes")
    assert result.code == 2 and "can't be read" in result.stderr


def test_without_a_record_entries_are_found_by_their_text(home):
    common.failshut("init", "--home", home, *ALL)
    (manifest.folder(str(home)) / manifest.NAME).unlink()
    assert common.failshut("uninstall", "--home", home, "--yes").code == 0
    assert not any("failshut/1" in (home / wiring.user).read_text() for wiring in WIRINGS.values())
    assert not (home / LAUNCHER).exists()


def test_one_host_leaves_the_guard_for_the_others(home):
    common.failshut("init", "--home", home, *ALL)
    result = common.failshut("uninstall", "--home", home, "--hosts", "codex", "--yes")
    assert "the launcher stays" in result.stderr and (home / LAUNCHER).exists()
    assert "failshut/1" not in (home / ".codex/hooks.json").read_text()
    assert "failshut/1" in (home / ".kimi-code/config.toml").read_text()


def test_another_line_then_uninstall_brings_the_original_back(home):
    before = common.tree(home)
    common.failshut("init", "--home", home, *ALL)
    common.failshut("init", "--home", home, "--root", home, *ALL)
    assert str(home) + "' 2>&3" in (home / ".kimi-code/config.toml").read_text()
    common.failshut("uninstall", "--home", home, "--yes")
    assert common.tree(home) == before


def test_a_version_that_init_added_goes_with_the_original_bytes(tmp_path):
    path = tmp_path / ".cursor/hooks.json"
    path.parent.mkdir()
    path.write_text('{"hooks": {}}')
    common.failshut("init", "--home", tmp_path, "--hosts", "cursor", "--yes")
    assert json.loads(path.read_text())["version"] == 1
    common.failshut("uninstall", "--home", tmp_path, "--yes")
    assert path.read_text() == '{"hooks": {}}'


def test_the_launcher_stays_for_entries_that_no_record_knows(home):
    common.failshut("init", "--home", home, *ALL)
    (manifest.folder(str(home)) / manifest.NAME).unlink()
    common.failshut("uninstall", "--home", home, "--hosts", "codex", "--yes")
    assert (home / LAUNCHER).exists()


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_mistake_in_a_policy_is_named_with_its_line(home, form):
    path = home / ".config/failshut/failshut.toml"
    path.parent.mkdir(parents=True)
    path.write_text('[[rule]]\nid = "a/b"\nmatch = { comand = "x" }\ndeny = "Not this way."\n')
    done = common.failshut("init", "--home", home, "--format", form, *ALL)
    assert done.code == 1
    said = json.loads(done.stdout)["policy"][0] if form == "json" else done.stderr
    assert f"{path}:3: Unknown key `comand`" in said
    assert "failshut/1" in (home / WIRINGS["codex"].user).read_text(), "wired all the same: shut"
