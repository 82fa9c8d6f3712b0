"""Compare the tree of a text with that of ``shfmt --to-json``: which commands there are, and where."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from failshut.shell import syntax
from failshut.shell.parse.grammar import parse
from failshut.shell.parse.sums import Arith

# where it starts, its assignments, its words, the first word when it is literal; inside backticks, whose
# text is unescaped before it is read, the first and the last are left out
Shape = tuple[int, int, int, str]


def program() -> str:
    """Return the path of shfmt, "" when there is none."""
    beside = Path(sys.executable).parent / "shfmt"
    return str(beside) if beside.exists() else shutil.which("shfmt") or ""


def theirs(text: str) -> list[Shape] | str:
    """Return the commands that shfmt sees, or why it sees no shell."""
    done = subprocess.run([program(), "--to-json", "-ln", "bash"], input=text.encode(), capture_output=True,
                          check=False)  # fmt: skip
    if done.returncode:
        return done.stderr.decode(errors="replace").strip()
    data, found = text.encode(), list[Shape]()
    _collect(json.loads(done.stdout), data, False, found)
    return sorted(found)


def _collect(node: Any, data: bytes, ticks: bool, found: list[Shape]) -> None:
    if isinstance(node, list):
        for one in node:
            _collect(one, data, ticks, found)
        return
    if not isinstance(node, dict):
        return
    kind = node.get("Type")
    if kind in ("CallExpr", "DeclClause", "LetClause"):
        start = -1 if ticks else len(data[: node["Pos"]["Offset"]].decode(errors="replace"))
        words = node.get("Args", []) if kind != "LetClause" else node["Exprs"]
        if kind == "CallExpr":
            first = _literal(words[0]["Parts"]) if words and not ticks else ""
            found.append((start, len(node.get("Assigns", [])), len(words), first))
        else:
            first = "" if ticks else node["Variant"]["Value"] if kind == "DeclClause" else "let"
            found.append((start, 0, 1 + len(words), first))
    for key, value in node.items():
        if key not in ("Pos", "End"):
            _collect(value, data, ticks or bool(node.get("Backquotes")), found)


def _literal(parts: list[dict[str, Any]]) -> str:
    texts = []
    for part in parts:
        if part["Type"] == "DblQuoted" and part.get("Dollar"):
            return "?"
        inner = part.get("Parts", []) if part["Type"] == "DblQuoted" else [part]
        for one in inner:
            if one["Type"] not in ("Lit", "SglQuoted") or one.get("Dollar") or "\\" in one.get("Value", ""):
                return "?"
            texts.append(one.get("Value", ""))
    return "".join(texts)


def ours(text: str) -> list[Shape]:
    """Return the commands of our tree; raises ``Unparsable``."""
    found: list[Shape] = []
    _walk(parse(text), text, False, found)
    return sorted(found)


def _walk(node: object, text: str, ticks: bool, found: list[Shape]) -> None:
    if isinstance(node, (list, tuple)):
        for one in node:
            _walk(one, text, ticks, found)
        return
    if not isinstance(
        node, (syntax.Node, syntax.Lit, syntax.Param, syntax.Sub, Arith, syntax.Word, syntax.Redir)
    ):
        return
    if isinstance(node, syntax.Simple) and (node.words or node.assigns):
        first = node.words[0] if node.words else None
        starts = [one.start for one in (*node.words, *node.assigns)]
        written = text[first.start : first.end] if first else ""
        found.append((-1, len(node.assigns), len(node.words), "") if ticks else
                     (min(starts), len(node.assigns), len(node.words), _bare(first, written)))  # fmt: skip
    for base in type(node).__mro__:
        for name in getattr(base, "__slots__", ()):
            inside = ticks or (isinstance(node, syntax.Sub) and node.kind == "`")
            _walk(getattr(node, name), text, inside, found)


def _bare(word: syntax.Word | None, written: str) -> str:
    if word is None:
        return ""
    written = written.replace("\\\n", "")
    if "\\" in written or "$" in written or not all([isinstance(part, syntax.Lit) for part in word.parts]):
        return "?"
    return "".join([part.text for part in word.parts if isinstance(part, syntax.Lit)])
