"""Find processes by their parents or by the folder that they were started for (Linux)."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
from collections.abc import Iterator

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER


def descendants(pid: int) -> list[int]:
    """Return all processes below ``pid``, parents before children, the youngest last."""
    parents = dict(_parents())
    found, level = [], [pid]
    while level:
        level = sorted(child for child, parent in parents.items() if parent in level)
        found += level
    return found


def _parents() -> Iterator[tuple[int, int]]:
    for number in _numbers():
        try:
            with open(f"/proc/{number}/stat", encoding="utf-8", errors="replace") as file:
                rest = file.read().rpartition(") ")[2].split()
        except OSError:
            continue
        yield number, int(rest[1])


def _numbers() -> list[int]:
    names = os.listdir("/proc") if os.path.isdir("/proc/self") else []
    return [int(name) for name in names if name.isdigit()]


def started_in(folder: str) -> list[int]:
    """Return the processes whose environment or working folder names ``folder``, but not ours."""
    inside = folder.rstrip("/") + "/"
    mark, found = inside.encode(), []
    for number in _numbers():
        if number == os.getpid():
            continue
        with contextlib.suppress(OSError):
            with open(f"/proc/{number}/environ", "rb") as file:
                named = mark in file.read()
            here = os.readlink(f"/proc/{number}/cwd") + "/"
            if named or here.startswith(inside):
                found.append(number)
    return found


def end(folder: str) -> int:
    """Kill what was started for ``folder`` and still lives; returns how many there were."""
    ended = 0
    for number in started_in(folder):
        with contextlib.suppress(OSError):
            os.kill(number, signal.SIGKILL)
            ended += 1
    return ended


def adopt() -> None:
    """Become the parent of orphans, so that what leaves its folder and environment is still found."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def end_adopted() -> int:
    """Kill every process below this one that still lives; returns how many there were."""
    ended = 0
    for number in descendants(os.getpid()):
        with contextlib.suppress(OSError):
            os.kill(number, signal.SIGKILL)
            ended += 1
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            continue
    return ended
