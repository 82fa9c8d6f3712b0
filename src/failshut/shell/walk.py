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
* ``via`` holds ``file PATH`` for what stands in a script file that was read (``failshut.shell.fromfile``).
* ``via`` ends with ``recursion`` for a function that calls itself deeper than is followed, with
  ``recursion &`` when it does so in a process of its own, ``recursion & &`` in the background; with
  ``loop &`` for an endless loop that starts processes, with ``coproc`` for the descriptors of one (then
  the command is ``:``).

Never raises; work is bounded (``failshut.shell.expand.Exhausted`` is caught here).  Hot.
"""

from failshut.model import Script, Word
from failshut.shell.execute import Executor
from failshut.shell.grammar import Parser
from failshut.shell.output import Output
from failshut.shell.parameters import Exhausted
from failshut.shell.run import Run
from failshut.shell.scanner import Room
from failshut.shell.state import State, changed, join, unknown
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
    Part,
    Pipeline,
    Simple,
    Unparsable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 65536
_ITEMS = 64
_NOTHING = Word(":")
_LEAVE = ("exit", "return", "break", "continue", "exec")


def script(text: str, files: "Callable[[str], str | None] | None" = None) -> Script:
    """Return the commands that bash may run, in order; what can't be read makes the rest opaque."""
    walker = Walker()
    walker.files = files
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


class Walker(Executor):
    """Walk nodes in ``state``; ``found`` are the commands."""

    __slots__ = ()

    def text(self, text: str, base: int) -> None:
        """Walk a text line by line, as bash reads and runs it."""
        before = self.source
        parser = Parser(text, base, self.depth)
        self.spend(len(text) // 16)
        self.ready()
        while (line := parser.line()) is not None:
            self.source = (text, base)
            self.line(line)
        self.source = before

    def line(self, line: List) -> None:
        """Walk a complete line; aliases hold from the next one on, and an error ends no more than it."""
        jumps, self.jumps = self.jumps, []
        self.each(line)
        lost = [state for state, name, _ in self.jumps if name == "error"][:_ITEMS]
        self.jumps = jumps + [one for one in self.jumps if one[1] != "error"]
        if lost:
            self.state = join([self.state, *lost])
        self.ready()

    def ready(self) -> None:
        """Let the aliases hold that were set so far."""
        aliases = self.state.aliases
        if any([not ready for _, ready in aliases.values()]):
            self.state.own()
            for name, (text, _) in self.state.aliases.items():
                self.state.aliases[name] = (text, 1)

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
                self.started += 1
                self.fork(child)
                self.started -= 1
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
            from failshut.shell import coproc

            self.fork(node.body)
            coproc.opened(self, node)
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
            self.record(run, (_NOTHING,), self.via, run.redirects, self.state.cwd)
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
            self.repeat(node.condition, node.condition, node.body, node.until)
        elif isinstance(node, ForArith):
            self.arithmetic(node.parts)
            self.repeat(node.parts, None, node.body)
        elif isinstance(node, ArithCommand):
            self.arithmetic(node.parts)
        elif isinstance(node, Cond):
            for word in node.words:
                self.one(word.parts)
            self.state.set("BASH_REMATCH", None)

    def branches(self, node: If) -> None:
        """Walk every branch, each from the state that its condition leaves."""
        ends: list[State] = []
        for condition, body in node.arms:
            if condition is not None:
                self.each(condition)
            going = self.state.copy()
            self.each(body)
            ends.append(self.state)
            self.state = going
        if node.arms[-1][0] is not None:
            ends.append(self.state)
        self.state = join(ends)
        self.quiet()

    def case(self, node: Case) -> None:
        """Walk every arm; one that falls through goes on into the next."""
        self.one(node.word.parts)
        start, ends = self.state, [self.state.copy()]
        fallen: State | None = None
        for patterns, body, end in node.arms:
            self.state = start.copy() if fallen is None else join([start, fallen])
            for word in patterns:
                self.one(word.parts)
            self.each(body)
            fallen = self.state.copy() if end == ";&" else None
            if end == ";;&":
                start = join([start, self.state])
            ends.append(self.state)
        self.state = join(ends)
        self.quiet()

    def loop(self, node: For) -> None:
        """Walk a ``for`` once for each item, when they are few and known."""
        items: list[Word] = []
        if node.words is None:
            args = self.state.args
            items = [unknown("@")] if args is None else list(args)
        else:
            for words in self.ways(node.words):
                items += [one for one in words if one not in items or not one.literal]
        count = 0 if self.out is None else len(self.out.pieces)
        if node.select:
            items.append(unknown(node.name))
        if len(items) > _ITEMS:
            items = [*items[:_ITEMS], unknown(node.name)]
        before = self.state.copy()
        jumps, self.jumps = self.jumps, []
        known = items and all([one.literal and not one.glob for one in items])
        for item in items:
            self.state.set(node.name, item if not item.glob else Word(item.text, item.literal, True))
            self.each(node.body)
        if not known or node.select:
            self.more(before, None, node.body, node.name)
        ends = self.left(jumps)
        sure = known and not node.select
        self.state = join([self.state, *ends, *(() if sure else (before,))], folder=bool(items))
        if self.out is not None and (ends or not sure):
            self.out.pieces.insert(count, None)
            self.quiet()

    def left(self, before: list[tuple[State, str, bool]]) -> list[State]:
        """Return the states in which a loop is left early; some leave the outer ones too."""
        ends = [state for state, name, _ in self.jumps if name != "return"]
        self.jumps = before + [one for one in self.jumps if one[1] == "return" or one[2]]
        return ends[:_ITEMS]

    def repeat(
        self, ends: "List | tuple[Part, ...]", condition: List | None, body: List, until: bool = False
    ) -> None:
        """Walk a loop's condition and body with what is known, then with what they change."""
        before = self.state.copy()
        jumps, self.jumps = self.jumps, []
        self.quiet()
        from failshut.shell.endless import floods

        if floods(ends, body, until):
            run = Run(self.state)
            run.start, run.end = self.span or (body.start, body.end)
            self.record(run, (_NOTHING,), (*self.via, "loop &"), (), self.state.cwd)
        if condition is not None:
            self.each(condition)
        self.each(body)
        self.more(before, condition, body)
        self.state = join([self.state, before, *self.left(jumps)])
        self.quiet()

    def more(self, before: State, condition: List | None, body: List, name: str = "") -> None:
        """Walk a loop's body once more when it changes what it uses."""
        names = [one for one in changed(before, self.state) if one != name]
        moved = self.state.cwd != before.cwd
        if (
            not names
            and not moved
            and self.state.args == before.args
            and self.state.functions is before.functions
        ):
            return
        for one in names:
            self.state.set(one, None)
        if moved:
            self.state.cwd = None
        if self.state.args != before.args:
            self.state.args = None
        if self.stdin is not None:
            self.stdin = None
        self.again += 1
        if condition is not None:
            self.each(condition)
        self.each(body)
        self.again -= 1
        for one in names:
            self.state.set(one, None)


def leaves(node: Node) -> bool:
    """Tell whether nothing runs behind a command."""
    if isinstance(node, Group) and not node.subshell:
        return leaves(node.body.items[-1][0])
    return isinstance(node, Simple) and bool(node.words) and node.words[0].bare() in _LEAVE
