"""Read a JSON document with the place of each value, so that an edit can keep all other bytes."""

import json
import re
from dataclasses import dataclass

from failshut.exits import WiringError

BLANK = " \t\r\n"
BOM = "\ufeff"
DEEPEST = 100
MOST_DIGITS = 400
"""Digits from which on a number is read as a float: Python refuses whole ones of some thousand."""
RETRY = "Repair it and run the command again; nothing was changed."

_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_LITERALS = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class Node:
    """One value: ``kind`` is object, array or scalar; the text is ``[start:end]``."""

    kind: str
    start: int
    end: int
    value: object = None
    members: tuple["Member", ...] = ()

    def python(self) -> object:
        """Return the value as Python has it (of duplicate keys the last one wins)."""
        if self.kind == "object":
            return {member.key: member.node.python() for member in self.members}
        if self.kind == "array":
            return [member.node.python() for member in self.members]
        return self.value

    def get(self, key: str) -> "Node | None":
        """Return the last member ``key`` of an object, or None."""
        found = [member.node for member in self.members if member.key == key]
        return found[-1] if found and self.kind == "object" else None


@dataclass(frozen=True)
class Member:
    """A member of an object or, with an empty ``key``, of an array; it begins at ``start``."""

    key: str
    start: int
    node: Node


@dataclass(frozen=True)
class Document:
    """A document's text (a byte order mark included) and its value; None when there is only blank."""

    path: str
    text: str
    root: Node | None
    comments: bool

    def line(self, offset: int) -> int:
        """Return the 1-based line of ``offset``."""
        return self.text.count("\n", 0, offset) + 1

    def error(self, offset: int, problem: str) -> WiringError:
        """Return the error that names this place."""
        return WiringError(f"{self.path}:{self.line(offset)}: {problem}. {RETRY}")

    def with_text(self, text: str) -> "Document":
        """Return the document that ``text`` makes."""
        return read(text, self.path, self.comments)


def decode(data: bytes, path: str) -> str:
    """Return the text of ``data``; raises ``WiringError`` when it isn't UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise WiringError(f"{path}:{line}: this isn't UTF-8. {RETRY}") from error


def read(text: str, path: str, comments: bool = False) -> Document:
    """Read ``text`` strictly (``comments`` are allowed where the host allows them).

    Raises ``WiringError`` with path and line for anything that isn't one JSON value.
    """
    scanner = _Scanner(text, path, comments)
    start = scanner.skip(1 if text.startswith(BOM) else 0)
    if start == len(text):
        return Document(path, text, None, comments)
    root = scanner.value(start, 0)
    end = scanner.skip(root.end)
    if end != len(text):
        raise scanner.blank.error(end, "there is more text after the end of the JSON value")
    return Document(path, text, root, comments)


def skip(text: str, at: int, comments: bool) -> int:
    """Return the offset of the next thing that is neither blank nor a comment."""
    while at < len(text):
        if text[at] in BLANK:
            at += 1
        elif comments and text.startswith("//", at):
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
        elif comments and text.startswith("/*", at):
            end = text.find("*/", at + 2)
            if end < 0:
                return at
            at = end + 2
        else:
            break
    return at


class _Scanner:
    """Walk over one text; each method takes an offset and returns what begins there."""

    def __init__(self, text: str, path: str, comments: bool) -> None:
        self.text = text
        self.comments = comments
        self.blank = Document(path, text, None, comments)

    def skip(self, at: int) -> int:
        return skip(self.text, at, self.comments)

    def value(self, at: int, depth: int) -> Node:
        """Read the value that begins at ``at``."""
        if depth > DEEPEST:
            raise self.blank.error(at, f"values are nested deeper than {DEEPEST} levels")
        head = self.text[at : at + 1]
        if head in ("{", "["):
            return self.container(at, depth)
        if head == '"':
            end, value = self.string(at)
            return Node("scalar", at, end, value)
        for word, literal in _LITERALS.items():
            if self.text.startswith(word, at):
                return Node("scalar", at, at + len(word), literal)
        found = _NUMBER.match(self.text, at)
        if found is None:
            raise self._unexpected(at, "a value")
        whole = len(found[0]) < MOST_DIGITS
        return Node("scalar", at, found.end(), json.loads(found[0]) if whole else float(found[0]))

    def string(self, at: int) -> tuple[int, str]:
        """Read the string at ``at``; returns its end and value."""
        found = _STRING.match(self.text, at)
        if found is None:
            raise self._unexpected(at, "a string in double quotes")
        return found.end(), str(json.loads(found[0]))

    def container(self, at: int, depth: int) -> Node:
        """Read the object or array at ``at``."""
        is_object = self.text[at] == "{"
        close = "}" if is_object else "]"
        members: list[Member] = []
        here = self.skip(at + 1)
        if not self.text.startswith(close, here):
            while True:
                member = self.member(here, is_object, depth)
                members.append(member)
                here = self.skip(member.node.end)
                if self.text.startswith(close, here):
                    break
                here = self.skip(self.expect(here, ","))
        kind = "object" if is_object else "array"
        return Node(kind, at, here + 1, None, tuple(members))

    def member(self, at: int, is_object: bool, depth: int) -> Member:
        """Read one member of a container."""
        if not is_object:
            return Member("", at, self.value(at, depth + 1))
        end, key = self.string(at)
        colon = self.expect(self.skip(end), ":")
        return Member(key, at, self.value(self.skip(colon), depth + 1))

    def expect(self, at: int, char: str) -> int:
        if not self.text.startswith(char, at):
            raise self._unexpected(at, f"{char!r}")
        return at + 1

    def _unexpected(self, at: int, wanted: str) -> WiringError:
        found = self.text[at : at + 1]
        if self.text.startswith(("//", "/*"), at) and not self.comments:
            return self.blank.error(at, "a comment, which this host doesn't read in its file")
        said = f"found {found!r}" if found else "the file ends"
        return self.blank.error(at, f"{said} where {wanted} has to stand")
