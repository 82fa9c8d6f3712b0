"""Follow the commands of a shell script that print, assign, leave or start other texts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from failshut.lint.answers import CHECK, END, jq
from failshut.lint.answers.paths import Scope, hole, known, shown
from failshut.lint.answers.shell_state import FAILED, KEPT, NOWHERE, Origin, Way, redirected
from failshut.lint.answers.shell_values import formatted, unescaped
from failshut.lint.document import Span

if TYPE_CHECKING:
    from tree_sitter import Node

    from failshut.lint.answers.shell import Reader

PRINTERS = frozenset(
    "jq gojq sed awk gawk cut head tail tr sort uniq wc curl wget date basename dirname pwd hostname "
    "whoami ls find diff base64 sha256sum md5sum xxd od rev fold column nl paste seq yq python python2 "
    "python3 node ruby perl php bun deno realpath readlink uname id envsubst fmt xargs".split()
)
"""Programs that print, and nothing that can be told."""
SILENT = frozenset(
    "cd mkdir touch rm cp mv ln chmod sleep wait kill test [ set shopt shift unset umask exit hash logger "
    "true false : read mapfile readarray export local declare readonly alias ulimit disown sync".split()
)
"""Programs that print nothing when they work."""
_SHELLS = frozenset("sh bash dash zsh ksh".split())
_READERS = {"python": "python", "python3": "python", "node": "javascript"}
_BEFORE = frozenset("command builtin env nohup time nice sudo stdbuf".split())
_RETURNS = {"return": "return", "break": "break", "continue": "continue"}


class Commands:
    """Follows commands for a reader."""

    def __init__(self, reader: Reader) -> None:
        """Take the reader."""
        self.reader = reader
        self.values = reader.values

    def run(self, node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a command."""
        redirects = [one for one in node.children if one.type.endswith("_redirect")]
        start = redirected(way, redirects, self.values) if redirects else way
        words, prefix = self.words(node, start)
        for one in prefix if not words else ():
            start = self.assigned(one, start)
        after = self.named(words, node, start, scope) if words else [start]
        if redirects and not (words and words[0] == "exec" and len(words) == 1):
            after = [replace(one, streams=way.streams, stdin=way.stdin) for one in after]
        return after

    def words(self, node: Node, way: Way) -> tuple[list[str], list[Node]]:
        """Return a command's words, and the assignments in front of it."""
        words: list[str] = []
        prefix: list[Node] = []
        for child in node.children:
            if child.type == "variable_assignment" and not words:
                prefix.append(child)
            elif child.type.endswith("_redirect") or not child.is_named or child.type == "comment":
                continue
            else:
                raw = self.values.raw(child)
                if raw in ('"$@"', "$@", '"$*"', "$*"):
                    words += self.given(way, raw)
                else:
                    words.append(self.values.of(child, way))
        return words, prefix

    def given(self, way: Way, raw: str) -> list[str]:
        """Return the positional parameters."""
        count = way.variables.get("#")
        if "*" in raw or not isinstance(count, str) or not count.isdigit():
            return [self.values.variable("@", way)]
        return [self.values.variable(str(at), way) for at in range(1, min(int(count), 9) + 1)]

    def assigned(self, node: Node, way: Way) -> Way:
        """Return the path after an assignment."""
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is None or name.type != "variable_name":
            return way.with_status(0)
        word = self.values.raw(name)
        found = self.values.of(value, way) if value is not None else ""
        if not known(found) and not re.sub("\ue000[^\ue001]*\ue001", "", found):
            found = hole(word)
        if value is not None and self.values.raw(value) == "$?" and (way.status or 0) >= 0:
            found = found if way.status is None else str(way.status)
        if any(one.type == "+=" for one in node.children):
            found = self.values.variable(word, way) + found
        calls = value is not None and "$(" in self.values.raw(value)
        status = None if calls else 0
        if calls and re.search(r"\|\|\s*(?:true|:|echo\b[^)]*)\s*\)?\"?$", self.values.raw(node)):
            status = 0
        put: Way = way.put(**{word: found[:8000]}).with_status(status)
        return put

    def substituted(self, node: Node, way: object) -> str:
        """Return the output of ``$(…)``, a hole when it can't be told."""
        inside = [one for one in node.named_children if one.type != "comment"]
        unknown = hole(self.values.mentioned(node))
        if not isinstance(way, Way) or len(inside) != 1 or inside[0].type == "file_redirect":
            return unknown
        streams = (way.streams[0], KEPT, NOWHERE, *way.streams[3:])
        start = replace(way, streams=streams, kept="", status=0, origin=None)
        steps = self.reader.found.steps
        after = self.reader.subshell(inside, start, Scope(depth=20, calls=2))
        self.reader.found.steps = max(steps, self.reader.found.steps)
        texts = {one.kept.rstrip("\n") for one in after}
        return texts.pop() if len(texts) == 1 else unknown

    def named(self, words: list[str], node: Node, way: Way, scope: Scope) -> list[Way]:
        """Follow a command by its name."""
        place = self.reader.place(node)
        while len(words) > 1 and (words[0] in _BEFORE or words[0] == "timeout"):
            if words[0] == "command" and words[1] in ("-v", "-V"):
                return self._unknown("which", words, place, way)
            skipped = 2 if words[0] == "timeout" else 1
            while skipped < len(words) and (words[skipped].startswith("-") or "=" in words[skipped]):
                skipped += 1
            words = words[skipped:]
            if not words:
                return [way.with_status(None)]
        name = words[0].rpartition("/")[2]
        if words[0] in self.reader.functions:
            return self.reader.call(words[0], words[1:], way, scope)
        if name in _RETURNS:
            return [self._flow(name, words, way, place, scope)]
        if name in ("exit", "exec", "trap", "eval"):
            leaves = {"exit": self._exit, "exec": self._exec, "trap": self._trap, "eval": self._eval}
            return leaves[name](words, node, way, scope)
        if name in ("echo", "printf", "cat", "tee"):
            return self._prints(name, words[1:], place, way)
        if name in _SHELLS or name in _READERS:
            return self._nested(name, words, node, way, scope)
        if name in ("true", ":", "set", "shopt", "export", "false"):
            return [way.with_status(int(name == "false"))]
        if name == "wait":
            status = way.variables.get(words[-1] if len(words) > 1 else str(way.variables.get("!")))
            told = isinstance(status, str) and status.isdigit()
            return [way.with_status(int(str(status)) if told else None)]
        if name == "shift":
            return [self._shifted(way)]
        if name in ("read", "mapfile", "readarray"):
            read = {one: hole(one) for one in words[1:] if re.fullmatch(r"[A-Za-z_]\w*", one)}
            return [way.put(**read).with_status(None)]
        if name == "jq":
            text = jq.printed(words[1:])
            if text is not None:
                return [way.emitted(text, place).with_status(0)]
        return self._unknown(name, words, place, way)

    def _unknown(self, name: str, words: list[str], place: Span, way: Way) -> list[Way]:
        if name in ("grep", "egrep", "fgrep", "rg"):
            quiet = any(re.match(r"-[A-Za-z]*q|--quiet|--silent", one) for one in words)
            matched = way if quiet else way.emitted(hole(), place)
            return [matched.with_status(0), way.with_status(FAILED)]
        prints = name in PRINTERS or (way.streams[1] == KEPT and name not in SILENT)
        return [(way.emitted(hole(), place) if prints else way).with_status(None)]

    def _flow(self, name: str, words: list[str], way: Way, place: Span, scope: Scope) -> Way:
        if name != "return":
            return replace(way, flow=_RETURNS[name], status=0)
        status = _code(words[1], way) if len(words) > 1 else way.status
        why = CHECK if scope.why == END and status != 0 else scope.why
        return replace(way.with_status(status, Origin(place, why, scope.under)), flow="return")

    def _exit(self, words: list[str], node: Node, way: Way, scope: Scope) -> list[Way]:
        code = _code(words[1], way) if len(words) > 1 else way.status
        told = len(words) > 1 and words[1] != "\ue000?\ue001"
        self.reader.ends((replace(way, origin=None) if told else way, code, node, scope))
        return []

    def _exec(self, words: list[str], node: Node, way: Way, scope: Scope) -> list[Way]:
        if len(words) == 1:
            return [way.with_status(0)]
        steps = self.named(words[1:], node, way, scope)
        place = self.reader.place(node)
        name = words[1].rpartition("/")[2]
        for one in steps:
            if one.crashed:
                continue
            told = name in ("echo", "printf", "cat") or one.origin is not None or one.status == 0
            left = one if told else way.emitted(hole(), place).emitted(hole(), place, 2)
            self.reader.ends((left, one.status if told else None, node, scope))
            if not told:
                break
        return []

    def _eval(self, words: list[str], node: Node, way: Way, scope: Scope) -> list[Way]:
        return self._inside(" ".join(words[1:]), "sh", node, way)

    def _trap(self, words: list[str], node: Node, way: Way, scope: Scope) -> list[Way]:
        arguments = [one for one in node.named_children if one.type != "command_name"]
        signals = {one.upper().removeprefix("SIG") for one in words[2:]}
        if len(words) < 3 or words[1] in ("-", "") or not arguments:
            return [replace(way, leaving=None, status=0) if "EXIT" in signals else way.with_status(0)]
        if known(words[1]):
            for after, code, place, inner in self.reader.handled(
                arguments[0], way.put(**{"?": hole("?")}), scope
            ):
                if code is not None:
                    self.reader.found.add(after, place, code, inner)
        leaving = arguments[0] if signals & {"EXIT", "0"} and known(words[1]) else way.leaving
        return [replace(way, leaving=leaving, status=0)]

    def _shifted(self, way: Way) -> Way:
        count = way.variables.get("#")
        if not isinstance(count, str) or not count.isdigit():
            return way.with_status(None)
        moved = {str(at): way.variables.get(str(at + 1), "") for at in range(1, 9)}
        left: Way = way.put(**moved, **{"#": str(max(int(count) - 1, 0)), "@": hole("@")})
        return left.with_status(0)

    def _prints(self, name: str, words: list[str], place: Span, way: Way) -> list[Way]:
        if name == "echo":
            return [way.emitted(_echoed(words), place).with_status(0)]
        if name == "printf":
            words = words[1:] if words[:1] == ["--"] else words
            if words[:1] == ["-v"] and len(words) > 2:
                return [way.put(**{words[1]: formatted(words[2], words[3:])}).with_status(0)]
            return [way.emitted(formatted(words[0], words[1:]) if words else "", place).with_status(0)]
        files = [one for one in words if not one.startswith("-") and one not in ("/dev/stdin",)]
        text = way.stdin if way.stdin is not None else hole()
        if name == "cat":
            if files:
                return [way.emitted(hole(), place).with_status(None)]
            return [way.emitted(text, place).with_status(0)]
        for one in files:
            if one == "/dev/stderr":
                way = way.emitted(text, place, 2)
        return [way.emitted(text, place).with_status(0)]

    def _nested(self, name: str, words: list[str], node: Node, way: Way, scope: Scope) -> list[Way]:
        language = "sh" if name in _SHELLS else _READERS[name]
        flags = ("-e", "--eval", "-p") if language == "javascript" else ("-c",)
        for at, word in enumerate(words[1:], 1):
            given = word in flags or (language == "sh" and re.fullmatch(r"-[a-z]*c", word))
            if given and at + 1 < len(words):
                return self._inside(words[at + 1], language, node, way)
        files = [one for one in words[1:] if not one.startswith("-")]
        if not files and way.stdin is not None and way.stdin.strip("\n\ue000\ue001"):
            return self._inside(way.stdin, language, node, way)
        prints = way.streams[1] == KEPT
        return [(way.emitted(hole(), self.reader.place(node)) if prints else way).with_status(None)]

    def _inside(self, source: str, language: str, node: Node, way: Way) -> list[Way]:
        """Follow a text that is started from this one."""
        place = self.reader.place(node)
        if way.streams[1] == KEPT and language != "sh":
            return [way.emitted(hole(), place).with_status(None)]
        untold = way.emitted(hole(), place).emitted(hole(), place, 2).with_status(None)
        if self.reader.nested > 3:
            return [untold]
        self.reader.found.steps += 20
        found = self.reader.started(shown(source), language, place)
        after = []
        for one in found[:8]:
            out, err = _with_names(one.stdout, one.stderr, one.open)
            done = way.emitted(out, place).emitted(err, place, 2)
            after.append(done.with_status(one.exit, Origin(place, one.why, one.under)))
        crash = [way.with_status(FAILED, None, True)] if language != "sh" else []
        return [*after, *crash] if after else [untold]


def _with_names(out: str, err: str, names: tuple[str, ...]) -> tuple[str, str]:
    left = list(names)

    def part(text: str) -> str:
        pieces = text.split("\u2026")
        found = pieces[0]
        for piece in pieces[1:]:
            found += hole(left.pop(0) if left else "") + piece
        return found

    return part(out), part(err)


def _echoed(words: list[str]) -> str:
    newline, escapes = "\n", False
    while words and re.fullmatch(r"-[neE]+", words[0]):
        newline = "" if "n" in words[0] else newline
        escapes = "e" in words[0] or escapes
        words = words[1:]
    text = " ".join(words)
    return (unescaped(text) if escapes else text) + newline


def _code(word: str, way: Way) -> int | None:
    if re.fullmatch(r"\d{1,9}", word):
        return int(word) % 256
    return way.status if word == "\ue000?\ue001" else None
