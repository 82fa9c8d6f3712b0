"""Read the ways in which a script can end: what it has printed by then, and its exit code."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from failshut.lint.document import Document, Span

if TYPE_CHECKING:
    from failshut.lint.script import Text

HOLE = "\u2026"
"""Stands in a printed text for what can't be told by reading."""
CHECK, MISSING, UNREADABLE, ERROR, END = "check", "missing", "unreadable", "error", "end"
"""Why it ends: its check decided, a helper is gone, the payload can't be read, it broke, it is over."""
MOST = 200
"""Ways of ending that are followed in one text."""


@dataclass(frozen=True)
class Answer:
    """One way in which a text ends.

    ``span`` is where it ends, ``said`` where the last thing it prints stands (None = it prints
    nothing).  ``exit`` None: the code can't be told.  ``stdout`` and ``stderr`` hold ``HOLE`` for
    what can't be told; ``open`` names the variables behind holes in order (``cmd``, ``reason``).
    ``under`` is the text of the nearest condition; ``why`` is CHECK | MISSING | UNREADABLE | ERROR | END.
    """

    document: Document
    span: Span
    said: Span | None
    exit: int | None
    stdout: str = ""
    stderr: str = ""
    under: str = ""
    why: str = CHECK
    open: tuple[str, ...] = ()


READERS = {"sh": "shell", "python": "python", "javascript": "javascript"}
"""Languages that can be read → the module that does."""


def answers(text: Text) -> tuple[Answer, ...]:
    """Return the ways in which a text ends, at most ``MOST``; none in a language that isn't read."""
    reader = READERS.get(text.language)
    if reader is None:
        return ()
    found: Iterator[Answer] = importlib.import_module(f"{__name__}.{reader}").endings(text)
    return tuple(answer for answer, _ in zip(found, range(MOST), strict=False))
