"""Hold files as texts with places: every finding quotes one."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
"""One step of a place as loaders name it: ``hooks.PreToolUse[0].hooks[1]``."""


@dataclass(frozen=True, order=True)
class Span:
    """A piece of a text: characters ``[start:end]``."""

    start: int
    end: int


@dataclass(frozen=True)
class Located:
    """A value of a document with its place; ``key`` is the place of the key in front of it."""

    value: object
    span: Span
    key: Span | None = None
    members: Mapping[str, Located] = field(default_factory=dict)
    items: tuple[Located, ...] = ()

    def get(self, *keys: str | int) -> Located | None:
        """Return the value behind keys and indices, or None."""
        found: Located | None = self
        for key in keys:
            if found is None:
                return None
            if isinstance(key, int):
                found = found.items[key] if key < len(found.items) else None
            else:
                found = found.members.get(key)
        return found

    def at(self, where: str) -> Located | None:
        """Return the value at a place as loaders name it, or None."""
        steps = [int(index) if index else name for name, index in STEP.findall(where)]
        return self.get(*steps)

    def nearest(self, where: str) -> Located:
        """Return the value at a place, or the nearest one above it."""
        found = self
        for name, index in STEP.findall(where):
            below = found.get(int(index) if index else name)
            if below is None:
                break
            found = below
        return found

    def walk(self) -> Iterator[Located]:
        """Yield this value and all below it."""
        yield self
        for one in (*self.members.values(), *self.items):
            yield from one.walk()


@dataclass(frozen=True)
class Document:
    """A file: its ``path`` as shown (relative to what was linted, or ``~/…``), and its text.

    ``kind``: json | toml | yaml | sh | python | javascript | markdown | text.  ``mode`` is the file's
    permission bits.
    """

    path: str
    text: str = field(repr=False)
    kind: str = "text"
    mode: int = 0o644

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column (in characters) of an offset."""
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return a line (1-based) without its end."""
        lines = self.text.split("\n")
        return lines[number - 1].rstrip("\r") if 0 < number <= len(lines) else ""

    def offset(self, line: int, column: int = 1) -> int:
        """Return the offset of a 1-based line and column."""
        start = self._starts[min(max(line, 1), len(self._starts)) - 1]
        return min(start + column - 1, len(self.text))

    def quote(self, span: Span) -> str:
        """Return the text of a span."""
        return self.text[span.start : span.end]

    def find(self, text: str, start: int = 0) -> Span:
        """Return where a text stands, or the document's first character."""
        at = self.text.find(text, start)
        return Span(at, at + len(text)) if at >= 0 else Span(0, min(1, len(self.text)))

    @cached_property
    def root(self) -> Located | None:
        """Return the document's value with places, None where it has none or can't be read."""
        from failshut.lint import located

        return located.read(self)

    @cached_property
    def whole(self) -> Span:
        """Return the span of the first line that isn't blank."""
        found = re.search(r"[^\s][^\n]*", self.text)
        return Span(found.start(), found.end()) if found else Span(0, 0)
