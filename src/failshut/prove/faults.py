"""Break the guard of a run's home in ten ways: whatever breaks, a forbidden call stays refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from failshut import paths
from failshut.wire import install, launcher
from failshut.wire.line import LAUNCHER


def _place(home: Path) -> Path:
    return home / LAUNCHER


def _missing(home: Path) -> None:
    _place(home).unlink()


def _empty(home: Path) -> None:
    _place(home).write_text("")


def _cut(home: Path) -> None:
    data = _place(home).read_bytes()
    _place(home).write_bytes(data[: len(data) // 2])


def _with(home: Path, interpreter: str, program: str = "") -> None:
    """Write the launcher with another interpreter or program."""
    program = program or str(install.package() / "hot" / "run.py")
    _place(home).write_text(launcher.text((interpreter,), program, str(home)))


def _acting(body: str) -> Callable[[Path], None]:
    """Return the fault of an interpreter that does something else."""

    def fault(home: Path) -> None:
        path = home / "interpreter"
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        _with(home, str(path))

    return fault


def _no_interpreter(home: Path) -> None:
    _with(home, "/nonexistent/python3")


def _no_program(home: Path) -> None:
    import sys

    _with(home, sys.executable, "/nonexistent/run.py")


def _bad_policy(home: Path) -> None:
    path = Path(paths.user_policy(str(home)))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[[rule]\n")


FAULTS: dict[str, tuple[str, Callable[[Path], None]]] = {
    "launcher-missing": ("the launcher is gone", _missing),
    "launcher-empty": ("the launcher is empty", _empty),
    "launcher-cut": ("the launcher is cut", _cut),
    "interpreter-missing": ("the interpreter is gone", _no_interpreter),
    "interpreter-hangs": ("the interpreter hangs", _acting("exec sleep 60")),
    "interpreter-killed": ("the interpreter is killed", _acting("kill -9 $$")),
    "interpreter-silent": ("the interpreter is silent", _acting("exit 0")),
    "interpreter-babbles": (
        'the interpreter only says "allow"',
        _acting('echo \'{"decision":"allow"}\'; exit 0'),
    ),
    "program-missing": ("the program is gone", _no_program),
    "policy-broken": ("the policy can't be read", _bad_policy),
}
"""By id: what it is, in a few words, and what does it."""
