"""Tell what the words of a shell script hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from failshut.lint.answers.paths import Path, hole, known

if TYPE_CHECKING:
    from tree_sitter import Node

_ANSI = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v",
    "e": "\x1b", "E": "\x1b", "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|0?([0-7]{1,3})|(.))", re.S)
_VARIABLES = re.compile(r"\$\{?(\w+)")
_FORMAT = re.compile(r"%(?:%|[-+ #0]*\d*(?:\.\d+)?([bqsdiuxXoefgc]))")


def unescaped(text: str) -> str:
    """Return a text with the escapes of ``$'…'``, ``printf`` and ``echo -e``."""

    def one(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        if code:
            return chr(int(code, 16))
        if found[3]:
            return chr(int(found[3], 8))
        return _ANSI.get(found[4], found[0])

    found = _ESCAPE.sub(one, text)
    return re.sub("[\x80-\xff]+", _decoded, found) if "\\" in text else found


def _decoded(found: re.Match[str]) -> str:
    try:
        return found[0].encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return found[0]


def formatted(pattern: str, values: list[str]) -> str:
    """Return what ``printf`` prints."""
    pattern, found, left = unescaped(pattern), "", list(values)
    holes = len([one for one in _FORMAT.finditer(pattern) if one[1]])

    def one(match: re.Match[str]) -> str:
        if match[1] is None:
            return "%"
        value = left.pop(0) if left else ("0" if match[1] in "diuxXo" else "")
        if match[1] == "b":
            return unescaped(value)
        return value if match[0] in ("%s", "%d") or not known(value) else _padded(match[0], value)

    for _ in range(50):
        found += _FORMAT.sub(one, pattern)
        if not left or not holes:
            break
    return found


def _padded(form: str, value: str) -> str:
    if form[-1] == "s":
        try:
            return form % value
        except (ValueError, TypeError):
            return value
    return hole()


class Values:
    """The values of words on a path."""

    def __init__(self, data: bytes, substituted: Callable[[Node, Path], str]) -> None:
        """Take the text's bytes, and what tells the output of ``$(…)``."""
        self.data = data
        self.substituted = substituted

    def raw(self, node: Node) -> str:
        """Return a node's text."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def of(self, node: Node, path: Path, deep: int = 0) -> str:
        """Return what a word holds; ``hole(name)`` stands for what can't be told."""
        kind = node.type
        if deep > 20:
            return hole()
        if kind in ("raw_string",):
            return self.raw(node)[1:-1]
        if kind == "ansi_c_string":
            return unescaped(self.raw(node)[2:-1])
        if kind in ("string", "translated_string"):
            return self.quoted(node, path, deep)
        if kind in ("simple_expansion", "expansion"):
            text = self.raw(node)
            space = text[: len(text) - len(text.lstrip())]
            if kind == "expansion":
                return space + self.expansion(node, path, deep)
            return space + self.variable(text.lstrip()[1:], path)
        if kind == "command_substitution":
            return self.substituted(node, path)
        if kind in ("arithmetic_expansion", "process_substitution", "array", "brace_expression"):
            return hole(self.mentioned(node))
        if kind in ("concatenation", "command_name"):
            return "".join(self.of(child, path, deep + 1) for child in node.children)
        if node.named_child_count and kind not in ("word", "number"):
            return self.mixed(node, path, deep, r"\\(.)", node.start_byte, node.end_byte)
        text = re.sub(r"\\(\n?)(.?)", r"\2", self.raw(node))
        return hole("HOME") + text[1:] if text.startswith("~/") else text

    def quoted(self, node: Node, path: Path, deep: int) -> str:
        """Return what stands between double quotes."""
        start = node.children[0].end_byte if node.children else node.start_byte + 1
        closed = bool(node.children) and node.children[-1].type == '"' and len(node.children) > 1
        end = node.children[-1].start_byte if closed else node.end_byte
        return self.mixed(node, path, deep, r'\\(?:\n|([\\"$`]))', start, end)

    def heredoc(self, node: Node, path: Path, plain: bool) -> str:
        """Return what a heredoc's body holds."""
        if plain:
            return self.raw(node)
        text = self.mixed(node, path, 0, r"\\(?:\n|([\\$`]))", node.start_byte, node.end_byte)
        return re.sub(r"\$\(\(.*?\)\)", hole(), text) if "$((" in text else text

    def mixed(self, node: Node, path: Path, deep: int, escape: str, start: int, end: int) -> str:
        """Return a text with the expansions in it replaced."""
        found, at = "", start

        def plain(to: int) -> str:
            text = self.data[at:to].decode("utf-8", "replace")
            return re.sub(escape, lambda one: one[1] or "", text) if "\\" in text else text

        for child in node.named_children:
            if child.type in ("string_content", "heredoc_content", "word", "extglob_pattern", "regex"):
                continue
            if child.start_byte < at or child.end_byte > end:
                continue
            found += plain(child.start_byte) + self.of(child, path, deep + 1)
            at = child.end_byte
        return found + plain(end)

    def variable(self, name: str, path: Path) -> str:
        """Return what a variable holds."""
        value = path.variables.get(name)
        return value if isinstance(value, str) else hole(name)

    def mentioned(self, node: Node) -> str:
        """Return the first variable named in a text."""
        found = _VARIABLES.search(self.raw(node))
        return found[1] if found else ""

    def expansion(self, node: Node, path: Path, deep: int) -> str:
        """Return what ``${…}`` holds."""
        text = self.raw(node).lstrip()
        plain = re.fullmatch(r"\$\{(\w+|[@*#?])\}", text)
        if plain:
            return self.variable(plain[1], path)
        form = re.fullmatch(r"\$\{(\w+)(:?[-=+?])(.*)\}", text, re.S)
        name = self.mentioned(node)
        if not form:
            return hole(name)
        value = path.variables.get(form[1])
        if not isinstance(value, str) or not known(value):
            return hole(name)
        other = "".join(self.of(one, path, deep + 1) for one in node.named_children[1:])
        full = bool(value) or not form[2].startswith(":")
        if form[2].endswith("+"):
            return other if full else ""
        return value if full else other
