"""Hold a shell text and the place at which it is read; step over blanks, count depth, match brackets.

What reads words and commands is functions that take a ``Scanner``: ``lexer``, ``simple`` and ``grammar``
for most texts, and rooms that are imported with the first text that needs them.  Each character is looked
at a bounded number of times.  Hot: imports nothing but the tree.
"""

import sys

from failshut.shell.syntax import Redir, Unparsable

DEPTH = 100
BLANK = " \t"
META = frozenset(" \t\n;&|<>()")
STOPS = META | frozenset("'\"\\$`")
QUOTED_STOPS = frozenset('"\\$`')
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
DIGITS = "0123456789"
NAME = LETTERS + DIGITS
SPECIAL = "@*#?!$-0123456789"
_FAR = 300  # characters in which a subscript's end is looked for
COMMANDS = 4000  # commands, substitutions and redirections that one text may have
_FRAMES = 10000  # calls in calls that DEPTH levels of everything need, and more


def roomy() -> int:
    """Raise the interpreter's limit of calls in calls to what a text may need; returns what it was."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    return before


class Scanner:
    """Walk one text; ``base`` is where it begins in the whole text."""

    __slots__ = ("at", "base", "closes", "count", "depth", "extglob", "filled", "floor", "inside", "joins",
                 "pending", "size", "text")  # fmt: skip

    def __init__(self, text: str, base: int = 0, depth: int = 0, count: list[int] | None = None) -> None:
        self.text = text
        self.size = len(text)
        self.at = 0
        self.base = base
        self.depth = depth
        self.floor = depth if count is None else -1  # the outermost level, on which caps cut chains
        self.count = [0] if count is None else count
        self.inside = 0  # open substitutions
        self.pending: list[tuple[Redir, str, bool]] = []  # here-documents: delimiter, tabs go
        self.closes: dict[int, int] = {}  # what is known of places: parentheses, and ``${ `` below 0
        self.joins = "\\\n" in text
        self.extglob = "extglob" in (text.replace("\\\n", "") if self.joins else text)
        self.filled = depth > 0 and ("${env " in text or "${sub " in text)

    def fail(self, why: str, cap: bool = False) -> Unparsable:
        """Return the exception for the place at hand."""
        return Unparsable(self.base + self.at, why, cap)

    def counted(self) -> None:
        """Count one more command, substitution or redirection."""
        self.count[0] += 1
        if self.count[0] > COMMANDS:
            raise self.fail("too many commands", cap=True)

    def deepen(self) -> None:
        """Count one more level of nesting."""
        self.counted()
        self.depth += 1
        if self.depth > DEPTH:
            raise self.fail("nested too deep", cap=True)

    def nested(self, text: str, base: int) -> "Scanner":
        """Return a scanner of a text inside this one."""
        return Scanner(text, base, self.depth, self.count)

    def skip(self) -> None:
        """Step over blanks, line continuations and a comment."""
        text, at, size = self.text, self.at, self.size
        while at < size:
            char = text[at]
            if char in BLANK:
                at += 1
            elif char == "\\" and text.startswith("\n", at + 1):
                at += 2
            elif char == "#":
                end = text.find("\n", at)
                at = size if end < 0 else end
            else:
                break
        self.at = at

    def operator(self, ops: tuple[str, ...], at: int) -> tuple[str, int]:
        """Return which of the operators stands at a position, and where it ends ("" = none does)."""
        text = self.text
        if not self.joins:
            op = next((one for one in ops if text.startswith(one, at)), "")
            return op, at + len(op)
        found, ends = "", [at]
        while len(found) < 3 and at < self.size:
            if text.startswith("\\\n", at):
                at += 2
                continue
            found += text[at]
            at += 1
            ends.append(at)
        op = next((one for one in ops if found.startswith(one)), "")
        return op, ends[len(op)]

    def newline(self) -> None:
        """Step over a newline and the here-documents that begin after it."""
        self.at += 1
        while self.pending:
            waiting, self.pending = self.pending, []
            from failshut.shell.parse import heredoc

            for redir, delimiter, tabs in waiting:
                heredoc.body(self, redir, delimiter, tabs)

    def lines(self) -> None:
        """Step over blanks and newlines."""
        self.skip()
        while self.at < self.size and self.text[self.at] == "\n":
            self.newline()
            self.skip()

    def bracket(self, at: int) -> int:
        """Return where a subscript closes, -1 when not near."""
        count, text = 0, self.text
        if text.find("]", at, at + _FAR) < 0:
            return -1
        for end in range(at, min(self.size, at + _FAR)):
            if text[end] == "[":
                count += 1
            elif text[end] == "]":
                count -= 1
                if not count:
                    return end
        return -1
