"""Follow the loops, handlers and other blocks of a Python script."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from failshut.lint.answers import CHECK, ERROR, UNREADABLE
from failshut.lint.answers.paths import Path, Scope, decides, heard, hole, merged
from failshut.lint.answers.python_tests import Tests, takes
from failshut.lint.answers.python_values import Values, dotted

WIDE = 64
"""Returns of one function that are followed."""


@dataclass(frozen=True)
class Way(Path):
    """One way through a script; ``value`` is what it returns, raises or exits with, from ``node``."""

    value: object = None
    node: ast.AST | None = None
    scope: Scope | None = field(default=None, compare=False)


class Blocks:
    """Follows what holds statements; ``Reader`` follows the statements."""

    tests: Tests
    values: Values
    guarded: int
    loops: int

    def sequence(self, nodes: Sequence[ast.stmt], way: Way, scope: Scope) -> list[Way]:
        """Follow statements one after another."""
        raise NotImplementedError

    def exits(self, way: Way, value: object, node: ast.AST, scope: Scope) -> list[Way]:
        """Leave the script."""
        raise NotImplementedError

    def quoted(self, node: ast.AST) -> str:
        """Return the text of an expression."""
        raise NotImplementedError

    def do_for(self, node: ast.For | ast.AsyncFor, way: Way, scope: Scope) -> list[Way]:
        """Follow a loop's body once, or not at all."""
        low = scope.below(f"for {self.quoted(node.target)} in {self.quoted(node.iter)}")
        held = self.values.of(node.iter, way)
        inside = (
            self.looped(node.body, stored(node.target, None, way, forget=True), low) if held != [] else []
        )
        none = [] if isinstance(held, list) and held else [way]
        left = [one for one in inside if one.flow not in ("", "continue")]
        for one in merged([*none, *_out_of_loop([one for one in inside if one not in left], False)]):
            left += self.sequence(node.orelse, one, low) if node.orelse else [one]
        return merged(_out_of_loop(left, False), WIDE)

    do_asyncfor = do_for

    def looped(self, body: list[ast.stmt], way: Way, scope: Scope) -> list[Way]:
        """Follow a loop's body."""
        self.loops += 1
        found = self.sequence(body, way, scope)
        self.loops -= 1
        return found

    def do_while(self, node: ast.While, way: Way, scope: Scope) -> list[Way]:
        """Follow a loop's body once, or not at all."""
        truth = self.values.truth(node.test, way)
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        low = scope if endless else scope.below(self.quoted(node.test))
        after = [] if truth is True else [way]
        if truth is not False:
            after += _out_of_loop(self.looped(node.body, way, low), endless)
        return merged(after, WIDE)

    def do_with(self, node: ast.With | ast.AsyncWith, way: Way, scope: Scope) -> list[Way]:
        """Follow a block, which ``suppress`` may leave early."""
        after: list[Way] = []
        for item in node.items:
            if item.optional_vars is not None:
                way = stored(item.optional_vars, None, way, forget=True)
            call = item.context_expr
            if isinstance(call, ast.Call) and dotted(call.func).rpartition(".")[2] == "suppress":
                after.append(replace(way, why=ERROR))
        return after + self.sequence(node.body, way, scope)

    do_asyncwith = do_with

    def do_match(self, node: ast.Match, way: Way, scope: Scope) -> list[Way]:
        """Follow each case."""
        after: list[Way] = []
        subject = self.quoted(node.subject)
        for case in node.cases:
            low = scope.below(f"match {subject}: case {self.quoted(case.pattern)}")
            names = [
                one.name for one in ast.walk(case.pattern) if isinstance(one, ast.MatchAs) and one.name
            ]
            start = way.put(**{name: hole(name) for name in names}) if names else way
            after += heard(self.sequence(case.body, start, low), start, low)
            if (
                isinstance(case.pattern, ast.MatchAs)
                and case.pattern.pattern is None
                and case.guard is None
            ):
                return merged(after, WIDE)
        return merged([*after, way], WIDE)

    def do_try(self, node: ast.Try, way: Way, scope: Scope) -> list[Way]:
        """Follow the body, and each handler from where the body began."""
        takes_exits = bool(node.finalbody) or any(takes(one, "SystemExit") for one in node.handlers)
        self.guarded += takes_exits
        done: list[Way] = []
        thrown: list[Way] = []
        tried = self.sequence(node.body, way, scope)
        decisive = decides(" ".join(map(self.quoted, node.body)), tried, way)
        for one in tried:
            if one.flow in ("raise", "exit"):
                thrown.append(one)
            elif one.flow == "":
                done += self.sequence(node.orelse, one, scope)
            else:
                done.append(one)
        self.guarded -= takes_exits and not node.finalbody
        for at, handler in enumerate(node.handlers):
            why = self.tests.handler(handler, node.body)
            kind = self.quoted(handler.type) if handler.type is not None else ""
            low = scope.below(f"except {kind}".strip(), why)
            starts = [way]
            for one in list(thrown):
                name = "SystemExit" if one.flow == "exit" else str(one.value)
                if takes(handler, name) and not any(takes(each, name) for each in node.handlers[:at]):
                    starts.append(replace(one, flow="", value=None, node=None, scope=None))
                    thrown.remove(one)
            for start in merged(starts):
                if handler.name:
                    start = start.put(**{handler.name: hole(handler.name)})
                after = heard(self.sequence(handler.body, start, low), start, low)
                marked = low.why != CHECK and (low.why != ERROR or decisive)
                fell = low.why == UNREADABLE and self.tests.from_stdin(node.body)
                done += [
                    replace(one, why=low.why)
                    if (one.flow == "" and marked) or (fell and _gives_nothing(one))
                    else one
                    for one in after
                ]
        if node.finalbody:
            self.guarded -= 1
            done = [end for one in [*done, *thrown] for end in self._finally(node, one, scope)]
            thrown = []
        for one in thrown:
            if one.flow == "exit":
                done += self.exits(one, one.value, one.node or node, one.scope or scope)
            else:
                done.append(one)
        return merged(done, WIDE)

    do_trystar = do_try

    def _finally(self, node: ast.Try, way: Way, scope: Scope) -> list[Way]:
        found: list[Way] = []
        for one in self.sequence(node.finalbody, replace(way, flow=""), scope):
            if one.flow:
                found.append(one)
            elif way.flow == "exit":
                found += self.exits(one, way.value, way.node or node, way.scope or scope)
            else:
                found.append(replace(one, flow=way.flow, value=way.value, node=way.node, scope=way.scope))
        return found


def stored(target: ast.AST, value: object, way: Way, forget: bool = False) -> Way:
    """Return the path with a target set."""
    if isinstance(target, ast.Name):
        held = hole(target.id) if forget else value
        if (
            isinstance(held, str)
            and held.startswith("\ue000")
            and held.endswith("\ue001")
            and held.count("\ue000") == 1
        ):
            held = hole(target.id)
        return way.put(**{target.id: held})
    if isinstance(target, (ast.Tuple, ast.List)):
        parts = value if isinstance(value, list) and len(value) == len(target.elts) and not forget else None
        for at, one in enumerate(target.elts):
            way = stored(one, parts[at] if parts else None, way, forget=parts is None)
        return way
    if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        owner = way.variables.get(target.value.id)
        key = target.slice.value if isinstance(target.slice, ast.Constant) else None
        if isinstance(owner, dict) and isinstance(key, str):
            return way.put(**{target.value.id: {**owner, key: value}})
        return way.put(**{target.value.id: hole(target.value.id)})
    return way


def _gives_nothing(way: Way) -> bool:
    """Say whether a function is left with an empty value, after which its caller goes on."""
    return way.flow == "return" and isinstance(way.value, (dict, list, str)) and not way.value


def _out_of_loop(ways: list[Way], endless: bool) -> list[Way]:
    kept = [one for one in ways if not (endless and one.flow in ("", "continue"))]
    return [replace(one, flow="") if one.flow in ("break", "continue") else one for one in kept]
