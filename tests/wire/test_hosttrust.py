"""What `init --trust` tells the hosts makes them load our entry, and `uninstall` takes our hashes back."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import wiring_common as common

sys.path.insert(0, str(Path(__file__).parent.parent / "cli"))
import terminal

from failshut.doctor.examine import examine
from failshut.doctor.findings import OPEN, WEAK
from failshut.wire import hosttrust

alone = pytest.mark.skipif(bool(terminal.AGENT), reason=f"run by an agent: {terminal.AGENT}")


def state(home: Path, host: str, root: str = "") -> tuple[str, list[str]]:
    found = examine([host], str(home), root, {"PATH": os.defpath}, running=False)[0]
    return found.word, [one.problem for one in found.findings if one.weight == OPEN]


def init(home: Path, *arguments: object, word: str = "trust") -> tuple[int, str]:
    """Run ``init --trust`` on a terminal and type a word."""
    line = [sys.executable, "-m", "failshut", "init", "--home", str(home), "--yes", "--trust"]
    source = str(Path(__import__("failshut").__file__).parent.parent)
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": source, "NO_COLOR": "1"}
    return terminal.typed(
        [*line, *map(str, arguments)], [("Type the word", word)], cwd=home, environment=environment
    )


@alone
def test_codex_gets_the_hash_of_our_entry(tmp_path: Path) -> None:
    config = tmp_path / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text('model = "x"  # mine\n')
    code, screen = init(tmp_path, "--hosts", "codex")
    assert code == 0, screen
    assert config.read_text().startswith('model = "x"  # mine\n')
    assert state(tmp_path, "codex") != (OPEN, [])
    assert state(tmp_path, "codex")[1] == []
    assert common.failshut("uninstall", "--home", tmp_path, "--yes").code == 0
    assert config.read_text() == 'model = "x"  # mine\n'


@alone
def test_another_word_writes_nothing(tmp_path: Path) -> None:
    code, screen = init(tmp_path, "--hosts", "codex", word="yes")
    assert code == 0 and "Nothing was trusted" in screen
    assert not (tmp_path / ".codex" / "config.toml").exists()
    assert "no hash is stored" in state(tmp_path, "codex")[1][0]


def test_yes_alone_trusts_nothing(tmp_path: Path) -> None:
    assert common.failshut("init", "--home", tmp_path, "--hosts", "codex", "--yes").code == 0
    assert not (tmp_path / ".codex" / "config.toml").exists()
    done = common.failshut("init", "--home", tmp_path, "--hosts", "codex", "--yes", "--trust")
    assert done.code == 2 and not (tmp_path / ".codex" / "config.toml").exists()


@alone
@pytest.mark.parametrize(
    ("host", "file"),
    [
        ("gemini", ".gemini/trustedFolders.json"),
        ("copilot", ".copilot/config.json"),
        ("codex", ".codex/config.toml"),
    ],
)
def test_a_projects_folder_is_trusted(host: str, file: str, tmp_path: Path) -> None:
    home, root = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    (root / ".git").mkdir(parents=True)
    code, screen = init(home, "--hosts", host, "--scope", "project", "--root", root)
    assert code == 0, screen
    assert str(root) in (home / file).read_text()
    assert state(home, host, str(root))[1] == []
    again, screen = init(home, "--hosts", host, "--scope", "project", "--root", root)
    assert again == 0 and "no host needs to be told" in screen


def test_both_entries_get_their_hash_and_both_are_taken_back(tmp_path: Path) -> None:
    config = tmp_path / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text('model = "x"  # mine\n')
    assert common.failshut("init", "--home", tmp_path, "--hosts", "codex", "--yes").code == 0
    ((change, said),) = hosttrust.changes(("codex",), "user", str(tmp_path), "")
    assert said.count("runs Failshut's entries") == 1 and change.after is not None
    for name in ("pre_tool_use", "session_start"):
        assert change.after.count(f":{name}:0:0".encode()) == 1
    config.write_bytes(change.after)
    assert list(hosttrust.changes(("codex",), "user", str(tmp_path), "")) == []
    found = examine(["codex"], str(tmp_path), "", {"PATH": os.defpath}, running=False)[0]
    assert [one for one in found.findings if one.weight in (OPEN, WEAK)] == []
    (back,) = hosttrust.untrusted(("codex",), "user", str(tmp_path), "")
    assert back.after == b'model = "x"  # mine\n'
