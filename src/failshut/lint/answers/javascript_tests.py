"""Tell what the tests and handlers of a JavaScript text ask: for a helper, for the payload, or else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from failshut.lint.answers import CHECK, ERROR, MISSING, UNREADABLE
from failshut.lint.answers.javascript_values import Values

if TYPE_CHECKING:
    from tree_sitter import Node

    from failshut.lint.syntax import Tree

_READS = re.compile(r"\bJSON\.parse\(|\bstdin\b|readFileSync\(\s*0|/dev/stdin|\bBun\.stdin")
_STDIN = re.compile(r"\bstdin\b|readFileSync\(\s*0|/dev/stdin|\bBun\.stdin")
_ELSEWHERE = re.compile(
    r"\bJSON\.parse\([^;\n]*\b(?:std(?:out|err)|output|results?|res|resp(?:onse)?|body|config|settings|cache|state"
    r"|manifest|pkg|package|report)\b"
    r"|\bJSON\.parse\(\s*(?:\w+\.)?readFileSync\((?!\s*0\b|\s*['\"]/dev/stdin|\s*process\.stdin)",
    re.I,
)
"""Reads what isn't the payload."""
_HELPER = re.compile(r"\bwhich\b|command -v|commandExists")
_PROGRAM_FILE = re.compile(
    r"\.(?:py|sh|bash|m?js|cjs|ts|rb|pl|exe)\b|/bin/|node_modules"
    r"|(?:script|tool|helper|binary|checker|runner)",
    re.I,
)
_MODULE = re.compile(
    r"\b(?:require|import)\(\s*['\"](?!node:|(?:fs|path|os|child_process|util|process|url)['\"/])"
)
_CALLED = re.compile(r"([A-Za-z_$][\w$]*)\s*\(")
_READING = frozenset(
    "parse trim toString String readFileSync read toLowerCase readStdin join concat getInput".split()
)
_SETS = ("variable_declarator", "assignment_expression", "augmented_assignment_expression")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


class Tests:
    """What the tests of a text ask."""

    def __init__(self, tree: Tree, values: Values) -> None:
        """Find the variables that hold the payload or a part of it."""
        self.values = values
        self.payload: set[str] = set()
        for node in tree.every(*_SETS):
            left = node.child_by_field_name("name") or node.child_by_field_name("left")
            right = node.child_by_field_name("value") or node.child_by_field_name("right")
            if left is None or right is None or right.end_byte - right.start_byte > 400:
                continue
            text = values.raw(right)
            called = {one[1] for one in _CALLED.finditer(text)}
            direct = bool(_READS.search(text)) and "=>" not in text and not _ELSEWHERE.search(text)
            if direct or (
                called <= _READING and set(_NAME.findall(text)) & self.payload and "=>" not in text
            ):
                self.payload |= set(_NAME.findall(values.raw(left)))
        for node in tree.every("arrow_function", "function_expression"):
            if node.parent is None or node.end_byte - node.start_byte > 400:
                continue
            head = values.data[node.parent.start_byte : node.parent.start_byte + 40]
            if b"data" in head and (added := re.search(r"([\w$]+)\s*\+=", values.raw(node))):
                self.payload.add(added[1])

    def why(self, node: Node | None, held: bool, deep: int = 0) -> str:
        """Return why a branch runs when a test turned out so."""
        if node is None or deep > 12:
            return CHECK
        if node.type == "parenthesized_expression":
            return self.why(node.named_children[0] if node.named_children else None, held, deep + 1)
        if node.type == "unary_expression" and self.values.raw(node).startswith("!"):
            return self.why(node.child_by_field_name("argument"), not held, deep + 1)
        if node.type == "binary_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            operator = self.values.raw(node.child_by_field_name("operator"))
            if operator in ("||", "&&"):
                first = self.why(left, held, deep + 1)
                return first if first != CHECK else self.why(right, held, deep + 1)
            if operator in ("==", "===", "!=", "!=="):
                word = self.values.raw(right).strip("'\"`")
                empty = word in ("", "null", "undefined", "0", "object", "string")
                differs = word in ("object", "string")
                same = (operator[0] == "=") != differs
                return self._absent(left) if empty and same == held else CHECK
            return CHECK
        return CHECK if held else self._absent(node)

    def _absent(self, node: Node | None) -> str:
        text = self.values.raw(node)
        if _HELPER.search(text):
            return MISSING
        if "existsSync(" in text:
            return MISSING if _PROGRAM_FILE.search(text) else CHECK
        names, called = set(_NAME.findall(text)), {one[1] for one in _CALLED.finditer(text)}
        return UNREADABLE if names & self.payload and called <= _READING else CHECK

    def from_stdin(self, body: Node | None) -> bool:
        """Say whether a block reads the payload itself."""
        text = self.values.raw(body)
        return bool(_STDIN.search(text)) or bool(set(_NAME.findall(text)) & self.payload)

    def handler(self, body: Node | None) -> str:
        """Return why the handler behind a block runs."""
        text = self.values.raw(body)
        statements = body.named_child_count if body is not None else 0
        if _ELSEWHERE.search(text):
            return ERROR
        if (
            statements <= 3
            and re.search(r"\bJSON\.parse\(|\.json\(\)", text)
            and "process.exit" not in text
        ):
            return UNREADABLE
        if statements <= 2 and _MODULE.search(text):
            return MISSING
        return (
            UNREADABLE if statements == 1 and _READS.search(text) and "process.exit" not in text else ERROR
        )
