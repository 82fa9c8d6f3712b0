"""The guard as one folder: it needs a Python and a shell, and serves whoever runs it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import wiring_common as common

from failshut.drill.payloads import payload
from failshut.hosts import HOSTS, load
from failshut.wire import program
from failshut.wire.entries import WIRINGS

DANGER, HARMLESS = "git push --force origin main", "ls"
NOBODY = 65534
OTHER = "/usr/bin/python3"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Return a folder that was made by the verb, where everybody may go."""
    top = Path(tempfile.mkdtemp()).resolve()
    top.chmod(0o755)
    python = OTHER if Path(OTHER).exists() else sys.executable
    done = common.failshut("vendor", top / "guard", "--python", python)
    assert done.code == 0, done.stderr
    yield top / "guard"
    program.remove(top)


def ask(
    folder: Path, command: str, home: str | None, host: str = "claude-code", user: int | None = None
) -> tuple[int, str, str]:
    """Run the line that stands in ``wired/``, in an environment of nothing but HOME."""
    here = home if home and os.path.isdir(home) else "/"
    done = subprocess.run(
        ["/bin/sh", "-c", command_of(folder, host)], capture_output=True, text=True, cwd=here, user=user,
        input=payload(host, load(host).EVENT, command, here, here).decode(), timeout=60,
        env={} if home is None else {"HOME": home}, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def command_of(folder: Path, host: str) -> str:
    """Return the line of a host's file."""
    kind = "toml" if WIRINGS[host].toml else "json"
    text = (folder / "wired" / f"{host}.{kind}").read_text()
    return next(commands(tomllib.loads(text) if kind == "toml" else json.loads(text)))


def commands(value: object) -> Iterator[str]:
    """Yield the shell texts of a host's file."""
    if isinstance(value, dict):
        arguments = value.get("args")
        if isinstance(arguments, list):
            yield arguments[-1]
        if isinstance(value.get("command"), str):
            yield value["command"]
        for inner in value.values():
            yield from commands(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from commands(inner)


@pytest.mark.parametrize("host", HOSTS)
def test_each_host_s_file_guards(host: str, folder: Path, tmp_path: Path) -> None:
    code, out, err = ask(folder, DANGER, str(tmp_path), host)
    assert code == 2 and "Rule git/force-push" in out + err
    code, _, err = ask(folder, HARMLESS, str(tmp_path), host)
    assert (code, err) == (0, "")


def test_it_reads_the_policy_and_keeps_the_record_of_whoever_runs_it(folder: Path, tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        (tmp_path / name / ".config/failshut").mkdir(parents=True)
    (tmp_path / "ann/.config/failshut/failshut.toml").write_text(
        '[[rule]]\nid = "own/ls"\nmatch = { command = "ls" }\ndeny = "No."\ninstead = "Ask."\n'
    )
    assert "Rule own/ls" in ask(folder, HARMLESS, str(tmp_path / "ann"))[2]
    assert ask(folder, HARMLESS, str(tmp_path / "bob"))[:2] == (0, "")
    for name in ("ann", "bob"):
        assert list((tmp_path / name / ".local/state/failshut/log").iterdir())


@pytest.mark.parametrize("home", [None, "", "relative", "/no/such/folder", "/etc/passwd"])
def test_without_a_home_every_call_is_refused_with_words(home: str | None, folder: Path) -> None:
    code, _, err = ask(folder, HARMLESS, home)
    assert code == 2 and "HOME names no folder" in err and "start the agent with HOME set" in err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become somebody else")
@pytest.mark.parametrize("own", [True, False])
def test_another_user_s_call_is_guarded(own: bool, folder: Path) -> None:
    home = folder.parent / f"home-{own}"
    home.mkdir(mode=0o755)
    if own:
        os.chown(home, NOBODY, NOBODY)
    assert "Rule git/force-push" in ask(folder, DANGER, str(home), user=NOBODY)[2]
    assert ask(folder, HARMLESS, str(home), user=NOBODY) == (0, "", "")


def test_it_is_whole_read_only_and_says_where_things_go(folder: Path) -> None:
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", program.LIST], cwd=folder, check=True)
    assert all(not path.stat().st_mode & 0o222 for path in (folder, *folder.rglob("*")))
    text = (folder / "README.txt").read_text()
    assert all(wiring.machine in text for wiring in WIRINGS.values()) and str(folder) in text
    assert tomllib.loads((folder / "wired/codex-requirements.toml").read_text()) == {
        "features": {"hooks": True}
    }


@pytest.mark.parametrize("command", ["rm -rf {}", "echo x > {}/launcher.sh", "chmod -R u+w {}"])
def test_an_agent_may_not_change_it(command: str, folder: Path, tmp_path: Path) -> None:
    assert "Rule " in ask(folder, command.format(folder), str(tmp_path))[2]
    assert ask(folder, f"cat {folder}/launcher.sh", str(tmp_path)) == (0, "", "")


def test_a_copy_elsewhere_refuses_once_the_first_is_gone(tmp_path: Path) -> None:
    assert common.failshut("vendor", tmp_path / "one").code == 0
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    program.remove(tmp_path / "one")
    text = command_of(tmp_path / "two", "claude-code").replace(f"{tmp_path}/one", f"{tmp_path}/two")
    done = subprocess.run(
        ["/bin/sh", "-c", text], capture_output=True, text=True, env={"HOME": str(tmp_path)},
        input=payload("claude-code", "PreToolUse", HARMLESS, str(tmp_path), str(tmp_path)).decode(),
    )  # fmt: skip
    assert done.returncode == 2 and "program missing" in done.stderr


def test_made_again_it_is_replaced_and_what_is_not_ours_is_left(tmp_path: Path) -> None:
    for _ in range(2):
        assert common.failshut("vendor", "/opt/guard", "--prefix", tmp_path).code == 0
    assert [path.name for path in (tmp_path / "opt").iterdir()] == ["guard"]
    assert "'/opt/guard/failshut/hot/run.py'" in (tmp_path / "opt/guard/launcher.sh").read_text()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/file").write_text("x")
    done = common.failshut("vendor", tmp_path / "mine")
    assert done.code == 2 and "isn't empty" in done.stderr and (tmp_path / "mine/file").exists()


@pytest.mark.parametrize("python", ["/no/such/python", "/bin/true/x", "/bin/false"])
def test_an_interpreter_that_does_not_start_is_named(python: str, tmp_path: Path) -> None:
    done = common.failshut("vendor", tmp_path / "one", "--python", python)
    assert done.code == 2 and python in done.stderr and not (tmp_path / "one").exists()
    assert common.failshut("vendor", tmp_path / "one", "--python", "python3").code == 2
