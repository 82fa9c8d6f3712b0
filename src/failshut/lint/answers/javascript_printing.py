"""Tell what the calls of a JavaScript text print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from failshut.lint.answers.javascript_values import Values, as_text
from failshut.lint.answers.paths import Path, hole
from failshut.lint.document import Span

if TYPE_CHECKING:
    from tree_sitter import Node

P = TypeVar("P", bound=Path)
_CONSOLE = {"log": False, "info": False, "debug": False, "error": True, "warn": True, "trace": True}


def printed(name: str, given: list[Node], path: P, values: Values, place: Span) -> P | None:
    """Return the path after a call that prints, None for any other."""
    owner, _, method = name.rpartition(".")
    if owner == "console" and method in _CONSOLE:
        return path.printed(
            _formatted([values.of(one, path) for one in given]) + "\n", place, _CONSOLE[method]
        )
    if name in ("process.stdout.write", "process.stderr.write") and given:
        return path.printed(as_text(values.of(given[0], path)), place, "stderr" in name)
    if method in ("writeSync", "writeFileSync", "appendFileSync") and len(given) > 1:
        target = values.of(given[0], path)
        if target in (1, 2, "/dev/stdout", "/dev/stderr"):
            return path.printed(as_text(values.of(given[1], path)), place, target in (2, "/dev/stderr"))
        return path
    return None


def _formatted(given: list[object]) -> str:
    words = list(given)
    if words and isinstance(words[0], str) and re.search(r"%[sdioOj]", words[0]):
        text = words.pop(0)
        assert isinstance(text, str)
        while words and (found := re.search(r"%[sdioOj]", text)):
            text = text[: found.start()] + as_text(words.pop(0)) + text[found.end() :]
        return " ".join([text, *(as_text(one) for one in words)])
    return " ".join(as_text(one) if not isinstance(one, (dict, list)) else hole() for one in words)
