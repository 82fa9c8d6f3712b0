"""Follow the statements of a JavaScript text that hold others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from failshut.lint.answers import CHECK, ERROR, UNREADABLE
from failshut.lint.answers.javascript_tests import Tests
from failshut.lint.answers.javascript_values import FUNCTIONS, Values, truth
from failshut.lint.answers.paths import Path, Scope, decides, heard, hole, merged, told

if TYPE_CHECKING:
    from tree_sitter import Node

_COUNTED = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:\+\+|--|[-+*/]=)|(?:\+\+|--)([A-Za-z_$][\w$]*)")
WIDE = 64
"""Returns of one function that are followed."""


@dataclass(frozen=True)
class Way(Path):
    """One way through a text; ``value`` is the last expression's, or what it returns, from ``node``."""

    value: object = None
    node: Node | None = None
    scope: Scope | None = field(default=None, compare=False)


class Blocks:
    """Follows statements; ``Reader`` follows expressions."""

    tests: Tests
    values: Values

    def sequence(self, nodes: Sequence[Node], way: Way, scope: Scope) -> list[Way]:
        """Follow statements one after another."""
        raise NotImplementedError

    def run(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a statement."""
        raise NotImplementedError

    def block(self, node: Node | None, way: Way, scope: Scope) -> list[Way]:
        """Follow the statement under a condition."""
        raise NotImplementedError

    def evaluated(self, node: Node | None, way: Way, scope: Scope) -> list[Way]:
        """Return the paths after an expression, with its value."""
        raise NotImplementedError

    def stored(self, left: Node | None, value: object, way: Way) -> Way:
        """Return the path with a variable set."""
        raise NotImplementedError

    def do_expression_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow an expression."""
        inner = node.named_children[0] if node.named_children else None
        return [one if one.flow else replace(one, value=None) for one in self.evaluated(inner, way, scope)]

    def do_lexical_declaration(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``const``, ``let`` and ``var``."""
        going, left = [way], []
        for one in node.named_children:
            value = one.child_by_field_name("value")
            if one.type != "variable_declarator" or (value is not None and value.type in FUNCTIONS):
                continue
            after: list[Way] = []
            for each in going:
                for done in (
                    self.evaluated(value, each, scope) if value is not None else [replace(each, value=None)]
                ):
                    name = one.child_by_field_name("name")
                    if done.flow:
                        left.append(done)
                    else:
                        after.append(self.stored(name, done.value, replace(done, node=None, scope=None)))
            going = merged([replace(each, value=None) for each in after])
        return left + going

    do_variable_declaration = do_lexical_declaration

    def do_return_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``return``."""
        inside = [one for one in node.named_children if one.type != "comment"]
        if not inside:
            return [replace(way, flow="return", value=None, node=node, scope=scope)]
        found = []
        for one in self.evaluated(inside[0], way, scope):
            if one.flow == "":
                called = one.node is not None and one.scope is not None and one.scope.under
                origin = (one.node, one.scope) if called else (node, scope)
                one = replace(one, flow="return", node=origin[0], scope=origin[1])
            found.append(one)
        return found

    def do_throw_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``throw``."""
        return [replace(way, flow="raise")]

    def do_break_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``break``."""
        return [replace(way, flow="break")]

    def do_continue_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``continue``."""
        return [replace(way, flow="continue")]

    def do_if_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow both branches, of a ``?:`` too."""
        test = node.child_by_field_name("condition")
        then, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        follow = self.block if node.type == "if_statement" else self.evaluated
        under = self.values.raw(test).removeprefix("(").removesuffix(")")
        yes, no = (scope.below(under, self.tests.why(test, held)) for held in (True, False))
        done: list[Way] = []
        for one in self.evaluated(test, way, scope):
            if one.flow:
                done.append(one)
                continue
            held, one = truth(one.value), replace(one, value=None, node=None)
            if held is not False:
                done += follow(then, told(one, under, True), yes)
            if held is not True:
                start = told(one, under, False)
                done += follow(other, start, no) if other is not None else [start]
        return merged(done, WIDE)

    def do_switch_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow each case; one without ``break`` goes on in the next."""
        value, body = self.values.raw(node.child_by_field_name("value")), node.child_by_field_name("body")
        cases = (
            [one for one in body.named_children if one.type in ("switch_case", "switch_default")]
            if body
            else []
        )
        done: list[Way] = []
        falling: list[Way] = []
        for case in cases:
            label = case.child_by_field_name("value")
            statements = [one for one in case.named_children if one != label]
            low = scope.below(f"switch {value} case {self.values.raw(label) or 'default'}")
            after = [
                each
                for one in merged([way, *falling])
                for each in heard(self.sequence(statements, one, low), one, low)
            ]
            done += [one for one in after if one.flow]
            falling = [one for one in after if not one.flow]
        none = [] if any(one.type == "switch_default" for one in cases) else [way]
        return _out_of_loop(merged([*done, *falling, *none], WIDE), False)

    def do_for_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a loop's body once, or not at all."""
        body = node.child_by_field_name("body")
        left = node.child_by_field_name("left")
        head = self.values.raw(node)[: body.start_byte - node.start_byte] if body is not None else "for"
        start = way
        if left is not None:
            start = self.stored(left, hole(self.values.raw(left)), way)
        counted = (
            _COUNTED.findall(self.values.raw(node)) if node.end_byte - node.start_byte < 20_000 else []
        )
        start = start.put(**{name: hole(name) for pair in counted for name in pair if name})
        test = node.child_by_field_name("condition")
        held = truth(self.values.of(test, way)) if test is not None else None
        endless = self.values.raw(test) in ("(true)", "(1)", "true")
        low = scope if endless else scope.below(head)
        inside = self.run(body, start, low) if body is not None else [way]
        return merged([*([] if held else [way]), *_out_of_loop(inside, endless)], WIDE)

    do_for_in_statement = do_for_statement
    do_while_statement = do_for_statement
    do_do_statement = do_for_statement

    def do_try_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow the body, and the handler from where the body began."""
        body, handler = node.child_by_field_name("body"), node.child_by_field_name("handler")
        final = node.child_by_field_name("finalizer")
        done, starts = [], [way]
        tried = self.run(body, way, scope) if body is not None else [way]
        decisive = decides(self.values.raw(body), tried, way)
        for one in tried:
            if one.flow == "raise" and handler is not None:
                starts.append(replace(one, flow=""))
            else:
                done.append(one)
        if handler is not None:
            why = self.tests.handler(body)
            word = self.values.raw(handler.child_by_field_name("parameter"))
            low = scope.below(f"catch ({word})" if word else "catch", why)
            for start in merged(starts):
                start = start.put(**{word: hole(word)}) if word.isidentifier() else start
                after = heard(
                    self.run(handler.child_by_field_name("body") or handler, start, low), start, low
                )
                marked = why != CHECK and (why != ERROR or decisive)
                fell = why == UNREADABLE and self.tests.from_stdin(body)
                done += [
                    replace(one, why=why)
                    if (one.flow == "" and marked) or (fell and _gives_nothing(one))
                    else one
                    for one in after
                ]
        if final is None:
            return merged(done, WIDE)
        found: list[Way] = []
        for one in done:
            rest = self.sequence(final.named_children, replace(one, flow=""), scope)
            found += [
                replace(each, flow=each.flow or one.flow, value=one.value, node=one.node) for each in rest
            ]
        return merged(found, WIDE)


def _gives_nothing(way: Way) -> bool:
    """Say whether a function is left with an empty value, after which its caller goes on."""
    return way.flow == "return" and isinstance(way.value, (dict, list, str)) and not way.value


def _out_of_loop(ways: list[Way], endless: bool) -> list[Way]:
    kept = [one for one in ways if not (endless and one.flow in ("", "continue"))]
    return [replace(one, flow="") if one.flow in ("break", "continue") else one for one in kept]
