"""Read the ways in which a text ends."""

from __future__ import annotations

from collections.abc import Iterator

from failshut.lint.answers import Answer
from failshut.lint.script import Text


def endings(text: Text) -> Iterator[Answer]:
    """Yield the ways in which the text ends."""
    yield from ()
