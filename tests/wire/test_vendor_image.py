"""In an image that holds busybox's shell, a Python and the folder, and nothing else."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import wiring_common as common
from test_vendor import DANGER, HARMLESS, command_of

from failshut.drill.payloads import payload
from failshut.wire import program

PYTHON, BUSYBOX, CHROOT = "/usr/bin/python3", shutil.which("busybox"), shutil.which("chroot")


def put(image: Path, source: str, place: str = "") -> None:
    """Copy a program and the libraries that it needs into an image."""
    told = subprocess.run(["ldd", source], capture_output=True, text=True).stdout
    for path in (source, *re.findall(r"(/\S+\.so\S*)", told)):
        target = image / (place if path == source and place else path).lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(os.path.realpath(path), target)


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Return an image with the guard at /opt/guard."""
    assert BUSYBOX
    done = common.failshut("vendor", "/opt/guard", "--prefix", tmp_path, "--python", PYTHON)
    assert done.code == 0, done.stderr
    for place in ("/bin/sh", "/usr/bin/sleep"):
        put(tmp_path, BUSYBOX, place)
    put(tmp_path, PYTHON)
    ask = "import encodings, os; print(os.path.dirname(os.path.dirname(encodings.__file__)))"
    library = subprocess.run([PYTHON, "-I", "-S", "-c", ask], capture_output=True, text=True, check=True)
    shutil.copytree(
        library.stdout.strip(), tmp_path / library.stdout.strip()[1:], symlinks=True,
        ignore=shutil.ignore_patterns("test", "config-*", "idlelib", "site-packages", "dist-packages"),
    )  # fmt: skip
    (tmp_path / "home/u").mkdir(parents=True)
    (tmp_path / "dev").mkdir()
    try:
        os.mknod(tmp_path / "dev/null", 0o020666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("no devices may be made here")
    return tmp_path


@pytest.mark.skipif(
    os.geteuid() != 0 or not (BUSYBOX and CHROOT and Path(PYTHON).exists()), reason="no root or no busybox"
)
def test_it_guards_there(image: Path) -> None:
    text = command_of(image / "opt/guard", "claude-code")
    for command, code, words in ((DANGER, 2, "Rule git/force-push"), (HARMLESS, 0, "")):
        given = payload("claude-code", "PreToolUse", command, "/home/u", "/home/u")
        done = subprocess.run(
            [str(CHROOT), image, "/bin/sh", "-c", text],
            input=given,
            capture_output=True,
            env={"HOME": "/home/u"},
        )
        assert (done.returncode, words in done.stderr.decode()) == (code, True), done.stderr
    (log,) = (image / "home/u/.local/state/failshut/log").iterdir()
    assert [json.loads(row)["verdict"] for row in log.read_text().splitlines()] == ["deny", "pass"]
    program.remove(image / "opt/guard")
