"""Read the ways in which a shell text ends."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from failshut.lint.answers import END, ERROR, Answer
from failshut.lint.answers.paths import CALLS, DEEPEST, Enough, Found, Scope, hole, merged
from failshut.lint.answers.shell_branches import Branches
from failshut.lint.answers.shell_commands import Commands
from failshut.lint.answers.shell_state import FAILED, KEPT, Origin, Way, redirected
from failshut.lint.answers.shell_tests import Tests, payload_variables
from failshut.lint.answers.shell_values import Values
from failshut.lint.document import Span
from failshut.lint.script import Text

if TYPE_CHECKING:
    from tree_sitter import Node

Ended = tuple[Way, "int | None", "Node | Span", Scope]
_SKIPPED = ("comment", "heredoc_body", "heredoc_end", "heredoc_start")


def endings(text: Text) -> Iterator[Answer]:
    """Yield the ways in which the text ends."""
    reader = Reader(text)
    try:
        reader.whole()
    except (Enough, RecursionError):
        pass
    yield from reader.found.answers


class Reader(Branches):
    """Follows the ways through a shell text."""

    def __init__(self, text: Text, nested: int = 0) -> None:
        """Take the text; ``nested`` counts the texts around it."""
        self.text = text
        self.nested = nested
        self.tree = text.tree
        self.found = Found(text.document)
        self.values = Values(text.text.encode("utf-8", "surrogatepass"), self.substituted)
        self.functions: dict[str, Node] = {}
        for one in self.tree.every("function_definition"):
            name = one.child_by_field_name("name")
            self.functions.setdefault(self.values.raw(name) if name else "", one)
        self.tests = Tests(self.values, payload_variables(self.tree), self.functions)
        self.tests.sourced = text.program == "source" if text.program else None
        self.commands = Commands(self)
        self.ends: Callable[[Ended], None] = self.ended
        self.spans: dict[int, Span] = {}

    def place(self, node: Node | Span) -> Span:
        """Return a node's place in the document."""
        if isinstance(node, Span):
            return node
        if node.id not in self.spans:
            self.spans[node.id] = self.text.span(self.tree.span(node))
        return self.spans[node.id]

    def whole(self) -> None:
        """Follow the text from its first statement."""
        root = self.tree.root
        statements = [one for one in root.named_children if one.type not in _SKIPPED]
        last = statements[-1] if statements else Span(0, 0)
        for way in self.sequence(root.named_children, Way(variables=self.parameters()), Scope()):
            if way.flow in ("", "return") and not way.crashed:
                self.finish(way, way.status, last, Scope(), over=True)

    def parameters(self) -> dict[str, object]:
        """Return the positional parameters that the text is started with, as far as they are known."""
        given = self.text.arguments
        if given is None:
            return {}
        words = [hole(str(at)) if word == "\0" else word for at, word in enumerate(given[:9], 1)]
        found: dict[str, object] = {str(at): word for at, word in enumerate(words, 1)}
        found |= {str(at): "" for at in range(len(given) + 1, 10)}
        return found | {"@": " ".join(words), "*": " ".join(words), "#": str(len(given))}

    def ended(self, end: Ended) -> None:
        """Keep an ending of the script itself."""
        self.finish(*end)

    def finish(
        self, way: Way, code: int | None, node: Node | Span, scope: Scope, over: bool = False
    ) -> None:
        """Keep an ending, after what an EXIT trap does."""
        if way.leaving is not None:
            handler, way = way.leaving, replace(way, leaving=None)
            for after, last, place, inner in self.handled(handler, way.put(**{"?": str(code)}), scope):
                if last is None:
                    self._add(after, code, node, scope, over)
                else:
                    self._add(after, last, place, inner, False)
            return
        self._add(way, code, node, scope, over)

    def _add(self, way: Way, code: int | None, node: Node | Span, scope: Scope, over: bool) -> None:
        place = self.place(node)
        if way.origin is not None:
            scope = replace(scope, why=way.origin.why, under=way.origin.under or scope.under)
            place, over = (way.origin.span if over else place), way.origin.why == END
        self.found.add(way, place, None if code == FAILED else code, scope, over)

    def handled(self, handler: Node, way: Way, scope: Scope) -> list[tuple[Way, int | None, Span, Scope]]:
        """Return the ways through a trap's handler; a None code: it doesn't exit."""
        source = self.values.of(handler, way)
        place = self.place(handler)
        inner = Reader(Text(self.text.document, source, "sh", within=place), self.nested + 1)
        inner.functions = {**self.functions, **inner.functions}
        if source.strip() in self.functions:
            inner = self
        ends: list[tuple[Way, int | None, Span, Scope]] = []
        before, inner.ends = inner.ends, lambda end: ends.append((end[0], end[1], place, end[3]))
        low = replace(scope.below(f"trap {self.text.document.quote(place)}", ERROR), calls=scope.calls + 1)
        if self.nested > 3 or low.calls > CALLS:
            return [(way, None, place, scope)]
        try:
            if inner is self:
                rest = self.run(self.functions[source.strip()], replace(way, flow="call"), low)
            else:
                rest = inner.sequence(inner.tree.root.named_children, way, low)
        finally:
            inner.ends = before
        return ends + [(one, None, place, low) for one in rest]

    def sequence(self, nodes: Sequence[Node], way: Way, scope: Scope, beside: bool = False) -> list[Way]:
        """Follow statements one after another."""
        going, left = [way], []
        for node in nodes:
            if node.type in _SKIPPED:
                continue
            after: list[Way] = []
            follow = self.background if _background(node) and not beside else self.run
            for one in going:
                after += follow(node, one, scope)
            left += [one for one in after if one.flow]
            going = merged([one for one in after if not one.flow])
            if len(going) > 1:
                going = merged([replace(one, last=node) for one in self.calmed(going)])
            else:
                going = [replace(one, last=node) for one in going]
            going = going[: self.found.width]
            if not going:
                break
        return merged(left)[: self.found.width] + going

    def background(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a command that runs beside the script; `wait` gives its status."""
        job = f"job {node.start_byte}"
        back = []
        for one in self.subshell([node], way, scope, True):
            known_ = one.status is not None and one.status >= 0
            kept = {"!": job, job: str(one.status) if known_ else ""}
            back.append(replace(one.put(**kept), status=0, origin=None, crashed=False))
        return merged(back)

    def calmed(self, ways: list[Way]) -> list[Way]:
        """Return paths that differ in the last status only as one."""
        statuses = {one.status for one in ways}
        if len(statuses) < 2:
            return ways
        plain = [replace(one, status=0, origin=None, crashed=False) for one in ways]
        kept: list[Way] = []
        for at, one in enumerate(plain):
            if one in plain[:at]:
                continue
            same = [ways[i] for i in range(len(ways)) if plain[i] == one]
            kept.append(same[0] if len(same) == 1 else same[0].with_status(None))
        # An exit that a nested text decided is worth a path of its own.
        return ways if any(one.origin for one in ways) else kept

    def run(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a statement."""
        self.found.step()
        if scope.depth > DEEPEST:
            return [way.with_status(None)]
        method = getattr(self, f"do_{node.type}", None)
        if method is not None:
            found: list[Way] = method(node, way, scope.deeper())
            return found
        if node.type in ("ERROR", "program", "compound_statement", "do_group", "parenthesized_expression"):
            return self.sequence(node.named_children, way, scope.deeper())
        return [way]

    def do_function_definition(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Remember a function, or run it when it is called."""
        body = node.child_by_field_name("body")
        if way.flow != "call":
            name = node.child_by_field_name("name")
            self.functions[self.values.raw(name) if name else ""] = node
            return [way.with_status(0)]
        way = replace(way, flow="")
        after = self.run(body, way, scope) if body is not None else [way]
        return [replace(one, flow="") if one.flow == "return" else one for one in after]

    def call(self, name: str, words: list[str], way: Way, scope: Scope) -> list[Way]:
        """Follow a call of one of the script's functions."""
        if scope.calls >= CALLS:
            return [way.with_status(None)]
        old = {key: way.variables[key] for key in (*"123456789@*#",) if key in way.variables}
        clean = {key: value for key, value in way.variables.items() if key not in old}
        given: dict[str, object] = {str(at): word for at, word in enumerate(words[:9], 1)}
        given |= {str(at): "" for at in range(len(words) + 1, 10)}
        given |= {"@": " ".join(words), "*": " ".join(words), "#": str(len(words))}
        start = replace(way, variables={**clean, **given}, flow="call", status=0, origin=None)
        after = self.run(self.functions[name], start, replace(scope, calls=scope.calls + 1))
        back = []
        for one in after:
            rest = {key: value for key, value in one.variables.items() if key not in given}
            back.append(replace(one, variables={**rest, **old}))
        return merged(back)

    def subshell(self, nodes: list[Node], way: Way, scope: Scope, beside: bool = False) -> list[Way]:
        """Follow statements whose exits don't end the script."""
        ends: list[Way] = []

        def kept(end: Ended) -> None:
            after, code, node, inner = end
            place = node if isinstance(node, Span) else self.place(node)
            ends.append(after.with_status(code, Origin(place, inner.why, inner.under)))

        before, self.ends = self.ends, kept
        try:
            rest = self.sequence(nodes, replace(way, leaving=None), scope, beside)
        finally:
            self.ends = before
        return merged(
            [
                replace(one, flow="", variables=way.variables, leaving=way.leaving, streams=way.streams)
                for one in [*ends, *rest]
            ]
        )

    def do_subshell(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``( … )``."""
        return self.subshell(node.named_children, way, scope)

    def do_pipeline(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a pipeline: what goes into a pipe isn't printed."""
        return self.piped([one for one in node.named_children if one.type != "comment"], way, scope)

    def piped(self, stages: list[Node], way: Way, scope: Scope) -> list[Way]:
        """Follow the programs of a pipeline."""
        negated = bool(stages) and stages[0].type == "negated_command"
        if negated:
            stages = [*stages[0].named_children[:1], *stages[1:]]
        going = [replace(way, kept="")]
        for at, stage in enumerate(stages):
            last, after = at == len(stages) - 1, []
            for one in going:
                streams = way.streams if last else (way.streams[0], KEPT, *way.streams[2:])
                stdin = one.kept if at else way.stdin
                start = replace(one, streams=streams, stdin=stdin, kept=way.kept if last else "")
                after += self.subshell([stage], start, scope)
            going = merged(after)
        back = [replace(one, streams=way.streams, stdin=way.stdin) for one in going]
        return [_negated(one) for one in back] if negated else back

    def do_negated_command(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``! command``."""
        after = [one for child in node.named_children[:1] for one in self.run(child, way, scope)]
        return [_negated(one) for one in after]

    def do_redirected_statement(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a statement whose output goes elsewhere."""
        redirects = node.children_by_field_name("redirect")
        body = node.child_by_field_name("body")
        steps: list[tuple[str, Node]] = []
        pipes: list[Node] = []
        for one in redirects:
            if one.type == "heredoc_redirect":
                right, operator = one.child_by_field_name("right"), one.child_by_field_name("operator")
                if right is not None:
                    steps.append((operator.type if operator else "&&", right))
                pipes += [each for each in one.named_children if each.type == "pipeline"]
        if pipes:
            return self._heredoc_pipe(node, pipes[0], way, scope)
        start = redirected(way, redirects, self.values)
        after = self.run(body, start, scope) if body is not None else [start.with_status(0)]
        ran_exec = body is not None and re.fullmatch(r"exec\s*(?:\d?[<>].*)?", self.values.raw(body), re.S)
        if not ran_exec:
            after = [replace(one, streams=way.streams, stdin=way.stdin) for one in after]
        for joint, right in steps:
            wanted, low = (
                joint == "&&",
                scope.below(self.values.raw(body) if body else "", self._failed(body, joint)),
            )
            more: list[Way] = []
            for way_ in after:
                if way_.flow or (way_.status is not None and (way_.status == 0) != wanted):
                    more.append(way_)
                    continue
                more += self.run(right, way_, low)
                if way_.status is None:
                    more.append(way_.with_status(FAILED if wanted else 0, way_.origin))
            after = merged(more)
        return after

    def _failed(self, body: Node | None, operator: str) -> str:
        return self.tests.why(body, operator == "&&")

    def _heredoc_pipe(self, node: Node, pipe: Node, way: Way, scope: Scope) -> list[Way]:
        body = node.child_by_field_name("body")
        start = redirected(way, node.children_by_field_name("redirect"), self.values)
        first = replace(start, streams=(way.streams[0], KEPT, *way.streams[2:]), kept="")
        after: list[Way] = []
        for one in self.subshell([body], first, scope) if body is not None else [first]:
            streams = replace(one, streams=way.streams, stdin=one.kept, kept=way.kept)
            after += self.piped(list(pipe.named_children), streams, scope)
        return [replace(one, streams=way.streams, stdin=way.stdin) for one in merged(after)]

    def do_test_command(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a test."""
        return self._tested(self.tests.decided(node, way), way)

    def _tested(self, decided: bool | None, way: Way) -> list[Way]:
        return [way.with_status(None if decided is None else int(not decided))]

    def do_command(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a command."""
        return self.commands.run(node, way, scope)

    def do_variable_assignment(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow an assignment."""
        return [self.commands.assigned(node, way)]

    def do_variable_assignments(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow several assignments."""
        for one in node.named_children:
            way = self.commands.assigned(one, way)
        return [way]

    def do_declaration_command(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow ``local``, ``export``, ``declare``, ``readonly``."""
        for one in node.named_children:
            if one.type == "variable_assignment":
                way = self.commands.assigned(one, way)
        return [way.with_status(0)]

    def started(self, source: str, language: str, place: Span) -> list[Answer]:
        """Return the endings of a text that is started from this one."""
        from failshut.lint.answers import READERS

        text = Text(self.text.document, source, language, within=place)
        if language == "sh":
            inner = Reader(text, self.nested + 1)
            try:
                inner.whole()
            except (Enough, RecursionError):
                pass
            self.found.steps += inner.found.steps
            return inner.found.answers
        module = importlib.import_module(f"failshut.lint.answers.{READERS[language]}")
        return list(module.endings(text))

    def substituted(self, node: Node, way: object) -> str:
        """Return the output of ``$(…)`` on a path."""
        return self.commands.substituted(node, way)


def _negated(way: Way) -> Way:
    if way.flow or way.status is None:
        return way
    return way.with_status(1 if way.status == 0 else 0)


def _background(node: Node) -> bool:
    """Say whether a statement ends with ``&``."""
    return node.next_sibling is not None and node.next_sibling.type == "&"
