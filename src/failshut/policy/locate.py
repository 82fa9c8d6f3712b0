"""Find the line of a key or table in TOML text, which ``tomllib`` doesn't tell."""

from __future__ import annotations

import re

Path = tuple[str | int, ...]

_KEY = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)\s*(\.|=|\]|$)""")


class Lines:
    """Answer where a path of keys and indexes (``("rule", 2, "match")``) stands; lines from 1."""

    def __init__(self, text: str) -> None:
        self.known: dict[Path, tuple[int, int]] = {}
        self.text = text.split("\n")
        here: Path = ()
        counts: dict[Path, int] = {}
        for first, last, statement in _statements(text):
            if statement.startswith("["):
                here = self._header(statement, counts)
                self.known.setdefault(here, (first, first))
            else:
                keys = _keys(statement)
                for size in range(1, len(keys) + 1):
                    self.known.setdefault(here + keys[:size], (first, last))

    def _header(self, statement: str, counts: dict[Path, int]) -> Path:
        """Return the path that a table header opens; arrays of tables count from 0."""
        array = statement.startswith("[[")
        keys = _keys(statement[2 if array else 1 :])
        path: Path = ()
        for index, key in enumerate(keys):
            path = (*path, key)
            if array and index == len(keys) - 1:
                counts[path] = counts.get(path, -1) + 1
            if path in counts:
                path = (*path, counts[path])
        return path

    def find(self, path: Path) -> int:
        """Return the line of the path, of the part of it that can be found, or 1."""
        size = len(path)
        while size and path[:size] not in self.known:
            size -= 1
        if not size:
            return 1
        first, last = self.known[path[:size]]
        line = first
        for part in path[size:]:
            line = (
                self._inside(part, line, last) if isinstance(part, str) else self._element(part, line, last)
            )
        return line

    def _element(self, number: int, first: int, last: int) -> int:
        """Return the line where the table ``number`` of an inline array begins."""
        text = "\n".join(self.text[first - 1 : last])
        depth, seen, at = 0, -1, 0
        while at < len(text):
            char = text[at]
            if char in "\"'":
                at = _string_end(text, at)
                continue
            seen += char == "{" and depth == 1
            if seen == number:
                return first + text.count("\n", 0, at)
            depth += (char in "[{") - (char in "]}")
            at += 1
        return first

    def _inside(self, key: str, first: int, last: int) -> int:
        """Return the line of a key inside an inline value that spans ``first`` to ``last``."""
        wanted = re.compile(r"(?<![\w.-])[\"']?" + re.escape(key) + r"[\"']?\s*[=.]")
        for line in range(first, last + 1):
            if wanted.search(self.text[line - 1]):
                return line
        return first


def _keys(text: str) -> tuple[str, ...]:
    """Return the dotted keys a statement starts with."""
    keys: list[str] = []
    at = 0
    while found := _KEY.match(text, at):
        name = found[1]
        keys.append(name[1:-1] if name[0] in "\"'" else name)
        at = found.end()
        if found[2] != ".":
            break
    return tuple(keys)


def _statements(text: str) -> list[tuple[int, int, str]]:
    """Split TOML into statements ``(first line, last line, text)``; comments are left out."""
    out: list[tuple[int, int, str]] = []
    line, first, depth, at = 1, 1, 0, 0
    current = ""
    header = False
    while at <= len(text):
        char = text[at : at + 1]
        if char in ('"', "'") and char:
            end = _string_end(text, at)
            current += text[at:end]
            line += text.count("\n", at, end)
            at = end
            continue
        if char == "#":
            at = text.find("\n", at) if "\n" in text[at:] else len(text)
            continue
        if char in ("\n", "") and (depth == 0 or header or not char):
            if current.strip():
                out.append((first, line, current.strip()))
            current, first, depth, header = "", line + 1, 0, False
        elif char and (current or not char.isspace()):
            header = header or (not current and char == "[")
            depth += (char in "[{") - (char in "]}")
            current += char
        line += char == "\n"
        at += 1
    return out


def _string_end(text: str, at: int) -> int:
    """Return the index after the string that begins at ``at``; an open one ends at its line."""
    quote = text[at]
    mark = quote * 3 if text.startswith(quote * 3, at) else quote
    at += len(mark)
    while at < len(text):
        if quote == '"' and text[at] == "\\":
            at += 2
        elif text.startswith(mark, at):
            at += len(mark)
            while len(mark) == 3 and text[at : at + 1] == quote:
                at += 1
            return at
        elif len(mark) == 1 and text[at] == "\n":
            return at
        else:
            at += 1
    return len(text)
