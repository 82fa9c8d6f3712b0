"""Build the text that ``jq -n`` prints, from its arguments."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from failshut.lint.answers.paths import hole

_TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<variable>\$[A-Za-z_]\w*)|(?P<number>-?\d+(?:\.\d+)?)"""
    r"""|(?P<word>[A-Za-z_]\w*)|(?P<mark>\S))""",
    re.S,
)
_TWO = {"--arg": True, "--argjson": False, "--slurpfile": False, "--rawfile": False}


class _Odd(Exception):
    """A filter that isn't an object construction."""


class _Filter:
    def __init__(self, text: str, variables: Mapping[str, object]) -> None:
        self.tokens = [
            (one.lastgroup or "", one.group(one.lastgroup or 0)) for one in _TOKEN.finditer(text)
        ]
        self.at = 0
        self.variables = variables

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, expected: str = "") -> tuple[str, str]:
        if self.at >= len(self.tokens) or (expected and self.tokens[self.at][1] != expected):
            raise _Odd
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self) -> str:
        """Pass a value that can't be told, up to the next ``,`` or closing mark."""
        depth, name = 0, ""
        while self.at < len(self.tokens):
            kind, text = self.tokens[self.at]
            if depth == 0 and text in ("}", "]", ")", ","):
                break
            depth += (text in ("{", "[", "(")) - (text in ("}", "]", ")"))
            if kind == "variable" and not name:
                name = text[1:]
            self.at += 1
        return hole(name)

    def value(self, deep: int = 0) -> object:
        """Read values joined by ``+``; what follows in another form can't be told."""
        start = self.at
        try:
            found = self.single(deep)
            while self.peek() == "+":
                self.at += 1
                more = self.single(deep)
                if not isinstance(found, str) or not isinstance(more, str):
                    raise _Odd
                found += more
            if self.peek() not in ("", ",", "}", "]", ")"):
                raise _Odd
        except _Odd:
            self.at = start
            return self.skip()
        return found

    def single(self, deep: int) -> object:
        if deep > 20:
            raise _Odd
        kind, text = self.take()
        if kind == "string":
            return self.string(text)
        if kind == "variable":
            return self.variables.get(text[1:], hole(text[1:]))
        if kind == "number":
            return json.loads(text.lstrip("0") or "0") if "." not in text else float(text)
        if kind == "word" and text in ("true", "false", "null"):
            return json.loads(text)
        if text == "(":
            found = self.value(deep + 1)
            self.take(")")
            return found
        if text == "[":
            return self.array(deep)
        if text == "{":
            return self.object(deep)
        raise _Odd

    def array(self, deep: int) -> list[object]:
        found: list[object] = []
        while self.peek() != "]":
            found.append(self.value(deep + 1))
            if self.peek() == ",":
                self.at += 1
            elif self.peek() != "]":
                raise _Odd
        self.take("]")
        return found

    def object(self, deep: int) -> dict[str, object]:
        found: dict[str, object] = {}
        while self.peek() != "}":
            kind, text = self.take()
            if kind not in ("string", "word", "variable"):
                raise _Odd
            key = self.string(text) if kind == "string" else text.lstrip("$")
            if self.peek() == ":":
                self.at += 1
                found[key] = self.value(deep + 1)
            else:
                found[key] = self.variables.get(key, hole(key)) if kind == "variable" else hole(key)
            if self.peek() == ",":
                self.at += 1
            elif self.peek() != "}":
                raise _Odd
        self.take("}")
        return found

    def string(self, text: str) -> str:
        """Read a string with its ``\\(…)`` parts."""

        def part(found: re.Match[str]) -> str:
            inside = found[1].strip()
            value = self.variables.get(inside[1:]) if inside.startswith("$") else None
            return json.dumps(value)[1:-1] if isinstance(value, str) else hole(inside.lstrip("$."))

        try:
            return str(json.loads(re.sub(r"\\\(((?:[^()]|\([^()]*\))*)\)", part, text), strict=False))
        except ValueError as error:
            raise _Odd from error


def printed(words: Sequence[str]) -> str | None:
    """Return what ``jq`` with these arguments prints, None when it reads an input."""
    variables: dict[str, object] = {}
    flags, filters, at = "", [], 0
    while at < len(words):
        word = words[at]
        if word in _TWO and at + 2 < len(words):
            value: object = words[at + 2] if _TWO[word] else hole(words[at + 1])
            if word == "--argjson" and (
                words[at + 2] in ("true", "false", "null") or words[at + 2].isdigit()
            ):
                value = json.loads(words[at + 2].lstrip("0") or "0")
            variables[words[at + 1]] = value
            at += 3
            continue
        if word.startswith("--"):
            flags += {"--null-input": "n", "--compact-output": "c", "--raw-output": "r"}.get(word, "")
        elif word.startswith("-"):
            flags += word[1:]
        else:
            filters.append(word)
        at += 1
    if "n" not in flags or not filters:
        return None
    reader = _Filter(filters[0], variables)
    value = reader.value()
    if reader.peek():
        return hole() + "\n"
    if "r" in flags and isinstance(value, str):
        return value + "\n"
    layout = None if "c" in flags else 2
    marks = (",", ":") if "c" in flags else None
    return json.dumps(value, indent=layout, separators=marks, ensure_ascii=False) + "\n"
