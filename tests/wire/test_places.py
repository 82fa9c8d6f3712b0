"""Odd things in the place of a host's file: a located error, and nothing is written anywhere."""

import json
import os

import pytest
import wiring_common as common

from failshut.exits import WiringError
from failshut.wire import manifest
from failshut.wire.entries import WIRINGS

ALL = ("--hosts", "all", "--yes")
CODEX = ".codex/hooks.json"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Return a home folder with a Codex folder; no variable moves a host's folder."""
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    for wiring in WIRINGS.values():
        if wiring.variable:
            monkeypatch.delenv(wiring.variable, raising=False)
    folder = tmp_path / "home"
    (folder / ".codex").mkdir(parents=True)
    return folder


def pipe(home):
    os.mkfifo(home / CODEX)
    return "it is a named pipe, not a file"


def folder(home):
    (home / CODEX).mkdir()
    return "it is a folder, not a file"


def dangling(home):
    (home / CODEX).symlink_to("../../outside/x.json")
    return "it is a symbolic link to ../../outside/x.json, which doesn't exist"


def dangling_folder(home):
    (home / ".codex").rmdir()
    (home / ".codex").symlink_to("/nonexistent/there")
    return f"{home}/.codex is a symbolic link to /nonexistent/there, which doesn't exist"


def loop(home):
    (home / CODEX).symlink_to("hooks.json")
    return "it can't be read"


def file_as_folder(home):
    (home / ".codex").rmdir()
    (home / ".codex").write_text("x")
    return "it can't be read (Not a directory)"


def read_only_file(home):
    (home / CODEX).write_text("{}")
    (home / CODEX).chmod(0o444)
    return f"the file {home}/{CODEX} is read-only"


def read_only_folder(home):
    (home / ".codex").chmod(0o555)
    return f"the folder {home}/.codex is read-only"


ODD = [pipe, folder, dangling, dangling_folder, loop, file_as_folder, read_only_file, read_only_folder]


@pytest.mark.parametrize("make", ODD, ids=[make.__name__ for make in ODD])
@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_an_odd_place_is_named_and_nothing_is_written(home, make, dry):
    words = make(home)
    before = common.tree(home.parent) if make is not pipe else None
    result = common.failshut("init", "--home", home, *ALL, *dry)
    assert result.code == 2
    assert f"{home}/{CODEX}: " in result.stderr and words in result.stderr
    assert "othing was changed" in result.stderr
    assert before is None or common.tree(home.parent) == before
    assert [path.name for path in home.iterdir()] == [".codex"]
    (home / ".codex").is_dir() and (home / ".codex").chmod(0o755)


def test_all_odd_places_are_named_at_once(home):
    pipe(home)
    (home / ".cursor").mkdir()
    (home / ".cursor/hooks.json").mkdir()
    result = common.failshut("init", "--home", home, *ALL)
    assert f"{home}/{CODEX}: " in result.stderr and f"{home}/.cursor/hooks.json: " in result.stderr


def test_a_file_where_the_guards_own_folder_has_to_stand(home):
    (home / ".local").write_text("x")
    before = common.tree(home)
    result = common.failshut("init", "--home", home, *ALL)
    assert result.code == 2 and f"{home}/.local isn't a folder" in result.stderr
    assert common.tree(home) == before


def test_uninstall_checks_every_file_first(home):
    common.failshut("init", "--home", home, *ALL)
    (home / ".kimi-code/config.toml").chmod(0o444)
    before = common.tree(home)
    result = common.failshut("uninstall", "--home", home, "--yes")
    assert result.code == 2 and "config.toml is read-only" in result.stderr
    assert common.tree(home) == before


def test_a_byte_order_mark_in_toml_is_named(home):
    (home / ".kimi-code").mkdir()
    (home / ".kimi-code/config.toml").write_bytes(b"\xef\xbb\xbfa = 1\n")
    result = common.failshut("init", "--home", home, "--hosts", "kimi", "--yes")
    assert result.code == 2 and f"{home}/.kimi-code/config.toml:1: a byte order mark" in result.stderr
    assert "without BOM" in result.stderr


def test_another_homes_guard_beside_ours_is_said(home):
    theirs = {"hooks": [{"type": "command", "command": common.OLD}]}
    plain = {"hooks": [{"type": "command", "command": "sh /srv/x/.local/share/failshut/launcher.sh"}]}
    value = {"hooks": {"Stop": [theirs], "PreToolUse": [plain]}}
    (home / CODEX).write_text(json.dumps(value, indent=1))
    result = common.failshut("init", "--home", home, "--hosts", "codex", "--yes")
    rows = [row for row in result.stderr.splitlines() if "not alone" in row]
    assert result.code == 0 and len(rows) == 2
    for row, place in zip(rows, ("/home/old/", "/srv/x/"), strict=True):
        assert f"codex at {home}/{CODEX}:" in row and f"{place}.local/share/failshut/launcher.sh" in row
        assert "failshut uninstall --home" in row
    again = common.failshut("init", "--home", home, "--hosts", "codex", "--yes", "--format", "json")
    found = json.loads(again.stdout)
    assert found["alive"] is True and len(found["warnings"]) == 2


@pytest.mark.parametrize("host", WIRINGS)
def test_our_own_entry_is_no_stranger(home, host):
    result = common.failshut("init", "--home", home, "--hosts", host, "--yes")
    assert result.code == 0 and "not alone" not in result.stderr


def test_a_record_that_is_a_pipe_is_named_and_not_waited_for(tmp_path):
    folder = tmp_path / ".local/state/failshut"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "manifest.json")
    with pytest.raises(WiringError, match=r"manifest\.json"):
        manifest.load(str(tmp_path))


def test_a_long_line_of_a_diff_is_shortened_for_the_reader():
    from failshut.cli.wiring import WIDE, shortened

    assert shortened("+ short") == "+ short"
    text = shortened("+" + "a" * 600 + "z" * 600)
    assert text.startswith("+aaa") and text.endswith("zzz")
    assert "characters" in text and len(text) < WIDE + 40
