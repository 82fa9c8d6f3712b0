"""The verb: exit codes, JSON, repairs, worktrees."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "wire"))
import wiring_common as common

from failshut import paths
from failshut.checking import force
from failshut.checking.trusting import pending
from failshut.hot.leave import pause_file
from failshut.policy import state
from failshut.wire.line import LAUNCHER


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home in which two agents are wired."""
    made = tmp_path / "home"
    made.mkdir()
    done = common.failshut("init", "--home", made, "--hosts", "claude-code,kimi", "--yes")
    assert done.code == 0
    return made


def doctor(home: Path, *arguments: object):  # type: ignore[no-untyped-def]
    root = home.parent / "project"
    (root / ".git").mkdir(parents=True, exist_ok=True)
    return common.failshut("doctor", "--home", home, "--root", root, *arguments)


def states(home: Path, *arguments: object) -> dict[str, str]:
    told = json.loads(doctor(home, "--format", "json", *arguments).stdout)
    return {row["host"]: row["state"] for row in told["hosts"]}


def test_two_wired_agents_are_shut(home: Path) -> None:
    done = doctor(home, "claude-code", "kimi")
    assert done.code == 0 and done.stdout.count("shut ✓") == 2, done.stdout
    assert states(home, "claude-code", "kimi", "cursor")["cursor"] == "not seen"


def test_nothing_here_is_no_success(tmp_path: Path) -> None:
    assert (
        doctor(tmp_path / "home" if (tmp_path / "home").mkdir() is None else tmp_path, "cursor").code == 3
    )


def test_without_its_launcher_it_is_stuck_and_mended(home: Path) -> None:
    (home / LAUNCHER).unlink()
    done = doctor(home, "claude-code")
    assert done.code == 1 and "stuck ✗" in done.stdout and "`failshut init`" in done.stdout
    done = doctor(home, "claude-code", "--fix", "--yes")
    assert done.code == 0 and "shut ✓" in done.stdout, done.stdout


def test_a_changed_entry_is_mended(home: Path) -> None:
    path = home / ".claude" / "settings.json"
    path.write_text(path.read_text().replace('"onFailure": "block"', '"onFailure": "continue"'))
    assert states(home, "claude-code") == {"claude-code": "unproved"}
    assert doctor(home, "claude-code", "--fix", "--yes").code == 0
    assert states(home, "claude-code") == {"claude-code": "shut"}


def test_a_pause_is_open(home: Path) -> None:
    path = Path(pause_file(str(home)))
    path.write_text("99999999999\n")
    path.chmod(0o600)
    assert states(home, "claude-code") == {"claude-code": "shut"}, "no person pauses for that long"
    import time

    path.write_text(f"{int(time.time()) + 600}\n")
    done = doctor(home, "claude-code")
    assert done.code == 1 and "open ✗" in done.stdout and "failshut resume" in done.stdout


def test_a_policy_that_cannot_be_used_is_named(home: Path) -> None:
    path = home / ".config" / "failshut" / "failshut.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[[rule]]\nid = 7\n")
    done = doctor(home, "claude-code")
    assert done.code == 1 and "stuck ✗" in done.stdout and f"{path}:" in done.stdout


def test_observing_is_said_once_it_is_trusted(home: Path) -> None:
    path = home / ".config" / "failshut" / "failshut.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('mode = "observe"\n')
    assert states(home, "claude-code") == {"claude-code": "shut"}
    assert "waits for trust" in doctor(home, "claude-code", "--all").stdout


def test_every_worktree_is_looked_at(home: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    script = f"""
    git init -q -b main {work} && cd {work} && git config user.name t && git config user.email t@example.com
    git commit -q --allow-empty -m one && git worktree add -q {tmp_path}/other -b other
    """
    subprocess.run(["sh", "-ec", script], check=True, capture_output=True)
    settings = tmp_path / "other" / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"disableAllHooks": true}')
    done = common.failshut("doctor", "claude-code", "--home", home, "--root", work, "--worktrees")
    assert done.code == 1, done.stdout
    here, _, other = done.stdout.partition(f"{tmp_path}/other:\n")
    assert "shut ✓" in here and "open ✗" in other and "disableAllHooks" in other
    assert doctor(home, "claude-code", "--worktrees").code == 2


def test_a_guard_that_changed_is_told(home: Path) -> None:
    folder = home / ".config/failshut"
    folder.mkdir(parents=True, exist_ok=True)
    guard, policy = folder / "guard.py", folder / "failshut.toml"
    guard.write_text("def check(call):\n    return None\n")
    policy.write_text(
        '[[rule]]\nid = "own/ls"\nmatch = { command = "ls", python = "guard.py:check" }\ndeny = "No."\n'
    )
    memory = paths.policy_memory_dir(str(home))
    (change,) = pending([("user", str(policy))], force.place(str(home), str(home)), memory)
    state.settle(memory, change.path, change.state)
    assert "changed since a person trusted it" not in doctor(home, "--all").stdout
    guard.write_text("def check(call):\n    return True\n")
    assert "changed since a person trusted it" in " ".join(doctor(home, "--all").stdout.split())


def test_a_name_that_is_no_host_gets_no_silly_hint(home: Path) -> None:
    assert "Did you mean" not in doctor(home, "foo").stderr
    assert "Did you mean 'claude-code'?" in doctor(home, "claude").stderr
