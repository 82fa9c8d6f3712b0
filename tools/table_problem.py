"""Say what is wrong in a table, and on which line."""

from __future__ import annotations

from failshut.policy.locate import Lines


class Problem(Exception):
    """Say what is wrong with a table, and where."""


class Places:
    """Know the lines of a table of ``shell/``."""

    def __init__(self, name: str, text: str) -> None:
        self.name = f"src/failshut/shell/{name}"
        self.lines = Lines(text)

    def problem(self, what: str, *path: str | int) -> Problem:
        """Return the problem with its place."""
        return Problem(f"{self.name}:{self.lines.find(path)}: {what}")
