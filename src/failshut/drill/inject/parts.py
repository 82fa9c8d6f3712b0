"""Damage the hook's own files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from failshut.drill.faults import Fault
from failshut.drill.run import HookRun
from failshut.drill.trial import NotApplicable, Trial

CONFLICT = b"<<<<<<< HEAD\nexit 0\n=======\nexit 1\n>>>>>>> other\n"


def part(trial: Trial, fault: Fault) -> None:
    """Damage the part that the fault names (``how``); the file's own state is the proof."""
    path = trial.parts[fault.subject]
    how = fault.text("how")
    before = _state(path)
    HOWS[how](path, trial)
    after = _state(path)

    def trace(run: HookRun) -> str:
        return f"the file went from {before} to {after}" if before != after else ""

    trial.trace = trace


def _state(path: Path) -> str:
    if path.is_dir():
        return "a folder"
    if not path.exists():
        return "absent"
    data = path.read_bytes()
    mode = "executable" if path.stat().st_mode & 0o100 else "not executable"
    ends = ", CRLF" if b"\r\n" in data else ""
    first = data.split(b"\n", 1)[0][:40].decode("utf-8", "replace") if data.startswith(b"#!") else ""
    conflict = ", with a conflict" if CONFLICT in data else ""
    return f"{len(data)} bytes, {mode}{ends}{conflict}" + (f", {first}" if first else "")


def _gone(path: Path, trial: Trial) -> None:
    path.rename(path.with_name(path.name + ".moved"))


def _half(path: Path, trial: Trial) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def _mode(path: Path, trial: Trial) -> None:
    if not path.stat().st_mode & 0o100:
        raise NotApplicable("it isn't executable to begin with: its command doesn't need that")
    path.chmod(0o644)


def _shebang(path: Path, trial: Trial) -> None:
    first, _, rest = path.read_bytes().partition(b"\n")
    if not first.startswith(b"#!"):
        raise NotApplicable("it has no #! line")
    path.write_bytes(b"#!/no/such/interpreter\n" + rest)


def _crlf(path: Path, trial: Trial) -> None:
    path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))


def _conflict(path: Path, trial: Trial) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    middle = max(1, len(lines) // 2)
    path.write_bytes(b"".join(lines[:middle]) + CONFLICT + b"".join(lines[middle:]))


def _folder(path: Path, trial: Trial) -> None:
    path.unlink()
    os.mkdir(path)


HOWS: dict[str, Callable[[Path, Trial], None]] = {
    "gone": _gone,
    "empty": lambda path, trial: _write(path, b""),
    "half": _half,
    "mode": _mode,
    "shebang": _shebang,
    "crlf": _crlf,
    "conflict": _conflict,
    "folder": _folder,
}


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


KINDS: dict[str, Callable[[Trial, Fault], None]] = {"part": part}
