"""Run texts in bash where every program is a stand-in that notes how it was called.

The PATH has stand-ins, ``bash``, ``sh`` and a few programs that start others or print: nothing that
deletes or reaches the network.  The folder, the HOME in it and the limits are those of one worker.
"""

import os
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path

from shell.oracle.generate import NAMES

REAL = ("bash", "sh", "env", "xargs", "find", "nohup", "nice", "timeout", "cat", "tee", "chmod",
        "basename", "dirname")  # fmt: skip
FILES = ("one.c", "two.c", "three.h", "a b", ".hid", "sub/four.c", "sub/sub/five.h", "sub/" * 12 + "six.c")
SECONDS = 3
# Values end with \037, calls with \036, at one go; how many words there are decides what fails.
SCRIPT = """#!/bin/sh
printf '%s\\037' "$PWD" "${0##*/}" "$@" '\036' >>LOG
case $# in 1|3|5) exit 0;; esac
exit 1
"""
TIME = """#!/bin/sh
[ "$1" = -p ] && shift
exec "$@"
"""
# The same as functions, where bash starts by itself: no process each time.
PRELUDE = """ulimit -t 3 -f 1024 -c 0
FUNCNEST=60
"""
FUNCTION = """NAME() {
builtin printf '%s\\037' "$PWD" NAME "$@" $'\\036' >>LOG
builtin return $(($# % 2 == 0))
}
"""


class Place:
    """Be a folder with stand-ins, a HOME and a log."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root.joinpath(*"abcdefghij", "home")  # deep: no ``cd ..`` leaves the root
        self.log = root / "log"
        stubs = root / "bin"
        stubs.mkdir(parents=True)
        for name in (*NAMES, "ssh"):
            (stubs / name).write_text(SCRIPT.replace("LOG", str(self.log)))
            (stubs / name).chmod(0o755)
        (stubs / "time").write_text(TIME)  # bash takes ``time`` behind ``|`` for a program
        (stubs / "time").chmod(0o755)
        for name in REAL:
            found = shutil.which(name, path="/usr/bin:/bin")
            if found:
                (stubs / name).symlink_to(found)
        functions = "".join(FUNCTION.replace("NAME", n).replace("LOG", str(self.log)) for n in NAMES)
        (root / "processes").write_text(PRELUDE)
        (root / "functions").write_text(PRELUDE + functions)
        for name in FILES:
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).touch()
        for parent in list(self.home.parents)[:4]:
            (parent / "sub/sub").mkdir(parents=True)
        self.top = root / "a"
        self.kept = set(self.top.rglob("*"))
        self.environment = {"PATH": str(stubs), "HOME": str(self.home), "LC_ALL": "C.UTF-8"}

    def run(self, text: str, processes: bool) -> list[tuple[str, ...]]:
        """Run a text and return what was called: (folder, program, words …)."""
        self.log.write_bytes(b"")
        prelude = self.root / ("processes" if processes else "functions")
        with subprocess.Popen(
            ["bash", "-c", text], cwd=self.home, env={**self.environment, "BASH_ENV": str(prelude)},
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as bash:  # fmt: skip
            wait(bash)
            settle(bash.pid)
            try:
                os.killpg(bash.pid, signal.SIGKILL)  # what it left in the background
            except ProcessLookupError:
                pass
        self.clean()
        whole = self.log.read_bytes().decode("utf-8", "surrogateescape")
        return [tuple(one.split("\037")[:-1]) for one in whole.split("\036\037")[:-1]]

    def clean(self) -> None:
        """Take away what a text wrote."""
        folders = [str(self.top)]
        while folders:
            for entry in os.scandir(folders.pop()):
                if Path(entry.path) not in self.kept:
                    shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(
                        entry.path
                    )
                elif entry.is_dir():
                    folders.append(entry.path)
                elif entry.stat().st_size:
                    os.truncate(entry.path, 0)


def settle(group: int) -> None:
    """Give what a text left in the background a moment: as long as it goes on, at most 50 ms."""
    for _ in range(25):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.002)


def wait(bash: "subprocess.Popen[bytes]") -> None:
    """Wait for a process, at most ``SECONDS``; then it is ended by whoever called."""
    if hasattr(os, "pidfd_open"):
        watch = os.pidfd_open(bash.pid)
        select.select([watch], [], [], SECONDS)
        os.close(watch)
        if bash.poll() is None:
            os.killpg(bash.pid, signal.SIGKILL)
        return
    try:
        bash.wait(SECONDS)
    except subprocess.TimeoutExpired:
        pass
