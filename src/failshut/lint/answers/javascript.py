"""Read the ways in which a JavaScript text ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from failshut.lint.answers import ERROR, Answer
from failshut.lint.answers.javascript_blocks import WIDE, Blocks, Way
from failshut.lint.answers.javascript_printing import printed
from failshut.lint.answers.javascript_tests import Tests
from failshut.lint.answers.javascript_values import FUNCTIONS, Values, truth
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
)
from failshut.lint.document import Span
from failshut.lint.script import Text

if TYPE_CHECKING:
    from tree_sitter import Node

_CODE = "process.exitCode"
_ENDS = ("end", "close", "finish")
_LOOPS = ("forEach", "map", "some", "every", "filter", "find")


def endings(text: Text) -> Iterator[Answer]:
    """Yield the ways in which the text ends."""
    reader = Reader(text)
    try:
        reader.whole()
    except (Enough, RecursionError):
        pass
    yield from reader.found.answers


class Reader(Blocks):
    """Follows the ways through a JavaScript text."""

    def __init__(self, text: Text) -> None:
        """Take the text and find its functions."""
        self.text = text
        self.tree = text.tree
        self.found = Found(text.document)
        self.values = Values(text.text.encode("utf-8", "surrogatepass"))
        self.tests = Tests(self.tree, self.values)
        self.functions: dict[str, Node] = {}
        self.later: list[tuple[Node, Scope]] = []
        for one in self.tree.every("function_declaration", "variable_declarator"):
            value = one if one.type == "function_declaration" else one.child_by_field_name("value")
            if value is not None and value.type in FUNCTIONS:
                self.functions.setdefault(self.values.raw(one.child_by_field_name("name")), value)

    def started_with(self) -> dict[str, object]:
        """Return ``process.argv`` as far as it is known."""
        given = self.text.arguments
        if given is None:
            return {}
        words = [hole("argv") if word == "\0" else word for word in given]
        return {"process.argv": [hole("argv"), hole("argv"), *words]}

    def place(self, node: Node) -> Span:
        """Return a node's place in the document."""
        return self.text.span(self.tree.span(node))

    def whole(self) -> None:
        """Follow the text from its first statement, then what it left for later."""
        root = self.tree.root
        statements = [one for one in root.named_children if one.type != "comment"]
        last = statements[-1] if statements else root
        ways = self.sequence(statements, Way(variables=self.started_with()), Scope())
        for at in range(8):
            if at >= len(self.later):
                break
            function, scope = self.later[at]
            after: list[Way] = []
            for one in ways:
                if one.flow == "":
                    after += self.entered(function, [], replace(one, node=None), scope)
            ways = merged(after, WIDE)
        for way in ways:
            if way.flow in ("", "return"):
                code = way.variables.get(_CODE, 0)
                code = code if isinstance(code, int) else None
                if way.node is not None and way.scope is not None and way.scope.under:
                    self.found.add(way, self.place(way.node), code, way.scope)
                elif way.flow == "return" and way.node is not None:
                    self.found.add(way, self.place(way.node), code, way.scope or Scope())
                else:
                    self.found.add(way, self.place(last), code, Scope(), over=code == 0)

    def sequence(self, nodes: Sequence[Node], way: Way, scope: Scope) -> list[Way]:
        """Follow statements one after another."""
        going, left = [way], []
        for node in nodes:
            if node.type == "comment":
                continue
            after: list[Way] = []
            for one in going:
                after += self.run(node, one, scope)
            left += [one for one in after if one.flow]
            going = merged([one for one in after if not one.flow])[: self.found.width]
            if not going:
                break
        return merged(left, WIDE if self.found.width > 1 else 4) + going

    def run(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a statement."""
        self.found.step()
        if scope.depth > DEEPEST:
            return [way]
        if way.node is not None:
            way = replace(way, node=None, scope=None, value=None)
        method = getattr(self, f"do_{node.type}", None)
        if method is not None:
            found: list[Way] = method(node, way, scope.deeper())
            return found
        if node.type in (
            "statement_block",
            "ERROR",
            "export_statement",
            "labeled_statement",
            "else_clause",
        ):
            return self.sequence(node.named_children, way, scope.deeper())
        return [way]

    def block(self, node: Node | None, way: Way, scope: Scope) -> list[Way]:
        """Follow the statement under a condition."""
        return heard(self.run(node, way, scope), way, scope) if node is not None else [way]

    def evaluated(self, node: Node | None, way: Way, scope: Scope) -> list[Way]:
        """Return the paths after an expression, with its value; the text's functions are followed."""
        if node is None or scope.depth > DEEPEST:
            return [replace(way, value=hole())]
        scope = scope.deeper()
        if node.type in ("await_expression", "parenthesized_expression", "sequence_expression"):
            inside = [one for one in node.named_children if one.type != "comment"]
            return self.evaluated(inside[-1] if inside else None, way, scope)
        if node.type == "unary_expression" and self.values.raw(node).startswith(("!", "void")):
            negates = self.values.raw(node).startswith("!")
            found = self.evaluated(node.child_by_field_name("argument"), way, scope)
            return [
                replace(one, value=_not(one.value) if negates else None) if not one.flow else one
                for one in found
            ]
        if node.type == "call_expression":
            return self.called(node, way, scope)
        if node.type == "update_expression":
            return [self.stored(node.child_by_field_name("argument"), hole(self.values.named(node)), way)]
        if node.type in ("assignment_expression", "augmented_assignment_expression"):
            return self.assigned(node, way, scope)
        if node.type == "binary_expression" and self.values.raw(node.child_by_field_name("operator")) in (
            "&&",
            "||",
        ):
            return self.chosen(node, way, scope)
        if node.type == "ternary_expression":
            return self.do_if_statement(node, way, scope)
        return [replace(way, value=self.values.of(node, way))]

    def chosen(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``test && call()``."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if right is None or right.type not in ("call_expression", "parenthesized_expression"):
            return [replace(way, value=self.values.of(node, way))]
        wanted = self.values.raw(node.child_by_field_name("operator")) == "&&"
        low = scope.below(self.values.raw(left), self.tests.why(left, wanted))
        done: list[Way] = []
        for one in self.evaluated(left, way, scope):
            held = None if one.flow else truth(one.value)
            if not one.flow and held is not (not wanted):
                done += heard(self.evaluated(right, one, low), one, low)
            if one.flow or held is not wanted:
                done.append(one)
        return merged(done, WIDE)

    def assigned(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow an assignment."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        name, found = self.values.raw(left), []
        for one in self.evaluated(right, way, scope):
            if one.flow:
                found.append(one)
                continue
            held = one.value
            if node.type == "augmented_assignment_expression":
                before = one.variables.get(name, hole(name))
                text = isinstance(before, str) and isinstance(held, str)
                held = f"{before}{held}" if text else hole(name)
            found.append(self.stored(left, held, replace(one, node=None, scope=None)))
        return found

    def stored(self, left: Node | None, value: object, way: Way) -> Way:
        """Return the path with a variable set."""
        if left is None:
            return way
        name = self.values.raw(left)
        if left.type == "identifier" or name == _CODE:
            if isinstance(value, str) and value.startswith("\ue000") and value.endswith("\ue001"):
                value = hole(name) if value.count("\ue000") == 1 else value
            return replace(way.put(**{name: value}), value=value)
        if left.type == "member_expression":
            owner = self.values.raw(left.child_by_field_name("object"))
            key, held = self.values.raw(left.child_by_field_name("property")), way.variables.get(owner)
            return way.put(**{owner: {**held, key: value}}) if isinstance(held, dict) else way
        return way

    def called(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a call."""
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        given = [one for one in (arguments.named_children if arguments else []) if one.type != "comment"]
        name = self.values.raw(function).replace("?.", ".") if function is not None else ""
        while (
            function is not None and function.type == "parenthesized_expression" and function.named_children
        ):
            function = function.named_children[0]
        if name in ("process.exit", "exit", "process.reallyExit") and name not in self.functions:
            return self.exits(node, given, way, scope)
        if function is not None and function.type in FUNCTIONS:
            return self.entered(function, given, way, scope)
        if name in self.functions:
            return self.entered(self.functions[name], given, way, scope)
        after = printed(name, given, way, self.values, self.place(node))
        if after is not None:
            return [replace(after, value=None)]
        if function is not None and function.type == "member_expression":
            return self.method(node, function, given, way, scope)
        if name in ("setTimeout", "setImmediate", "queueMicrotask") and given:
            self.aside(given[0], way, scope, "setTimeout(…)" if name == "setTimeout" else "")
        return [replace(way, value=self.values.of(node, way))]

    def exits(self, node: Node, given: list[Node], way: Way, scope: Scope) -> list[Way]:
        """Leave the text."""
        if not given:
            code = way.variables.get(_CODE, 0)
            self.found.add(way, self.place(node), code if isinstance(code, int) else None, scope)
            return []
        for one in self.evaluated(given[0], way, scope):
            if one.flow:
                continue
            inner, at = scope, node
            if one.node is not None and one.scope is not None and one.scope.under:
                inner, at = one.scope, one.node
            code = one.value
            told = isinstance(code, int) or code is None
            value = (int(code) % 256 if isinstance(code, int) else 0) if told else None
            self.found.add(one, self.place(at), value, inner)
        return []

    def function(self, node: Node | None) -> Node | None:
        """Return the function that an argument is, None for any other."""
        if node is not None and node.type in FUNCTIONS:
            return node
        return self.functions.get(self.values.raw(node)) if node is not None else None

    def aside(self, node: Node | None, way: Way, scope: Scope, under: str, why: str = ERROR) -> list[Way]:
        """Follow a function that something else than the text's own course calls."""
        function = self.function(node)
        if function is None:
            return []
        return self.entered(function, [], way, scope.below(under, why) if under else scope)

    def method(self, node: Node, function: Node, given: list[Node], way: Way, scope: Scope) -> list[Way]:
        """Follow a call of a method, with the functions it is given."""
        owner = function.child_by_field_name("object")
        method = self.values.raw(function.child_by_field_name("property"))
        target = self.values.raw(owner)
        if method in ("on", "once", "addListener", "addEventListener") and len(given) > 1:
            event = self.values.of(given[0], way)
            called = self.function(given[1])
            if target == "process" and event != "exit":
                self.aside(given[1], way, scope, f"process.on('{event}')")
            elif event == "error":
                self.aside(given[1], way, scope, f"{target}.on('error')")
            elif called is not None and event in (*_ENDS, "exit", "data", "line", "readable"):
                at = len(self.later) if event in (*_ENDS, "exit") else 0
                if len(self.later) < 8 and all(called != one for one, _ in self.later):
                    self.later.insert(at, (called, scope))
            return [replace(way, value=None)]
        if method in ("then", "catch", "finally"):
            return self.promised(method, owner, given, way, scope)
        if method == "push" and isinstance(way.variables.get(target), list) and given:
            value = self.values.of(given[0], way)
            value = (
                value + hole(target) if isinstance(value, str) and scope.under.startswith("for") else value
            )
            held = way.variables[target]
            assert isinstance(held, list)
            return [replace(way.put(**{target: [*held, value][:50]}), value=None)]
        if method in _LOOPS and given and (called := self.function(given[0])) is not None:
            low = scope.below(f"for each of {target}")
            inside = [replace(one, flow="") for one in self.entered(called, [], way, low)]
            return [
                replace(one, value=hole(self.values.named(owner)), node=None)
                for one in merged([way, *inside])
            ]
        return [replace(way, value=self.values.of(node, way))]

    def promised(
        self, method: str, owner: Node | None, given: list[Node], way: Way, scope: Scope
    ) -> list[Way]:
        """Follow ``.then(…)``, ``.catch(…)`` and ``.finally(…)``."""
        before = self.evaluated(owner, way, scope)
        done: list[Way] = []
        for one in before:
            if one.flow == "raise":
                continue
            if (
                method == "catch"
                or one.flow
                or (called := self.function(given[0] if given else None)) is None
            ):
                done.append(one)
                continue
            low = one.scope if one.node is not None and one.scope is not None and one.scope.under else scope
            done += self.entered(called, [], replace(one, node=None), low, one.value)
        failed = (
            given[0]
            if method == "catch" and given
            else (given[1] if method == "then" and len(given) > 1 else None)
        )
        if failed is not None:
            starts = [replace(one, flow="") for one in before if one.flow == "raise"]
            for start in merged([way, *starts]):
                after = self.aside(failed, replace(start, node=None), scope, f".{method}(…)")
                done += [replace(one, why=ERROR) for one in after if not one.flow]
        return merged(done, WIDE)

    def entered(
        self, function: Node, given: list[Node], way: Way, scope: Scope, first: object = None
    ) -> list[Way]:
        """Follow a function's body."""
        if scope.calls >= CALLS:
            return [replace(way, value=hole())]
        body = function.child_by_field_name("body")
        names = function.child_by_field_name("parameters") or function.child_by_field_name("parameter")
        listed = (
            [names]
            if names is not None and names.type == "identifier"
            else (names.named_children if names else [])
        )
        start = way
        for at, one in enumerate(listed[:20]):
            left = one.child_by_field_name("left") if one.type == "assignment_pattern" else one
            name = self.values.raw(left)
            value: object = hole(name)
            if at < len(given) and not any(each.type == "spread_element" for each in given):
                value = self.values.of(given[at], way)
            elif one.type == "assignment_pattern":
                value = self.values.of(one.child_by_field_name("right"), way)
            elif at == 0 and first is not None:
                value = first
            start = self.stored(left, value, start)
        low = replace(scope, calls=scope.calls + 1)
        if body is None:
            return [way]
        if body.type != "statement_block":
            after = self.evaluated(body, start, low)
        else:
            after = [
                replace(one, value=None) if one.flow == "" else one for one in self.run(body, start, low)
            ]
        return merged([replace(one, flow="") if one.flow == "return" else one for one in after], WIDE)


def _not(value: object) -> object:
    held = truth(value)
    return hole() if held is None or not known(held) else not held
