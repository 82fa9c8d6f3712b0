"""Tell what the tests and handlers of a Python script ask: for a helper, for the payload, or else."""

from __future__ import annotations

import ast
import re

from failshut.lint.answers import CHECK, ERROR, MISSING, UNREADABLE
from failshut.lint.answers.python_values import dotted

_HELPER = re.compile(r"\bwhich\(|find_spec\(")
_EXISTS = re.compile(r"\bexists\(|\bis_file\(|\bis_dir\(|\bisfile\(|\bisdir\(|os\.access\(")
_PROGRAM_FILE = re.compile(
    r"\.(?:py|sh|bash|m?js|cjs|ts|rb|pl|exe)\b|/s?bin/|node_modules|venv"
    r"|(?:^|[(._\s])\w*(?:script|tool|helper|binary|checker|guard|runner|linter)",
    re.I,
)
_READS = re.compile(r"\bstdin\b|\bjson\.loads?\(|(?:^|[=\s(])input\(")
_STDIN = re.compile(r"\bstdin\b|(?:^|[=\s(])input\(|\bopen\(0\b")
_READING = frozenset(
    "get strip lower lstrip rstrip read load loads str dict readline decode isinstance upper splitlines "
    "input read_text Path join list tuple".split()
)
_GENERIC = frozenset(("Exception", "BaseException", ""))
_PARSED = frozenset(
    "JSONDecodeError ValueError KeyError UnicodeDecodeError UnicodeError EOFError AttributeError TypeError "
    "IndexError LookupError ValidationError".split()
)
_IMPORTED = frozenset(("ImportError", "ModuleNotFoundError"))


class Tests:
    """What the tests of a script ask."""

    def __init__(self, module: ast.Module) -> None:
        """Find the variables that hold the payload, and those that say what could be imported."""
        self.flags: set[str] = set()
        self.payload: set[str] = set()
        self.classes = {one.name for one in ast.walk(module) if isinstance(one, ast.ClassDef)}
        readers: set[str] = set()
        for node in ast.walk(module):
            if isinstance(node, ast.ExceptHandler) and caught(node) & _IMPORTED:
                self.flags |= _assigned(node)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and len(node.body) < 9:
                source = _text(node)
                if _READS.search(source) and "return" in source:
                    readers.add(node.name)
        assignments = [
            one for one in ast.walk(module) if isinstance(one, (ast.Assign, ast.AnnAssign, ast.NamedExpr))
        ]
        assignments.sort(key=lambda one: one.lineno)
        for one in assignments:
            if one.value is not None and self._reads(one.value, readers):
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                self.payload |= {
                    name.id for each in targets for name in ast.walk(each) if isinstance(name, ast.Name)
                }

    def _reads(self, node: ast.AST, readers: set[str]) -> bool:
        names: set[str] = set()
        for one in ast.walk(node):
            if isinstance(one, (ast.Compare, ast.Lambda, ast.ListComp, ast.GeneratorExp)):
                return False
            if isinstance(one, ast.Call):
                called = dotted(one.func).rpartition(".")[2] or getattr(one.func, "attr", "")
                if called not in _READING and called not in readers:
                    return False
                names |= {called} & readers
            if isinstance(one, ast.Name):
                names.add(one.id)
        return bool(names & (self.payload | readers)) or bool(_READS.search(_text(node)))

    def why(self, node: ast.AST, truth: bool, deep: int = 0) -> str:
        """Return why a branch runs when a test turned out so."""
        if deep > 10:
            return CHECK
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.why(node.operand, not truth, deep + 1)
        if isinstance(node, ast.BoolOp):
            found = [self.why(one, truth, deep + 1) for one in node.values]
            return next((one for one in found if one != CHECK), CHECK)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self._compared(node, truth)
        return CHECK if truth else self._absent(node)

    def _absent(self, node: ast.AST) -> str:
        """Return what it means that an expression is empty or false."""
        text = _text(node)
        if _HELPER.search(text):
            return MISSING
        if _EXISTS.search(text):
            return MISSING if _PROGRAM_FILE.search(text) else CHECK
        if isinstance(node, ast.Name) and node.id in self.flags:
            return MISSING
        return UNREADABLE if self._reads(node, set()) else CHECK

    def _compared(self, node: ast.Compare, truth: bool) -> str:
        operator, right = node.ops[0], node.comparators[0]
        if isinstance(operator, (ast.IsNot, ast.NotEq)):
            truth = not truth
        elif not isinstance(operator, (ast.Is, ast.Eq)):
            return CHECK
        empty = isinstance(right, ast.Constant) and right.value in (None, "", False, 0)
        blank = isinstance(right, ast.Dict) and not right.keys
        return self._absent(node.left) if truth and (empty or blank) else CHECK

    def from_stdin(self, body: list[ast.stmt]) -> bool:
        """Say whether a block reads the payload itself."""
        return any(_STDIN.search(_text(one)) for one in body) or any(
            isinstance(one, ast.Name) and one.id in self.payload for each in body for one in ast.walk(each)
        )

    def handler(self, handler: ast.ExceptHandler, body: list[ast.stmt]) -> str:
        """Return why a handler runs."""
        names = caught(handler)
        source = " ".join(_text(one) for one in body)
        if names and names <= _IMPORTED:
            return MISSING
        if names == {"FileNotFoundError"} and re.search(r"subprocess|Popen|\brun\(", source):
            return MISSING
        reads = bool(re.search(r"\bjson\.loads?\(|\bstdin\b", source))
        if names & _GENERIC:
            alone = len(body) <= 2 and reads and not _others(body)
            return UNREADABLE if alone else ERROR
        if names <= self.classes:
            return CHECK
        return UNREADABLE if names & _PARSED else ERROR


def _others(body: list[ast.stmt]) -> bool:
    """Say whether statements do more than read."""
    return any(
        isinstance(one, ast.Call)
        and (dotted(one.func).rpartition(".")[2] or getattr(one.func, "attr", "")) not in _READING
        for each in body
        for one in ast.walk(each)
    )


def caught(handler: ast.ExceptHandler) -> set[str]:
    """Return the bare names of the exceptions that a handler takes; "" stands for all."""
    if handler.type is None:
        return {""}
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {dotted(one).rpartition(".")[2] or "?" for one in types}


def takes(handler: ast.ExceptHandler, name: str) -> bool:
    """Say whether a handler takes an exception of this name."""
    names = caught(handler)
    if name == "SystemExit":
        return bool(names & {"", "BaseException", "SystemExit"})
    return bool(names & _GENERIC) or name in names


def _assigned(node: ast.AST) -> set[str]:
    return {
        one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }


def _text(node: ast.AST) -> str:
    try:
        return ast.unparse(node)
    except (RecursionError, ValueError, AttributeError):
        return ""
