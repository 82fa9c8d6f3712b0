"""What `init --trust` tells the hosts makes them load our entry, and `uninstall` takes our hashes back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import wiring_common as common

sys.path.insert(0, str(Path(__file__).parent.parent / "cli"))
import terminal

from failshut.doctor.examine import examine
from failshut.doctor.findings import OPEN, WEAK
from failshut.wire import hosttrust, trusted
from failshut.wire.line import LAUNCHER

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
    assert "codex: It trusts these entries now" in screen and "until you trust it" not in screen
    assert config.read_text().startswith('model = "x"  # mine\n')
    assert state(tmp_path, "codex") != (OPEN, [])
    assert state(tmp_path, "codex")[1] == []
    assert common.failshut("uninstall", "--home", tmp_path, "--yes").code == 0
    assert config.read_text() == 'model = "x"  # mine\n'


@alone
def test_another_word_writes_nothing(tmp_path: Path) -> None:
    code, screen = init(tmp_path, "--hosts", "codex", word="yes")
    assert code == 1 and "Nothing was trusted" in screen
    assert not (tmp_path / ".codex" / "config.toml").exists()
    assert "no hash is stored" in state(tmp_path, "codex")[1][0]


def test_yes_alone_trusts_nothing(tmp_path: Path) -> None:
    assert common.failshut("init", "--home", tmp_path, "--hosts", "codex", "--yes").code == 0
    assert not (tmp_path / ".codex" / "config.toml").exists()
    done = common.failshut("init", "--home", tmp_path, "--hosts", "codex", "--yes", "--trust")
    assert done.code == 2 and not (tmp_path / ".codex" / "config.toml").exists()


def test_without_a_person_nothing_at_all_is_written(tmp_path: Path) -> None:
    done = common.failshut("init", "--home", tmp_path, "--hosts", "codex", "--yes", "--trust")
    assert done.code == 2 and "Nothing was done" in done.stderr
    assert common.tree(tmp_path) == {}


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
    trusted.write([change], "user", str(tmp_path), "")
    assert list(hosttrust.changes(("codex",), "user", str(tmp_path), "")) == []
    found = examine(["codex"], str(tmp_path), "", {"PATH": os.defpath}, running=False)[0]
    assert [one for one in found.findings if one.weight in (OPEN, WEAK)] == []
    (back,) = hosttrust.untrusted(("codex",), "user", str(tmp_path), "", {})
    assert back.after == b'model = "x"  # mine\n'


def trust(home: Path, root: str = "") -> Path:
    """Wire Codex and let it trust what was written, as a person would; returns its config.toml."""
    scope = "project" if root else "user"
    where = ("--scope", scope, *(("--root", root) if root else ()))
    assert common.failshut("init", "--home", home, "--hosts", "codex", "--yes", *where).code == 0
    found = [change for change, _ in hosttrust.changes(("codex",), scope, str(home), root)]
    trusted.write(found, scope, str(home), root)
    return home / ".codex" / "config.toml"


def own(home: Path, text: bytes | None) -> None:
    if text is not None:
        (home / ".codex").mkdir(parents=True)
        (home / ".codex" / "config.toml").write_bytes(text)


OWN = [
    None,
    b'model = "x"  # mine\n',
    b'model = "x"',
    b'model = "x"\n[projects."/other"]\ntrust_level = "trusted"\n',
]
TAKERS = ["uninstall", "uninstall.py"]


def take(home: Path, taker: str, root: str = "") -> str:
    """Take the guard out; returns what was said."""
    if taker == "uninstall":
        done = common.failshut("uninstall", "--home", home, "--yes")
        said = done.stdout
        if root:
            done = common.failshut(
                "uninstall", "--home", home, "--yes", "--scope", "project", "--root", root
            )
        assert done.code == 0
        return said + done.stdout
    script = home / LAUNCHER.replace("launcher.sh", "uninstall.py")
    line = [sys.executable, "-I", "-S", str(script), "--yes"]
    done = subprocess.run(line, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("text", OWN)
@pytest.mark.parametrize("in_project", [False, True])
def test_trust_goes_byte_for_byte(taker: str, text: bytes | None, in_project: bool, tmp_path: Path) -> None:
    home, root = tmp_path / "home", tmp_path / "project"
    home.mkdir()
    (root / ".git").mkdir(parents=True)
    own(home, text)
    before = common.tree(tmp_path)
    config = trust(home)
    if in_project:
        trust(home, str(root))
    said = take(home, taker, str(root) if in_project else "")
    assert str(config) in said
    assert common.tree(tmp_path) == before


@pytest.mark.parametrize("taker", TAKERS)
def test_from_a_changed_file_exactly_the_trust_goes(taker: str, tmp_path: Path) -> None:
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    own(tmp_path, b'model = "x"')
    trust(tmp_path)
    config = trust(tmp_path, str(root))
    config.write_bytes(config.read_bytes() + b"\n[mine]\ny = 1\n")
    take(tmp_path, taker, str(root))
    assert config.read_bytes() == b'model = "x"\n[mine]\ny = 1\n'


def test_the_diff_is_shown_before_anything_is_asked(tmp_path: Path) -> None:
    config = trust(tmp_path)
    done = common.failshut("uninstall", "--home", tmp_path, "--dry-run")
    assert f"codex: would delete {config}" in done.stdout and "-trusted_hash" in done.stdout


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("host", ["gemini", "copilot"])
@pytest.mark.parametrize("changed", [False, True])
def test_a_folder_is_taken_off_the_list(taker: str, host: str, changed: bool, tmp_path: Path) -> None:
    home, root = tmp_path / "home", str(tmp_path / "project")
    home.mkdir()
    (tmp_path / "project").mkdir()
    where = ("--home", home, "--hosts", host, "--yes", "--scope", "project", "--root", root)
    assert common.failshut("init", *where).code == 0
    found = [change for change, _ in hosttrust.changes((host,), "project", str(home), root)]
    trusted.write(found, "project", str(home), root)
    path = Path(found[0].path)
    if changed:
        path.write_text(json.dumps({**json.loads(path.read_text()), "/x": "y"}))
    take(home, taker, root)
    assert root not in path.read_text() if changed else not path.exists()
