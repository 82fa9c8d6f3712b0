"""The script beside the launcher takes the guard out without the package."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import wiring_common as common

from failshut.hosts import HOSTS
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER

PYTHON = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable


def wired(home: Path, *hosts: str) -> Path:
    """Wire hosts in a home; returns the script."""
    done = common.failshut("init", "--home", home, "--hosts", ",".join(hosts), "--yes")
    assert done.code == 0
    return home / LAUNCHER.replace("launcher.sh", "uninstall.py")


def alone(script: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the script with an interpreter that knows nothing of the package."""
    line = [PYTHON, "-I", "-S", str(script), *arguments]
    return subprocess.run(line, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


def before(host: str) -> bytes:
    """Return a file of somebody's for a host."""
    if WIRINGS[host].toml:
        return b'model = "x"  # mine\n\n[[hooks]]\nevent = "Stop"\ncommand = "date"\n'
    events = {WIRINGS[host].events[0]: []}
    value: dict[str, object] = {**dict(WIRINGS[host].top), WIRINGS[host].parent[0]: events}
    return json.dumps(value | ({"theme": "dark"} if host in ("claude-code", "gemini") else {})).encode()


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("there", [False, True])
def test_files_that_nobody_changed_get_their_bytes_back(host: str, there: bool, tmp_path: Path) -> None:
    path = tmp_path / WIRINGS[host].user
    if there:
        path.parent.mkdir(parents=True)
        path.write_bytes(before(host))
    script = wired(tmp_path, host)
    done = alone(script, "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_bytes() == before(host) if there else not path.exists()
    assert not (tmp_path / LAUNCHER).exists() and not script.exists()
    assert there or common.tree(tmp_path) == {}


@pytest.mark.parametrize("host", HOSTS)
def test_from_a_changed_file_exactly_our_entries_go(host: str, tmp_path: Path) -> None:
    path = tmp_path / WIRINGS[host].user
    path.parent.mkdir(parents=True)
    path.write_bytes(before(host))
    script = wired(tmp_path, host)
    path.write_bytes(path.read_bytes() + (b"\n[extra]\nx = 1\n" if WIRINGS[host].toml else b"\n"))
    done = alone(script, "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    text, parent = path.read_text(), WIRINGS[host].parent[0]
    assert LAUNCHER not in text
    if WIRINGS[host].toml:
        assert text.startswith(before(host).decode()) and "[extra]\nx = 1" in text
    else:
        assert {**json.loads(text), parent: {}} == {**json.loads(before(host)), parent: {}}


def test_a_list_of_plugins_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / ".kimi-code/plugins/installed.json"
    path.parent.mkdir(parents=True)
    theirs = {"version": 1, "plugins": [{"id": "other", "root": "/x", "enabled": True}]}
    path.write_text(json.dumps(theirs))
    script = wired(tmp_path, "kimi")
    held = json.loads(path.read_text())
    assert [row["id"] for row in held["plugins"]] == ["other", "failshut"]
    path.write_text(json.dumps(held | {"more": 1}))
    assert alone(script, "--yes").returncode == 0
    assert json.loads(path.read_text()) == theirs | {"more": 1}


def test_comments_behind_our_block_stay(tmp_path: Path) -> None:
    path = tmp_path / ".kimi-code/config.toml"
    path.parent.mkdir(parents=True)
    path.write_bytes(before("kimi"))
    script = wired(tmp_path, "kimi")
    more = "\n# why the table below is here\n[extra]\nx = 1\n"
    path.write_text(path.read_text() + more)
    assert alone(script, "--yes").returncode == 0
    text = path.read_text()
    assert text.startswith(before("kimi").decode()) and text.endswith(more.lstrip("\n"))
    assert LAUNCHER not in text


def test_it_asks_a_person(tmp_path: Path) -> None:
    script = wired(tmp_path, "claude-code")
    done = alone(script)
    assert done.returncode == 1 and "Nothing was changed" in done.stderr
    assert (tmp_path / LAUNCHER).exists()


def test_what_it_cannot_read_it_names_and_leaves(tmp_path: Path) -> None:
    script = wired(tmp_path, "claude-code", "kimi")
    path = tmp_path / WIRINGS["claude-code"].user
    path.write_text(path.read_text() + "}")
    done = alone(script, "--yes")
    assert done.returncode == 1 and str(path) in done.stderr
    assert (tmp_path / LAUNCHER).exists() and not (tmp_path / WIRINGS["kimi"].user).exists()


def test_without_a_record_it_says_what_to_do(tmp_path: Path) -> None:
    script = wired(tmp_path, "claude-code")
    shutil.rmtree(tmp_path / ".local/state/failshut")
    done = alone(script, "--yes")
    assert done.returncode == 1 and "by hand" in done.stderr and (tmp_path / LAUNCHER).exists()
