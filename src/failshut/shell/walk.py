"""Walk a shell text as bash would run it, and collect the simple commands that may run.

Conventions of the result, beside those of ``failshut.shell.expand``:

* A redirection or assignment alone is the command ``:``, and so are a compound command's redirections.
* ``Command.cwd`` is "" (the call's), absolute, or relative to the call's; it may begin with
  ``$HOME``; a ``cd`` is taken to succeed, except on the right of ``||``.
* ``assigns`` are those before the command, after those exported earlier in the text.
* A here-document is the redirection ``<<`` with its body, a here-string ``<<<`` with its text.
* Commands of one nested text (``sh -c '…'``) share the span and ``pipe_from`` of the outer one.
* Conditions are unknown: each branch counts, and a command whose words may have several values is
  there once for each.
* ``via`` ends with ``recursion`` for a function that calls itself deeper than is followed, with
  ``recursion &`` when it does so in a process of its own, with ``loop &`` for an endless loop that does
  nothing but start processes (then the command is ``:``).

Never raises; work is bounded (``failshut.shell.expand.Exhausted`` is caught here).  Hot.
"""

from failshut.model import Script
from failshut.shell.grammar import Parser
from failshut.shell.loops import ITEMS, Loops
from failshut.shell.output import Output
from failshut.shell.parameters import Exhausted
from failshut.shell.scanner import Room
from failshut.shell.state import State, join
from failshut.shell.syntax import (
    AndOr,
    ArithCommand,
    Case,
    Cond,
    Coproc,
    For,
    ForArith,
    Function,
    Group,
    If,
    List,
    Loop,
    Node,
    Pipeline,
    Simple,
    Unparsable,
)
from failshut.shell.texts import NOTHING

LIMIT = 65536
_LEAVE = ("exit", "return", "break", "continue", "exec")


def script(text: str) -> Script:
    """Return the commands that bash may run, in order; what can't be read makes the rest opaque."""
    walker = Walker()
    reason = "longer than 64 KB" if len(text) > LIMIT else ""
    if "\0" in text:
        text, reason = text.replace("\0", ""), "a NUL character"
    with Room():
        try:
            try:
                walker.text(text[:LIMIT], 0)
            except Unparsable as error:
                reason = reason or error.why
            walker.leave()
        except Exhausted as error:
            reason = reason or str(error)
    return Script(tuple(walker.found), reason or walker.reason)


class Walker(Loops):
    """Walk nodes in ``state``; ``found`` are the commands."""

    __slots__ = ()

    def text(self, text: str, base: int) -> None:
        """Walk a text line by line, as bash reads and runs it."""
        before = self.source
        parser = Parser(text, base, self.depth)
        self.spend(len(text) // 64)
        self.ready()
        while (line := parser.line()) is not None:
            self.source = (text, base)
            self.line(line)
        self.source = before

    def line(self, line: List) -> None:
        """Walk a complete line; aliases hold from the next one on, and an error ends no more than it."""
        jumps, self.jumps = self.jumps, []
        self.each(line)
        lost = [state for state, name, _ in self.jumps if name == "error"][:ITEMS]
        self.jumps = jumps + [one for one in self.jumps if one[1] != "error"]
        if lost:
            self.state = join([self.state, *lost])
        self.ready()

    def ready(self) -> None:
        """Let the aliases hold that were set so far."""
        aliases = self.state.aliases
        if any([not one[1] for one in aliases.values()]):
            self.state.own()
            for name, (text, _, _) in self.state.aliases.items():
                self.state.aliases[name] = (text, 1, "")

    def leave(self) -> None:
        """Walk what traps leave for the end of a shell."""
        traps, self.traps = self.traps, []
        self.again += 1
        for run in traps:
            self.nested(run.argv[1].text, run, ("trap",), self.state)
            if all([one.text in ("EXIT", "0") for one in run.argv[2:]]) and not self.quits:
                continue
            held, self.state = self.state, self.state.copy()
            self.forget(run.state, run.logged)  # it may have run anywhere in between
            if self.state.values is not held.values or self.state.cwd != held.cwd:
                self.nested(run.argv[1].text, run, ("trap",), self.state)
            self.state = held
        self.again -= 1

    def each(self, node: List) -> None:
        """Walk commands in order."""
        for child, background in node.items:
            if background:
                self.fork(child)
                self.quiet()
            else:
                self.walk(child)

    def walk(self, node: Node) -> None:
        """Walk one command of any kind."""
        self.spend(1)
        if isinstance(node, Simple):
            self.simple(node)
        elif isinstance(node, AndOr):
            self.chain(node)
        elif isinstance(node, Pipeline):
            self.pipeline(node)
        elif isinstance(node, Function):
            self.state.own()
            self.state.functions[node.name] = (node.body,)
        elif isinstance(node, Coproc):
            self.state.set(node.name, None)
            self.fork(node.body)
        else:
            self.compound(node)

    def fork(self, node: Node) -> None:
        """Walk a command in a process of its own, whose changes are lost."""
        outer, traps, hidden = self.state, self.traps, self.locals
        self.state, self.traps, self.locals = outer.copy(), [], dict(hidden)
        self.forked += 1
        self.walk(node)
        self.leave()
        self.forked -= 1
        outer.wrote(self.state)
        self.state, self.traps, self.locals = outer, traps, hidden

    def chain(self, node: AndOr) -> None:
        """Walk ``a && b || c``: what stands behind ``||`` runs where something before failed."""
        start = self.state.copy()
        lost: list[State] = []
        folders: list[str | None] = []  # where a command may fail and what follows it is left out
        for op, child in node.items:
            before = self.state.copy()
            self.spend(len(before.values) // 32)
            if op == "||":
                good, cwd = self.state, self.state.cwd
                self.state = join(lost) if lost else start.copy()
                failed = self.state.cwd
                self.walk(child)
                lost = [self.state.copy()]
                held = self.state.cwd
                self.state = join([good, self.state], folder=False)
                sure = held == failed and (leaves(child) or all([one == cwd for one in folders]))
                self.state.cwd = cwd if sure else None
                folders = []
                self.quiet(len(node.items) > 1)
                continue
            self.walk(child)
            after = self.state.copy()
            if after.cwd != before.cwd:
                after.cwd, after.old = before.cwd, before.old
            else:
                folders.append(after.cwd)
            lost.append(after)
        if lost:
            cwd, old = self.state.cwd, self.state.old
            self.state = join([self.state, *lost], folder=False)
            sure = all([one == cwd for one in folders])
            self.state.cwd, self.state.old = cwd if sure else None, old

    def quiet(self, unsure: bool = True) -> None:
        """Forget what was printed where it stays open whether it is."""
        if unsure and self.out is not None:
            self.out.add(None)

    def pipeline(self, node: Pipeline) -> None:
        """Walk commands joined by ``|``, each in a state of its own."""
        outer, feed, last, stdin, out = self.state, self.feed, self.last, self.stdin, self.out
        traps, hidden = self.traps, self.locals
        wrote: list[State] = []
        self.forked += 1
        for at, child in enumerate(node.items):
            self.state, self.traps, self.locals = outer.copy(), [], dict(hidden)
            self.last = -1
            final = at == len(node.items) - 1
            self.out = out if final else Output()
            self.walk(child)
            self.leave()
            wrote.append(self.state)
            if not final:
                assert self.out is not None
                self.stdin = self.out.lines()
                self.feed = self.last if self.last >= 0 else self.feed
        self.forked -= 1
        self.traps, self.locals = traps, hidden
        ran, self.state = self.state, outer
        for state in wrote:
            outer.wrote(state)
        if "lastpipe" in outer.values:
            self.state = outer = join([outer, ran])
        self.state, self.feed, self.stdin, self.out = outer, feed, stdin, out
        self.last = self.last if self.last >= 0 else last

    def compound(self, node: Node) -> None:
        """Walk a compound command with its redirections."""
        if not node.redirects:
            return self.inside(node)
        feed, stdin, out = self.feed, self.stdin, self.out
        for run in self.runs(node, [], []):
            self.record(run, (NOTHING,), self.via, run.redirects, self.state.cwd)
            self.takes(run)
            self.stdin = run.stdin
            self.feed = self.feed if run.fed < 0 else run.fed
            if any([">" in one.op for one in run.redirects]):
                self.out = Output()
            target = run
        self.inside(node)
        if target.writes is not None and self.out is not None:
            self.write(target.writes, self.out.lines(), target.appends)
        self.feed, self.stdin, self.out = feed, stdin, out
        return None

    def inside(self, node: Node) -> None:
        """Walk what is inside a compound command."""
        if isinstance(node, Group):
            self.fork(node.body) if node.subshell else self.each(node.body)
        elif isinstance(node, List):
            self.each(node)
        elif isinstance(node, If):
            self.branches(node)
        elif isinstance(node, Case):
            self.case(node)
        elif isinstance(node, For):
            self.loop(node)
        elif isinstance(node, Loop):
            self.repeat(node.condition, node.body)
        elif isinstance(node, ForArith):
            self.arithmetic(node.parts)
            self.repeat(None, node.body)
        elif isinstance(node, ArithCommand):
            self.arithmetic(node.parts)
        elif isinstance(node, Cond):
            for word in node.words:
                self.one(word.parts)
            self.state.set("BASH_REMATCH", None)


def leaves(node: Node) -> bool:
    """Tell whether nothing runs behind a command."""
    if isinstance(node, Group) and not node.subshell:
        return leaves(node.body.items[-1][0])
    return isinstance(node, Simple) and bool(node.words) and node.words[0].bare() in _LEAVE
