"""Find the regular expressions in a script."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from failshut.lint.document import Span
from failshut.lint.script import Text

_PYTHON = ("compile", "search", "match", "fullmatch", "findall", "finditer", "sub", "split")
_GREP = re.compile(
    r"\b(?P<tool>e?grep|rg)\b(?P<flags>(?:\s+-[A-Za-z]+)*)\s+(?P<e>-e\s+)?(?P<q>['\"])(?P<text>.*?)(?P=q)"
)
_TEST = re.compile(r"=~\s+(?P<text>[^\s'\"][^\n]*?)\s+\]\]")


@dataclass(frozen=True)
class Pattern:
    """A regular expression: its ``text``, its place in the document, and its ``dialect``.

    ``dialect``: python | javascript | basic | extended | perl.  ``marked`` = it stands behind `-e`.
    """

    text: str
    span: Span
    dialect: str
    marked: bool = False


def patterns(text: Text) -> Iterator[Pattern]:
    """Yield the regular expressions that are written out in a text."""
    if text.language == "python":
        yield from _python(text)
    elif text.language == "javascript":
        for node in text.tree.every("regex_pattern"):
            yield Pattern(text.tree.text_of(node), text.span(text.tree.span(node)), "javascript")
    elif text.language == "sh":
        yield from _shell(text)


def _python(text: Text) -> Iterator[Pattern]:
    for node in ast.walk(text.module) if text.module else ():
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        source = text.document.quote(text.python_span(node))
        raw = re.match(r"[rR][bBfF]?['\"]|[bBfF][rR]['\"]", source)
        if raw:
            yield Pattern(node.value, text.python_span(node), "python")
    for node in ast.walk(text.module) if text.module else ():
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        first = node.args[0]
        named = isinstance(node.func.value, ast.Name) and node.func.value.id in ("re", "regex")
        if (
            named
            and node.func.attr in _PYTHON
            and isinstance(first, ast.Constant)
            and isinstance(first.value, str)
        ):
            source = text.document.quote(text.python_span(first))
            if not re.match(r"[rR]", source):
                yield Pattern(first.value, text.python_span(first), "python")


def _shell(text: Text) -> Iterator[Pattern]:
    for found in _GREP.finditer(text.text):
        flags = found["flags"]
        if "F" in flags:
            continue
        dialect = "perl" if "P" in flags or found["tool"] == "rg" else "basic"
        dialect = "extended" if "E" in flags or found["tool"] == "egrep" else dialect
        span = text.span(Span(found.start("text"), found.end("text")))
        yield Pattern(found["text"], span, dialect, bool(found["e"]) or flags.endswith("e"))
    for found in _TEST.finditer(text.text):
        yield Pattern(found["text"], text.span(Span(found.start("text"), found.end("text"))), "extended")
