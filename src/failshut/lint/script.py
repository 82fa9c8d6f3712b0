"""Hold a text that runs: the command of an entry, or a script file."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from functools import cached_property

from failshut.lint import syntax
from failshut.lint.answers import Answer, answers
from failshut.lint.document import Document, Span

SHELLS = ("sh", "bash", "dash", "zsh", "ksh", "ash")
INTERPRETERS = {
    **dict.fromkeys(SHELLS, "sh"),
    "python": "python", "python3": "python", "node": "javascript", "bun": "javascript",
    "deno": "javascript",     "source": "sh", "tsx": "javascript", "ts-node": "javascript",
}  # fmt: skip
"""Programs that run a script → its language."""
_SHEBANG = re.compile(r"#!\s*(?:\S*/env\s+(?:-S\s+)?)?(?:\S*/)?([\w.-]+)")


@dataclass(frozen=True, eq=False)
class Text:
    """A text that runs: ``language`` is sh | python | javascript | other; ``program`` runs it.

    ``within`` is the place of the text in its document when it is a part of it (a command in a JSON
    string: its own places can't be told apart then); None = it is the whole document.
    ``arguments`` are the words that it is started with, those that can't be told as "\0"; None = unknown.
    """

    document: Document
    text: str
    language: str
    program: str = ""
    within: Span | None = None
    arguments: tuple[str, ...] | None = None

    def span(self, place: Span) -> Span:
        """Return the place in the document of a place in the text."""
        return self.within or place

    @cached_property
    def tree(self) -> syntax.Tree:
        """Return the text as parsed by tree-sitter (sh and JavaScript)."""
        return syntax.parse("javascript" if self.language == "javascript" else "bash", self.text)

    @cached_property
    def module(self) -> ast.Module | None:
        """Return a Python text's syntax, None when it can't be read."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(self.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    def python_span(self, node: ast.AST) -> Span:
        """Return the place in the document of a Python node."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        last, end = getattr(node, "end_lineno", line), getattr(node, "end_col_offset", column)
        lines = self.text.split("\n")

        def offset(row: int, byte: int) -> int:
            before = sum(len(one) + 1 for one in lines[: row - 1])
            head = lines[row - 1].encode("utf-8", "surrogatepass")[:byte] if row <= len(lines) else b""
            return before + len(head.decode("utf-8", "ignore"))

        return self.span(Span(offset(line, column), offset(last or line, end or column)))

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """Return the ways in which it ends, as far as they can be read."""
        return answers(self)


@dataclass(frozen=True, eq=False)
class Script(Text):
    """A script file.  ``path`` is relative to its root; ``direct``: nothing but itself is started.

    ``inner``: another script runs it, so that its endings aren't the hook's.
    """

    path: str = ""
    direct: bool = False
    inner: bool = False


def shebang(text: str) -> str:
    """Return the program that a text's first line names ("" = none)."""
    found = _SHEBANG.match(text)
    return found[1] if found else ""


def language(text: str, program: str, kind: str) -> tuple[str, str]:
    """Return language and program of a text by what starts it, its first line, then its name."""
    for name in (program, shebang(text)):
        bare = re.sub(r"[\d.]+$", "", name.rpartition("/")[2])
        if bare in INTERPRETERS:
            return INTERPRETERS[bare], name
    if shebang(text) and not program:
        return "other", shebang(text)
    usual = {"sh": "sh", "python": "python3", "javascript": "node"}
    return (kind, usual[kind]) if kind in usual else ("other", program)
