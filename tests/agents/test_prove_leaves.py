"""What a run of `failshut prove` leaves behind: no process and no file, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import room

pytestmark = pytest.mark.agents
OVERLAID = """
set -e
mount -t tmpfs none /mnt
for place in tmp var/tmp dev/shm; do
  mkdir -p "/mnt/seen/$place" "/mnt/work/$place"
  mount -t overlay none -o "lowerdir=/$place,upperdir=/mnt/seen/$place,workdir=/mnt/work/$place" "/$place"
done
mkdir /mnt/home /mnt/own
export HOME=/mnt/home TMPDIR=/mnt/own
"$@" >/mnt/said 2>&1 || { cat /mnt/said >&2; exit 1; }
find /mnt/seen /mnt/home /mnt/own \\( -type f -o -type l \\)
"""
"""Runs a command while all that is written to the folders of everybody is seen, and kept from them."""
LONG = 60.0
VARIABLES = {"PATH": room.PATH, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"}


def snapshot(*tops: Path) -> dict[str, tuple[int, int]]:
    """Return every file and folder below some folders, with what tells that it was written."""
    found = {}
    for top in tops:
        for place in (top, *top.rglob("*")):
            try:
                about = place.lstat()
            except OSError:
                continue
            found[str(place)] = (about.st_size, about.st_mtime_ns)
    return found


def marked(marker: str) -> Iterator[tuple[int, str]]:
    """Yield the processes that hold a text in their command line, environment or folder."""
    for place in Path("/proc").iterdir():
        if not place.name.isdigit() or place.name == str(os.getpid()):
            continue
        try:
            texts = [(place / name).read_bytes() for name in ("cmdline", "environ")]
            texts.append(os.fsencode(os.readlink(place / "cwd")))
        except OSError:
            continue
        if any(marker.encode() in text for text in texts):
            yield int(place.name), texts[0].decode(errors="replace")


def line(name: str, only: str) -> list[str]:
    """Return the command that proves some scenarios."""
    words = [sys.executable, "-m", "failshut", "prove", name, "--fresh", "--only", only]
    return [*words, "--agent", str(room.program(name))]


class Run:
    """A run of `failshut prove` in a home, folder and temporary folder of its own."""

    def __init__(self, name: str, base: Path, only: str) -> None:
        self.home, self.cwd, self.temporary = base / "home", base / "cwd", base / "tmp"
        for folder in (self.home, self.cwd, self.temporary):
            folder.mkdir()
        self.marker = str(base)
        self.before = snapshot(self.home, self.cwd, self.temporary)
        environment = VARIABLES | {"HOME": str(self.home), "TMPDIR": str(self.temporary)}
        self.process = subprocess.Popen(
            line(name, only), cwd=self.cwd, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip

    def agent(self) -> int:
        """Wait until the agent runs; returns its process."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            for pid, words in marked(self.marker):
                if "FAILSHUT-MAIN" in words:
                    return pid
            time.sleep(0.02)
        raise AssertionError("the agent never ran")

    def leaves_nothing(self) -> None:
        """Assert that neither a process nor a file is left."""
        said, _ = self.process.communicate(timeout=LONG)
        left = list(marked(self.marker))
        assert not left, (left, said)
        assert snapshot(self.home, self.cwd) == {
            name: one for name, one in self.before.items() if not name.startswith(str(self.temporary))
        }, said
        assert list(self.temporary.iterdir()) == [], said


@pytest.mark.parametrize("name", room.NAMES)
def test_a_whole_run_leaves_nothing(name: str, tmp_path: Path) -> None:
    room.there(name)
    run = Run(name, tmp_path, "subagent-harmless,mcp")
    run.leaves_nothing()
    assert run.process.returncode == 0


INTERRUPTED = [
    ("claude-code", signal.SIGINT),
    ("claude-code", signal.SIGTERM),
    ("codex", signal.SIGTERM),
    ("copilot", signal.SIGINT),
    ("gemini", signal.SIGHUP),
    ("kimi", signal.SIGTERM),
]


@pytest.mark.parametrize(("name", "number"), INTERRUPTED)
def test_an_interrupted_run_leaves_nothing(name: str, number: signal.Signals, tmp_path: Path) -> None:
    room.there(name)
    run = Run(name, tmp_path, "fault/interpreter-hangs")
    run.agent()
    time.sleep(1.0)
    run.process.send_signal(number)
    run.leaves_nothing()
    assert run.process.returncode == 130


def test_a_killed_run_leaves_no_process(tmp_path: Path) -> None:
    room.there("codex")
    run = Run("codex", tmp_path, "fault/interpreter-hangs")
    run.agent()
    run.process.kill()
    run.process.communicate(timeout=LONG)
    end = time.monotonic() + LONG
    while list(marked(run.marker)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not list(marked(run.marker))


@pytest.mark.parametrize("name", room.NAMES)
def test_nothing_is_written_where_everybody_writes(name: str) -> None:
    room.there(name)
    overlaid = ["unshare", "--mount", "sh", "-c", OVERLAID, "sh"]
    if subprocess.run([*overlaid, "true"], capture_output=True, env=VARIABLES).returncode:
        pytest.skip("this system doesn't lay a file system over another one")
    done = subprocess.run(
        [*overlaid, *line(name, "subagent-harmless,write-edit")],
        capture_output=True, text=True, env=VARIABLES,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    own = f"/mnt/seen{Path(__file__).parents[2]}/"  # where sources under development are compiled
    left = [
        one for one in done.stdout.split("\n") if one and not (one.startswith(own) and one.endswith(".pyc"))
    ]
    assert left == []
    leaky = subprocess.run([*overlaid, "touch", "/tmp/left"], capture_output=True, text=True, env=VARIABLES)
    assert leaky.stdout == "/mnt/seen/tmp/left\n"
