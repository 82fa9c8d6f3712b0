"""Read the ways in which a Python text ends."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from failshut.lint.answers import ERROR, Answer
from failshut.lint.answers.paths import (
    CALLS,
    DEEPEST,
    Enough,
    Found,
    Scope,
    heard,
    hole,
    known,
    merged,
    told,
)
from failshut.lint.answers.python_blocks import WIDE, Blocks, Way, stored
from failshut.lint.answers.python_printing import printed
from failshut.lint.answers.python_tests import Tests
from failshut.lint.answers.python_values import Values, dotted
from failshut.lint.document import Span
from failshut.lint.script import Text

_EXITS = ("sys.exit", "exit", "quit", "os._exit", "SystemExit", "sys.stdout.exit")
_RUNNERS = ("asyncio.run", "anyio.run", "trio.run")


def endings(text: Text) -> Iterator[Answer]:
    """Yield the ways in which the text ends."""
    module = text.module
    if module is None:
        return
    reader: Reader | None = None
    try:
        reader = Reader(text, module)
        reader.whole(module)
    except (Enough, RecursionError):
        pass
    if reader is not None:
        yield from reader.found.answers


class Reader(Blocks):
    """Follows the ways through a Python text."""

    def __init__(self, text: Text, module: ast.Module) -> None:
        """Take the text and its syntax."""
        self.text = text
        self.found = Found(text.document)
        self.functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {
            one.name: one
            for one in ast.walk(module)
            if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))
        }
        self.values = Values(self.functions)
        self.classes = {one.name: one for one in ast.walk(module) if isinstance(one, ast.ClassDef)}
        self.methods = {
            one.name
            for each in self.classes.values()
            for one in each.body
            if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))
        }
        self.objects = {"self", "cls", *self.classes} | {
            target.id
            for one in ast.walk(module)
            if isinstance(one, ast.Assign) and self._makes(one.value)
            for target in one.targets
            if isinstance(target, ast.Name)
        }
        self.tests = Tests(module)
        self.guarded = 0
        self.loops = 0
        self.starts: list[int] | None = None
        self.lines: list[bytes] = []

    def place(self, node: ast.AST) -> Span:
        """Return a node's place in the document."""
        if self.starts is None:
            lines = self.text.text.split("\n")
            self.lines = [one.encode("utf-8", "surrogatepass") for one in lines]
            self.starts = [0]
            for row in lines:
                self.starts.append(self.starts[-1] + len(row) + 1)

        def offset(row: int, column: int) -> int:
            assert self.starts is not None
            row = min(max(row, 1), len(self.lines))
            head = self.lines[row - 1][:column]
            return self.starts[row - 1] + len(head.decode("utf-8", "ignore"))

        line: int = getattr(node, "lineno", 1)
        column: int = getattr(node, "col_offset", 0)
        last: int = getattr(node, "end_lineno", None) or line
        end: int = getattr(node, "end_col_offset", None) or column
        return self.text.span(Span(offset(line, column), offset(last, end)))

    def whole(self, module: ast.Module) -> None:
        """Follow the text from its first statement."""
        start = Way(variables={"__name__": "__main__", **self.started_with()})
        last = module.body[-1] if module.body else module
        for way in self.sequence(module.body, start, Scope()):
            if way.flow == "exit":
                self.leave(way)
            elif way.flow == "":
                if way.node is not None and way.scope is not None and way.scope.under:
                    self.found.add(way, self.place(way.node), 0, way.scope)
                else:
                    self.found.add(way, self.place(last), 0, Scope(), over=True)

    def started_with(self) -> dict[str, object]:
        """Return ``sys.argv`` as far as it is known."""
        given = self.text.arguments
        if given is None:
            return {}
        words = [hole("argv") if word == "\0" else word for word in given]
        return {"sys.argv": [hole("argv"), *words]}

    def leave(self, way: Way) -> None:
        """Keep an ending."""
        scope, node = way.scope or Scope(), way.node or ast.Pass()
        value, place = way.value, self.place(node)
        if isinstance(value, str) and not (value.startswith("\ue000") and value.count("\ue000") == 1):
            way, value = way.printed(value + "\n", place, True), 1
        code = int(value) % 256 if isinstance(value, int) else (0 if value is None else None)
        self.found.add(way, place, code, scope)

    def exits(self, way: Way, value: object, node: ast.AST, scope: Scope) -> list[Way]:
        """Leave the script, unless a handler around takes that too."""
        gone = replace(way, flow="exit", value=value, node=node, scope=scope)
        if self.guarded:
            return [gone]
        self.leave(gone)
        return []

    def sequence(self, nodes: Sequence[ast.stmt], way: Way, scope: Scope) -> list[Way]:
        """Follow statements one after another."""
        going, left = [way], []
        for node in nodes:
            after: list[Way] = []
            for one in going:
                after += self.run(node, one, scope)
            left += [one for one in after if one.flow]
            going = merged([one for one in after if not one.flow])[: self.found.width]
            if not going:
                break
        return merged(left, WIDE if self.found.width > 1 else 4) + going

    def run(self, node: ast.stmt, way: Way, scope: Scope) -> list[Way]:
        """Follow a statement."""
        self.found.step()
        if scope.depth > DEEPEST:
            return [way]
        if way.node is not None:
            way = replace(way, node=None, scope=None, value=None)
        method = getattr(self, f"do_{type(node).__name__.lower()}", None)
        found: list[Way] = method(node, way, scope.deeper()) if method is not None else [way]
        return found

    def evaluated(self, node: ast.AST | None, way: Way, scope: Scope) -> list[Way]:
        """Return the paths after an expression, with its value; the script's functions are followed."""
        if isinstance(node, ast.Await):
            return self.evaluated(node.value, way, scope)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return [
                one if one.flow else replace(one, value=hole() if not known(one.value) else not one.value)
                for one in self.evaluated(node.operand, way, scope)
            ]
        if isinstance(node, ast.IfExp):
            return self.either(node, way, scope)
        if not isinstance(node, ast.Call):
            return [replace(way, value=self.values.of(node, way))]
        name = dotted(node.func)
        if name in _RUNNERS and node.args:
            return self.evaluated(node.args[0], way, scope)
        if name in _EXITS and name not in self.functions:
            if not node.args:
                return self.exits(way, None, node, scope)
            found: list[Way] = []
            for one in self.evaluated(node.args[0], way, scope):
                if one.flow:
                    found.append(one)
                    continue
                inner = one.scope if one.node is not None and one.scope is not None else scope
                inner = scope if inner.under == "" and inner.why != ERROR else inner
                place = one.node if one.node is not None else node
                found += self.exits(one, one.value, place, inner)
            return found
        if name in self.functions and isinstance(node.func, ast.Name):
            return self.call(node, way, scope)
        if isinstance(node.func, ast.Attribute) and node.func.attr in self.methods:
            owner = node.func.value
            if self._makes(owner) or (isinstance(owner, ast.Name) and owner.id in self.objects):
                return self.call(node, way, scope)
        after = printed(node, way, self.values, self.place(node))
        if after is not None:
            return [replace(after, value=None)]
        if name.endswith((".append", ".extend")) and len(node.args) == 1 and name.count(".") == 1:
            return [self._appended(node, name, way)]
        return [replace(way, value=self.values.of(node, way))]

    def _makes(self, node: ast.AST) -> bool:
        """Say whether an expression makes an object of one of the script's classes."""
        return isinstance(node, ast.Call) and dotted(node.func) in self.classes

    def either(self, node: ast.IfExp, way: Way, scope: Scope) -> list[Way]:
        """Return the paths after ``a if test else b``."""
        done: list[Way] = []
        for one, held in self.tested(node.test, way, scope):
            if one.flow:
                done.append(one)
                continue
            if held is not False:
                done += self.evaluated(node.body, one, scope)
            if held is not True:
                done += self.evaluated(node.orelse, one, scope)
        return merged(done)

    def _appended(self, node: ast.Call, name: str, way: Way) -> Way:
        owner, _, method = name.partition(".")
        held, value = way.variables.get(owner), self.values.of(node.args[0], way)
        if not isinstance(held, list):
            return replace(way, value=None)
        more = value if method == "extend" and isinstance(value, list) else [value]
        if self.loops:
            more = [one + hole(owner) if isinstance(one, str) else one for one in more[-1:]]
        return replace(way.put(**{owner: [*held, *more][:50]}), value=None)

    def call(self, node: ast.Call, way: Way, scope: Scope) -> list[Way]:
        """Follow a call of one of the script's functions."""
        if scope.calls >= CALLS:
            return [replace(way, value=hole(dotted(node.func)))]
        name = node.func.attr if isinstance(node.func, ast.Attribute) else dotted(node.func)
        function = self.functions[name]
        start = self.values.entered(function, node, way)
        assert isinstance(start, Way)
        shared = {name for one in ast.walk(function) if isinstance(one, ast.Global) for name in one.names}
        loops, self.loops = self.loops, 0
        after = self.sequence(function.body, start, replace(scope, calls=scope.calls + 1))
        self.loops = loops
        found = []
        for one in after:
            kept = {name: one.variables[name] for name in shared if name in one.variables}
            back = replace(one, variables={**way.variables, **kept})
            if back.flow == "":
                back = replace(back, value=None)
            found.append(replace(back, flow="") if back.flow == "return" else back)
        return merged(found, WIDE)

    def do_expr(self, node: ast.Expr, way: Way, scope: Scope) -> list[Way]:
        """Follow an expression."""
        return [
            one if one.flow else replace(one, value=None) for one in self.evaluated(node.value, way, scope)
        ]

    def do_assign(self, node: ast.Assign, way: Way, scope: Scope) -> list[Way]:
        """Follow an assignment."""
        return self._assign(node.targets, node.value, way, scope)

    def do_annassign(self, node: ast.AnnAssign, way: Way, scope: Scope) -> list[Way]:
        """Follow an assignment with a type."""
        return self._assign([node.target], node.value, way, scope) if node.value is not None else [way]

    def _assign(self, targets: list[ast.expr], value: ast.expr, way: Way, scope: Scope) -> list[Way]:
        found = []
        for one in self.evaluated(value, way, scope):
            if not one.flow:
                held = one.value
                one = replace(one, value=None, node=None, scope=None)
                for target in targets:
                    one = stored(target, held, one)
            found.append(one)
        return merged(found)

    def do_augassign(self, node: ast.AugAssign, way: Way, scope: Scope) -> list[Way]:
        """Follow ``+=``."""
        if not isinstance(node.target, ast.Name):
            return [way]
        name = node.target.id
        left, right = way.variables.get(name), self.values.of(node.value, way)
        held: object = hole(name)
        if isinstance(node.op, ast.Add):
            if isinstance(left, str) and isinstance(right, str):
                held = left + right + (hole(name) if self.loops else "")
            elif isinstance(left, list) and isinstance(right, list):
                held = [*left, *right][:50]
            elif isinstance(left, int) and isinstance(right, int) and not self.loops:
                held = left + right
        return [way.put(**{name: held})]

    def do_return(self, node: ast.Return, way: Way, scope: Scope) -> list[Way]:
        """Follow ``return``."""
        if node.value is None:
            return [replace(way, flow="return", value=None, node=node, scope=scope)]
        found = []
        for one in self.evaluated(node.value, way, scope):
            if one.flow == "":
                called = one.node is not None and one.scope is not None and one.scope.under
                origin = (one.node, one.scope) if called else (node, scope)
                one = replace(one, flow="return", node=origin[0], scope=origin[1])
            found.append(one)
        return found

    def do_raise(self, node: ast.Raise, way: Way, scope: Scope) -> list[Way]:
        """Follow ``raise``."""
        name = dotted(node.exc.func if isinstance(node.exc, ast.Call) else node.exc) if node.exc else ""
        if name == "SystemExit":
            if isinstance(node.exc, ast.Call):
                return self.evaluated(node.exc, way, scope)
            return self.exits(way, None, node, scope)
        return [replace(way, flow="raise", value=name.rpartition(".")[2] or "?")]

    def do_break(self, node: ast.Break, way: Way, scope: Scope) -> list[Way]:
        """Follow ``break``."""
        return [replace(way, flow="break")]

    def do_continue(self, node: ast.Continue, way: Way, scope: Scope) -> list[Way]:
        """Follow ``continue``."""
        return [replace(way, flow="continue")]

    def do_if(self, node: ast.If, way: Way, scope: Scope) -> list[Way]:
        """Follow both branches."""
        done: list[Way] = []
        under = self.quoted(node.test)
        if "__name__" in under:
            return self.sequence(
                node.body if self.values.truth(node.test, way) else node.orelse, way, scope
            )
        held = scope.below(under, self.tests.why(node.test, True))
        refused = scope.below(under, self.tests.why(node.test, False))
        for one, truth in self.tested(node.test, way, scope):
            if one.flow:
                done.append(one)
                continue
            if truth is not False:
                start = told(one, under, True)
                done += heard(self.sequence(node.body, start, held), start, held)
            if truth is not True:
                start = told(one, under, False)
                done += (
                    heard(self.sequence(node.orelse, start, refused), start, refused)
                    if node.orelse
                    else [start]
                )
        return merged(done, WIDE)

    def tested(self, test: ast.expr, way: Way, scope: Scope) -> list[tuple[Way, bool | None]]:
        """Return the paths after a test, and how it turned out on them."""
        plain = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
        if isinstance(plain, ast.NamedExpr):
            way = stored(plain.target, self.values.of(plain.value, way), way)
        if (
            isinstance(plain, ast.Call)
            and isinstance(plain.func, ast.Name)
            and plain.func.id in self.functions
        ):
            return [
                (
                    replace(one, value=None, node=None) if not one.flow else one,
                    bool(one.value) if known(one.value) else None,
                )
                for one in self.evaluated(test, way, scope)
            ]
        return [(way, self.values.truth(test, way))]

    def quoted(self, node: ast.AST) -> str:
        """Return the text of an expression."""
        try:
            return ast.unparse(node)
        except (RecursionError, ValueError):
            return ""
