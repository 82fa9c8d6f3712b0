"""Choose interpreters that work, write launcher and bundle, end each error with its exit code."""

import os
import sys
from pathlib import Path

import click
import pytest
import wiring_common as common

from failshut.cli import main as program
from failshut.errors import PolicyError
from failshut.exits import NothingLookedAt
from failshut.wire import install
from failshut.wire.line import LAUNCHER

OWN = os.path.realpath(sys.executable)


def fake(folder: Path, name: str, body: str) -> Path:
    """Write a program that stands for an interpreter."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_the_real_interpreter_comes_first_and_a_second_differs():
    found = install.interpreters({"PATH": "/usr/bin:/bin"})
    assert found[0] == OWN and len(set(found)) == len(found) <= 2
    assert all(install.works(path) and os.path.realpath(path) == path for path in found)


def test_an_interpreter_that_fails_the_probe_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(install, "FIRST_LOOK", str(tmp_path / "absent"))
    fake(tmp_path / "bin", "python3", "exit 1")
    good = fake(tmp_path / "bin", "python3.12", f'exec {OWN} "$@"')
    assert install.interpreters({"PATH": str(tmp_path / "bin")}) == (OWN, str(good))
    good.unlink()
    assert install.interpreters({"PATH": str(tmp_path / "bin")}) == (OWN,)


def test_the_probe_asks_as_the_launcher_does(tmp_path):
    seen = tmp_path / "seen"
    assert install.works(str(fake(tmp_path / "bin", "p", f'printf "%s|" "$1" "$2" "$3" > {seen}')))
    assert seen.read_text() == "-I|-S|-c|"
    assert not install.works(str(tmp_path / "missing"))


def test_launcher_names_interpreter_program_and_home(tmp_path):
    common.failshut("init", "--home", tmp_path, "--hosts", "kimi", "--yes")
    text = (tmp_path / LAUNCHER).read_text()
    assert f"'{OWN}'" in text and f"'{install.package()}/hot/run.py'" in text and f"'{tmp_path}'" in text


def test_a_source_tree_gets_no_copy_and_loses_old_ones(tmp_path, monkeypatch):
    share = (tmp_path / LAUNCHER).parent
    monkeypatch.setattr(install.bundle, "installed", lambda package: True)
    common.failshut("init", "--home", tmp_path, "--hosts", "kimi", "--yes")
    (share / "hot.cpython-311").write_bytes(b"of an older release")
    assert len(list((share / "versions").iterdir())) == 1
    monkeypatch.undo()
    assert not install.copied(), "the tests run on the source tree"
    for _ in range(2):
        common.failshut("init", "--home", tmp_path, "--hosts", "kimi", "--yes")
    assert not list(share.glob("hot.*")) and not install.program.named((tmp_path / LAUNCHER).read_bytes())


def test_a_damaged_launcher_is_written_anew(tmp_path):
    common.failshut("init", "--home", tmp_path, "--hosts", "kimi", "--yes")
    whole = (tmp_path / LAUNCHER).read_bytes()
    (tmp_path / LAUNCHER).write_bytes(whole[:100])
    assert common.failshut("init", "--home", tmp_path, "--hosts", "kimi").code == 2  # it would ask
    assert common.failshut("init", "--home", tmp_path, "--hosts", "kimi", "--yes").code == 0
    assert (tmp_path / LAUNCHER).read_bytes() == whole


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (PolicyError("p.toml", 3, "bad.", "Fix it."), 2, "failshut: p.toml:3: bad. Fix it."),
        (NothingLookedAt("nothing"), 3, "failshut: nothing"),
        (RuntimeError("boom"), 4, "Report it with the lines above"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_each_error_has_its_exit_code(monkeypatch, error, code, words):
    @click.command("init")
    def broken() -> int:
        raise error

    monkeypatch.setattr(program.Verbs, "get_command", lambda self, ctx, name: broken)
    result = common.failshut("init")
    assert (result.code, result.stdout) == (code, "") and words in result.stderr


def test_help_and_version_name_every_verb():
    assert all(verb in common.failshut("--help").stdout for verb in program.VERBS)
    assert common.failshut("--version").code == 0
