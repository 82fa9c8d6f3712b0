"""Run `failshut lint` in a copy of a small tree that has faults in six kinds of files."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from failshut.cli.main import run

TREE = Path(__file__).parent / "tree"


@dataclass(frozen=True)
class Done:
    """How a run ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def found(self) -> list[str]:
        """Return the findings of ``--format json`` as ``FILE:LINE: RULE``."""
        rows = json.loads(self.stdout)["findings"]
        return [f"{row['path']}:{row['line']}: {row['rule']}" for row in rows]


def tree(base: Path, name: str = "project") -> Path:
    """Return a fresh copy of the tree."""
    top = base / name
    shutil.copytree(TREE, top)
    return top


def lint(top: Path, *arguments: str) -> Done:
    """Run the verb in a folder."""
    out, err = io.StringIO(), io.StringIO()
    before = os.getcwd()
    os.chdir(top)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(["lint", *arguments])
    finally:
        os.chdir(before)
    return Done(code, out.getvalue(), err.getvalue())


def found(top: Path, *arguments: str) -> list[str]:
    """Return what is found in a folder, as ``FILE:LINE: RULE``."""
    return lint(top, "--format", "json", *arguments).found
