"""Follow the branches and loops of a shell script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from failshut.lint.answers import CHECK
from failshut.lint.answers.paths import Scope, heard, hole, merged
from failshut.lint.answers.shell_state import FAILED, Way
from failshut.lint.answers.shell_tests import Tests
from failshut.lint.answers.shell_values import Values

if TYPE_CHECKING:
    from tree_sitter import Node


class Branches:
    """Follows what decides which statements run; ``Reader`` follows the statements."""

    tests: Tests
    values: Values

    def sequence(self, nodes: Sequence[Node], way: Way, scope: Scope) -> list[Way]:
        """Follow statements one after another."""
        raise NotImplementedError

    def run(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a statement."""
        raise NotImplementedError

    def branch(self, nodes: list[Node], way: Way, scope: Scope) -> tuple[list[Way], list[Way], list[Way]]:
        """Return the paths on which a condition holds, those on which it doesn't, and those that left."""
        yes, no, left = [], [], []
        for one in self.sequence(nodes, way, scope):
            if one.flow:
                left.append(one)
                continue
            if one.status in (0, None):
                yes.append(one.with_status(0))
            if one.status != 0:
                no.append(
                    one.with_status(FAILED if one.status is None else one.status, one.origin, one.crashed)
                )
        return merged(yes), merged(no), left

    def do_if_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow both branches."""
        going, done = [way], []
        condition: list[Node] = []
        body: list[Node] = []
        pending: list[tuple[list[Node], list[Node]]] = []
        other: list[Node] = []
        part = "condition"
        for child in node.children:
            if child.type == "then":
                part = "body"
            elif child.type == "elif_clause":
                pending.append(_split(child))
            elif child.type == "else_clause":
                other = child.named_children
            elif child.is_named and child.type != "comment":
                (condition if part == "condition" else body).append(child)
        under, why = scope.under, scope.why
        for tests, then in [(condition, body), *pending]:
            text = " ".join(self.values.raw(one) for one in tests)
            refused: list[Way] = []
            for one in going:
                yes, no, left = self.branch(tests, one, scope)
                done += left
                low = scope.below(text, self.tests.why(tests[-1] if tests else None, True, one.last))
                for each in yes:
                    done += heard(self.sequence(then, each, low), each, low)
                refused += no
            before = going[0].last if going else None
            going = merged(refused)
            under, why = text, self.tests.why(tests[-1] if tests else None, False, before)
            if not going:
                break
        low = scope.below(under, why)
        for one in going:
            done += heard(self.sequence(other, one, low), one, low) if other else [one.with_status(0)]
        return merged(done)

    def do_list(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``a && b || c``."""
        steps: list[tuple[str, Node]] = []
        one: Node | None = node
        while one is not None and one.type == "list" and one.named_children:
            operator = next((child.type for child in one.children if child.type in ("&&", "||")), "&&")
            steps.append((operator, one.named_children[-1]))
            one = one.named_children[0] if one.named_child_count > 1 else None
        if one is None:
            return self.run(steps[-1][1], way, scope) if steps else [way]
        first = one
        return self.chained(first, list(reversed(steps)), way, scope)

    def chained(self, first: Node, steps: list[tuple[str, Node]], way: Way, scope: Scope) -> list[Way]:
        """Follow what stands behind ``&&`` and ``||``."""
        going, left = self.run(first, way, scope), []
        passed = [first]
        for operator, node in steps:
            wanted = operator == "&&"
            whys = [self.tests.why(one, wanted, way.last) for one in passed[-6:]]
            why = next((one for one in reversed(whys) if one != CHECK), CHECK)
            tested = next((one for one in reversed(passed[-6:]) if not _group(one)), passed[0])
            low = scope.below(self.values.raw(tested), why)
            after: list[Way] = []
            for one in going:
                if one.flow:
                    left.append(one)
                    continue
                if one.status is None or (one.status == 0) == wanted:
                    after += heard(self.run(node, one, low), one, low)
                if one.status is None or (one.status == 0) != wanted:
                    status = one.status if one.status is not None else (FAILED if wanted else 0)
                    after.append(one.with_status(status, one.origin, one.crashed))
            going = merged(after)
            passed.append(node)
        return left + going

    def do_case_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow each item that can match."""
        subject = node.child_by_field_name("value")
        value = self.values.of(subject, way) if subject is not None else hole()
        text, after, covered = (self.values.raw(subject) if subject else ""), [], False
        for item in node.named_children:
            if item.type != "case_item":
                continue
            words, body = self.patterns(item)
            fits = _fits(value, words)
            if fits is False:
                continue
            low = scope.below(f"{text} in {' | '.join(words)}", self.tests.item(subject, words))
            after += heard(self.sequence(body, way.with_status(0), low), way, low)
            if fits or "*" in words:
                covered = True
                break
        return merged(after if covered else [*after, way.with_status(0)])

    def patterns(self, item: Node) -> tuple[list[str], list[Node]]:
        """Return the patterns of an item, and its statements."""
        words, start, end = [], -1, -1
        for at, child in enumerate(item.children):
            if child.type in ("|", ")") and start >= 0:
                words.append(self.values.data[start:end].decode("utf-8", "replace"))
                start = -1
                if child.type == ")":
                    return words, [one for one in item.children[at + 1 :] if one.is_named]
            elif child.type != "(":
                start = child.start_byte if start < 0 else start
                end = child.end_byte
        return words, []

    def do_while_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a loop's body once, or not at all."""
        body = node.child_by_field_name("body")
        tests = [one for one in node.children_by_field_name("condition") if one.is_named]
        until = bool(node.children) and node.children[0].type == "until"
        yes, no, left = self.branch(tests, way, scope)
        if until:
            yes, no = no, yes
        after = left + no
        low = scope.below(" ".join(self.values.raw(one) for one in tests))
        endless = not no
        for one in yes:
            inside = self.run(body, self.loosened(body, one), low) if body is not None else [one]
            after += _out_of_loop(inside, endless)
        return merged(after)

    def loosened(self, body: Node, way: Way) -> Way:
        """Return the path with numbers that a loop counts forgotten."""
        counted = re.findall(r"(?:\(\(\s*|let\s+)(\w+)\s*(?:\+\+|--|[-+]=)", self.values.raw(body))
        return way.put(**{name: hole(name) for name in counted}) if counted else way

    def do_for_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a loop's body once, or not at all."""
        body, name = node.child_by_field_name("body"), node.child_by_field_name("variable")
        if body is None:
            return [way]
        once = self.loosened(body, way)
        text = self.values.raw(node)[: body.start_byte - node.start_byte]
        if name is not None:
            word = self.values.raw(name)
            once = once.put(**{word: hole(word)})
        inside = self.run(body, once, scope.below(text.rstrip("; \n")))
        return merged([way.with_status(0), *_out_of_loop(inside, False)])

    do_c_style_for_statement = do_for_statement


def _split(clause: Node) -> tuple[list[Node], list[Node]]:
    tests: list[Node] = []
    body: list[Node] = []
    part = tests
    for child in clause.children:
        if child.type == "then":
            part = body
        elif child.is_named and child.type != "comment":
            part.append(child)
    return tests, body


def _group(node: Node) -> bool:
    return node.type in ("compound_statement", "redirected_statement") and (
        node.type == "compound_statement"
        or ((body := node.child_by_field_name("body")) is not None and body.type == "compound_statement")
    )


def _out_of_loop(ways: list[Way], endless: bool) -> list[Way]:
    kept = [one for one in ways if not (endless and one.flow in ("", "continue"))]
    return [replace(one, flow="") if one.flow in ("break", "continue") else one for one in kept]


def _fits(value: str, words: list[str]) -> bool | None:
    """Say whether a case's value fits one of its patterns, None when that can't be told."""
    if "*" in words:
        return True
    plain = [word.strip("\"'") for word in words]
    if "\ue000" in value or any(re.search(r"[*?\[$\\(]", word) for word in plain):
        return None
    return value in plain
