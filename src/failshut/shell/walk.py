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

from failshut.model import Command, Redirect, Script, Word
from failshut.shell.builtins import DECLARE, follow
from failshut.shell.expand import Exhausted, Expander, glue
from failshut.shell.grammar import Parser
from failshut.shell.lexer import Room
from failshut.shell.output import Output, printed, stripped
from failshut.shell.run import Run, program_text, unwrapped
from failshut.shell.state import (
    DOLLAR,
    UNSET,
    Array,
    Maybe,
    State,
    Value,
    changed,
    either,
    join,
    joined,
    source_of,
    unknown,
)
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
    Redir,
    Simple,
    Sub,
    Unparsable,
)
from failshut.shell.syntax import Word as Source
from failshut.shell.tokens import Opaque
from failshut.shell.unwrap import program

LIMIT = 65536
STEPS = 20000
_TEXTS = 20  # texts in texts, and calls in calls
_SELF = 2  # calls of one function in itself
_ITEMS = 64
_NOTHING = Word(":")


def script(text: str) -> Script:
    """Return the commands that bash may run, in order; what can't be read makes the rest opaque."""
    walker = Walker()
    reason = "longer than 64 KB" if len(text) > LIMIT else ""
    if "\0" in text:
        text, reason = text.replace("\0", ""), "a NUL character"
    with Room():
        try:
            walker.text(text[:LIMIT], 0)
            walker.leave()
        except Unparsable as error:
            reason = reason or error.why
        except Exhausted as error:
            reason = reason or str(error)
    return Script(tuple(walker.found), reason or walker.reason)


class Walker(Expander):
    """Walk nodes in ``state``; ``found`` are the commands."""

    __slots__ = (
        "again",
        "calls",
        "depth",
        "feed",
        "forked",
        "found",
        "last",
        "locals",
        "out",
        "outer",
        "places",
        "reason",
        "source",
        "span",
        "stdin",
        "traps",
        "via",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__(State(), STEPS)
        self.found: list[Command] = []
        self.places: dict[int, list[int]] = {}  # start of a command -> commands that begin there
        self.reason = ""  # why a text inside can't be read
        self.again = 0  # how many walks over known ground are going on
        self.via: tuple[str, ...] = ()
        self.depth = 0
        self.feed = self.last = -1
        self.stdin: Word | None = None
        self.out: Output | None = None
        self.span: tuple[int, int] | None = None
        self.outer: tuple[Redirect, ...] = ()
        self.source: tuple[str, int] = ("", 0)
        self.calls: dict[str, int] = {}
        self.forked = 0
        self.locals: dict[str, Value] = {}  # what a function's own variables held before
        self.traps: list[Run] = []

    # Texts

    def text(self, text: str, base: int) -> None:
        """Walk a text line by line, as bash reads and runs it."""
        before = self.source
        parser = Parser(text, base, self.depth)
        self.spend(len(text) // 64)
        number = 0
        while (line := parser.line()) is not None:
            number += 1
            self.source = (text, base)
            self.line(line)
        self.source = before

    def line(self, line: List) -> None:
        """Walk a complete line; aliases hold from the next one on."""
        self.each(line)
        aliases = self.state.aliases
        if any([not ready for _, ready in aliases.values()]):
            self.state.own()
            for name, (text, _) in self.state.aliases.items():
                self.state.aliases[name] = (text, 1)

    def leave(self) -> None:
        """Walk what traps leave for the end."""
        self.again += 1
        for run in self.traps:
            self.nested(run.argv[1].text, run, ("trap",), self.state)

    # Lists

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
        outer = self.state
        self.state = outer.copy()
        self.forked += 1
        self.walk(node)
        self.forked -= 1
        self.state = outer

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
                self.state.cwd = cwd if held == failed else None
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
        self.forked += 1
        for at, child in enumerate(node.items):
            self.state = outer.copy()
            self.last = -1
            final = at == len(node.items) - 1
            self.out = out if final else Output()
            self.walk(child)
            if not final:
                assert self.out is not None
                self.stdin = self.out.whole()
                self.feed = self.last if self.last >= 0 else self.feed
        self.forked -= 1
        self.state, self.feed, self.stdin, self.out = outer, feed, stdin, out
        self.last = self.last if self.last >= 0 else last

    # Compound commands

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
        self.inside(node)
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
        self.quiet()
        if len(items) > _ITEMS:
            items = [*items[:_ITEMS], unknown(node.name)]
        before = self.state.copy()
        known = items and all([one.literal and not one.glob for one in items])
        for item in items:
            self.state.set(node.name, item if not item.glob else Word(item.text, item.literal, True))
            self.each(node.body)
        if not known or node.select:
            self.more(before, None, node.body, node.name)
        self.state = join([self.state, before], folder=bool(items))
        self.quiet()

    def repeat(self, condition: List | None, body: List) -> None:
        """Walk a loop's condition and body with what is known, then with what they change."""
        before = self.state.copy()
        self.quiet()
        if endless(condition) and all([background for _, background in body.items]):
            run = Run(self.state)
            run.start, run.end = self.span or (body.start, body.end)
            self.record(run, (_NOTHING,), (*self.via, "loop &"), (), self.state.cwd)
        if condition is not None:
            self.each(condition)
        self.each(body)
        self.more(before, condition, body)
        self.state = join([self.state, before])
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

    # Simple commands

    def ways(self, sources: list[Source]) -> list[list[Word]]:
        """Return the words once for each combination of the values they may have."""
        return [run.words for run in self.runs(None, sources, [])]

    def runs(self, node: Node | None, sources: list[Source], assigns: list[Source]) -> list[Run]:
        """Expand a command's words, redirections and assignments once for each combination."""
        held = (self.script, self.trace, self.picked, self.vague)
        found: list[Run] = []
        self.script, self.vague = [], False
        base = self.state
        while True:
            self.trace, self.picked = [], {}
            self.state = base.copy()
            found.append(self.expanded(node, sources, assigns))
            nexts = self.script[: len(self.trace)]
            nexts += [0] * (len(self.trace) - len(nexts))
            while nexts and nexts[-1] + 1 >= self.trace[len(nexts) - 1]:
                nexts.pop()
            if not nexts or self.vague:
                break
            nexts[-1] += 1
            self.script = nexts
            if len(found) == 1:
                self.again += 1
            if len(found) >= 8:
                self.vague = True
        if len(found) > 1:
            self.again -= 1
        self.script, self.trace, self.picked, self.vague = held
        self.state = found[0].state if len(found) == 1 else join([run.state for run in found])
        return found

    def expanded(self, node: Node | None, sources: list[Source], assigns: list[Source]) -> Run:
        """Expand everything of one command in the order in which bash does."""
        run = Run(self.state)
        if node is not None:
            run.start, run.end = self.span or (node.start, node.end)
        for source in sources:
            if source.name:
                run.words.append(self.declared(source, run))
            else:
                run.words += self.words(source)
        run.redirects = (
            tuple([self.redirect(one, run) for one in node.redirects]) if node is not None else ()
        )
        run.state = self.state
        if assigns:
            self.state = run.state.copy()
            for source in assigns:
                self.assignment(source, run)
        run.argv = tuple(run.words)
        return run

    def declared(self, source: Source, run: Run) -> Word:
        """Return an assignment that stands as a builtin's word."""
        sign = "+=" if source.append else "="
        if source.array is not None:
            run.arrays.append((source.name, self.elements(source)))
            return Word(source.name)
        return glue([Word(source.name + sign), self.one(source.parts)])

    def assignment(self, source: Source, run: Run) -> None:
        """Assign, and note what was assigned."""
        name = source.name
        value: Value
        if source.array is not None:
            value = self.elements(source)
        else:
            value = self.one(source.parts)
        if source.index is not None:
            held = self.state.get(name)
            items = dict(held.items) if isinstance(held, Array) else {}
            key = self.subscript(source.index, held if isinstance(held, Array) else None)
            if key is None or not isinstance(value, Word) or len(items) > _ITEMS:
                value = None
            else:
                items[key] = value
                value = Array(items)
        elif source.append and isinstance(value, Word):
            held = self.held(name, self.state.get(name))
            if isinstance(held, Word) and held.literal:
                value = glue([held, value])
            elif isinstance(held, Array):
                value = Array({**held.items, 0: glue([held.items.get(0, Word("")), value])})
            else:
                value = None
        shown = value if isinstance(value, Word) else unknown(name)
        run.assigns.append((name, shown))
        run.values.append((name, value))
        self.state.set(name, value)

    def elements(self, source: Source) -> Value:
        """Return an array's value; what is too large or unclear is unknown."""
        held = self.held(source.name, self.state.get(source.name)) if source.append else None
        items = dict(held.items) if isinstance(held, Array) else {}
        if source.append and isinstance(held, Word) and held.literal and held.text:
            items = {0: held}
        elif source.append and not isinstance(held, Array):
            return None
        at = max([key for key in items if isinstance(key, int)], default=-1) + 1
        for word in source.array or ():
            if word.index is not None:
                key = self.subscript(word.index, held if isinstance(held, Array) else None)
                if key is None:
                    text = self.one(word.index)
                    key = text.text
                items[key] = self.one(word.parts)
                at = key + 1 if isinstance(key, int) else at
                continue
            for one in self.words(word):
                items[at] = one
                at += 1
        return Array(items) if len(items) <= 10 * _ITEMS else None

    def redirect(self, one: Redir, run: Run) -> Redirect:
        """Expand a redirection's target or body."""
        if one.variable:
            self.state.set(one.variable, None)
        if one.body is not None:
            body = self.one(one.body) if one.body else Word("")
            run.stdin = body
            return Redirect(one.op, body)
        target = self.one(one.target.parts)
        op = one.op.lstrip("0123456789")
        if op == "<<<":
            run.stdin = glue([target, Word("\n")])
        elif op in ("<", "<>") and one.op[0] not in "123456789":
            run.reads = target
        elif op in (">", ">>", ">|", "&>", "&>>", ">&") and one.op[0] != "2":
            run.writes, run.appends = target, op.endswith(">>")
        return Redirect(one.op, target)

    def simple(self, node: Simple) -> None:
        """Walk a simple command, once for each combination of values."""
        self.spend(2)
        if node.words:
            self.aliased(node)
        runs = self.runs(node, node.words, node.assigns)
        if len(runs) == 1:
            self.execute(runs[0])
            return
        ends: list[State] = []
        self.again += 1
        for run in runs:
            self.state = run.state
            self.execute(run)
            ends.append(self.state)
        self.again -= 1
        self.state = join(ends)
        self.quiet()

    def aliased(self, node: Simple) -> None:
        """Walk what a line means when its first word is an alias of an earlier line."""
        first = node.words[0]
        found = self.state.aliases.get(first.bare())
        if found is None or not found[1] or self.depth > _TEXTS:
            return
        text, base = self.source
        run = Run(self.state)
        run.start, run.end = self.span or (node.start, node.end)
        rest = text[first.end - base : node.end - base]
        state = self.state.copy()
        state.aliases = {name: one for name, one in state.aliases.items() if name != first.bare()}
        self.nested(found[0] + rest, run, (), state)

    def execute(self, run: Run) -> None:
        """Follow one command: wrappers, functions, texts, builtins."""
        self.takes(run)
        if not run.argv:
            return self.assign(run)
        name = program(run.argv[0])
        bodies = self.state.functions.get(name) if run.argv[0].literal else None
        if bodies is not None and "/" not in run.argv[0].text:
            self.call(name, bodies, run)
            if None not in bodies:
                return None
        try:
            found = unwrapped(run)
        except Opaque:
            self.record(run, (unknown("text"),), self.via, run.redirects, self.state.cwd)
            return None
        via = (*self.via, *found.via)
        cwd = self.state.cwd
        for folder in found.chdir:
            cwd = joined(cwd, folder)
        run.assigns += found.assigns
        if found.text is not None:
            state = self.state if found.via[-1] == "eval" else self.child(run, cwd)
            self.nested(found.text.text, run, tuple(found.via), state)
            return None
        if not found.argv:
            return None
        if found.argv[0].text == "${text}":
            found.argv = (next((one for one in run.argv if source_of(one) >= 0), found.argv[0]),)
        inner = program(found.argv[0])
        self.record(run, found.argv, via, run.redirects, cwd)
        self.prints(inner, found.argv[1:], run)
        if all([one in ("command", "builtin") for one in found.via]):
            self.builtin(inner, found.argv, run)
        self.loads(inner, found.argv, found.via, run, cwd)
        return None

    def assign(self, run: Run) -> None:
        """Follow assignments that outlive their command, or a redirection alone."""
        for name, value in run.values:
            self.state.set(name, either([value]))
        if run.assigns or run.redirects:
            self.record(run, (_NOTHING,), self.via, run.redirects, self.state.cwd)
        if run.reads is not None and not run.assigns and self.out is not None:
            self.out.add(self.content(run.reads))

    def record(
        self,
        run: Run,
        argv: tuple[Word, ...],
        via: tuple[str, ...],
        redirects: tuple[Redirect, ...],
        cwd: str | None,
    ) -> None:
        """Note a command, unless a walk over known ground found it before."""
        feed = self.feed if run.fed < 0 else run.fed
        self.spend((len(self.state.values) + 4 * len(self.state.exported)) // 32)
        command = Command(
            argv,
            assigns=(*self.state.exported.items(), *run.assigns),
            redirects=redirects + self.outer,
            via=via,
            cwd=cwd,
            start=run.start,
            end=run.end,
            pipe_from=feed,
        )
        places = self.places.setdefault(run.start, [])
        if self.again:
            self.spend(len(places) // 4)
            for index in places:
                if self.found[index] == command:
                    self.last = index
                    return
        self.last = len(self.found)
        places.append(self.last)
        self.found.append(command)

    # What commands read, print and run

    def takes(self, run: Run) -> None:
        """Settle where a command's input comes from."""
        if run.reads is not None:
            run.stdin = self.content(run.reads)
            run.fed = source_of(run.reads)
            run.redirected = True
        elif run.stdin is not None:
            run.redirected = True
        else:
            run.stdin = self.stdin

    def content(self, word: Word) -> Word | None:
        """Return the text of a file that the text itself wrote."""
        texts = self.contents(word)
        return texts[0] if len(texts) == 1 else None

    def contents(self, word: Word) -> list[Word]:
        """Return the texts that such a file may hold."""
        path = self.place(word)
        held = self.state.files.get(path) if path else None
        values = held.values if isinstance(held, Maybe) else (held,)
        return [one for one in values if isinstance(one, Word)]

    def place(self, word: Word) -> str:
        """Return a file's path, always spelled the same; "" = unknown."""
        if word.text.startswith("/dev/fd/${sub "):
            return word.text
        path = joined(self.state.cwd, word)
        if path is None and self.state.cwd is None and word.literal:
            path = "?/" + word.text  # in a folder that stays unknown
        if not path or word.glob:
            return ""
        parts: list[str] = []
        for part in path.split("/"):
            if part == ".." and parts and parts[-1] not in ("", ".."):
                parts.pop()
            elif part not in (".", "") or (not part and not parts):
                parts.append(part)
        return "/".join(parts)

    def prints(self, name: str, words: tuple[Word, ...], run: Run) -> None:
        """Note what a command prints, into a file or for who reads it."""
        if self.out is None and run.writes is None and name != "tee":
            return
        text = printed(name, words, run.stdin, self.folder())
        if name == "cat" and text is None and len(words) == 1:
            text = self.content(words[0])
        if name == "tee":
            for word in words:
                self.write(word, text, False)
        if run.writes is not None:
            self.write(run.writes, text, run.appends)
        elif self.out is not None:
            self.out.add(text)

    def write(self, word: Word, text: Word | None, appends: bool) -> None:
        """Note what a file holds now."""
        path = self.place(word)
        if not path or path.startswith("/dev/"):
            return
        if appends:
            held = self.state.files.get(path)
            text = glue([held, text]) if isinstance(held, Word) and text is not None else None
        self.state.own()
        self.state.files[path] = text

    def substitute(self, part: Sub) -> Word:
        """Walk a substitution's commands; its value is what they print, where that is known."""
        held = (self.state, self.out, self.last, self.feed, self.stdin, self.span)
        outer = self.outer
        self.state, self.out = self.state.copy(), Output()
        self.last, self.outer = -1, ()
        if part.kind == ">(":
            self.feed = len(self.found) - 1
        self.each(part.body)
        text, last = self.out.whole(), self.last
        self.state, self.out, self.last, self.feed, self.stdin, self.span = held
        self.outer = outer
        mark = f"${{sub {last}}}"
        if part.kind in ("<(", ">("):
            path = Word("/dev/fd/" + mark, False)
            self.state.own()
            self.state.files[path.text] = text
            return path
        return Word(mark, False) if text is None else stripped(text)

    def child(self, run: Run, cwd: str | None) -> State:
        """Return the state in which another shell begins."""
        state = State()
        state.exported = {**self.state.exported, **dict(run.assigns)}
        if any([word.text in ("-i", "--ignore-environment") for word in run.argv[:4]]):
            state.exported = dict(run.assigns)  # what ``env -i`` leaves
        state.values = dict(state.exported)
        state.cwd, state.files = cwd, dict(self.state.files)
        state.args = run.args
        return state

    def nested(self, text: str, run: Run, via: tuple[str, ...], state: State) -> None:
        """Walk a text that a command runs, as standing where the command stands."""
        if self.depth > _TEXTS:
            raise Exhausted("texts nested too deep")
        held = (self.state, self.via, self.span, self.outer, self.feed, self.stdin, self.again)
        same = state is self.state
        self.state, self.via = state, (*self.via, *via)
        self.span = (run.start, run.end)
        self.outer = run.redirects + self.outer
        if run.fed >= 0:
            self.feed = run.fed
        self.stdin = run.stdin
        self.depth += 1
        count = len(self.found)
        try:
            self.text(text, run.start)
        except Unparsable as error:
            self.reason = self.reason or error.why  # the text around it runs on
        if len(self.found) == count and not self.again:
            self.record(run, (_NOTHING,), self.via, (), state.cwd)
        self.depth -= 1
        after = self.state
        self.state, self.via, self.span, self.outer, self.feed, self.stdin, self.again = held
        if same:
            self.state = after

    def call(self, name: str, bodies: tuple[object, ...], run: Run) -> None:
        """Walk a function's body with the call's arguments."""
        deep = self.calls.get(name, 0)
        if deep > _SELF or self.depth > _TEXTS:
            mark = "recursion &" if self.forked else "recursion"
            self.record(run, run.argv, (*self.via, mark), run.redirects, self.state.cwd)
            return
        args, out, stdin, feed = self.state.args, self.out, self.stdin, self.feed
        outer = self.outer
        self.calls[name] = deep + 1
        self.depth += 1
        self.outer = run.redirects + outer
        self.stdin = run.stdin
        self.feed = self.feed if run.fed < 0 else run.fed
        if run.writes is not None:
            self.out = Output()
        ends: list[State] = []
        base, hidden = self.state, self.locals
        for body in bodies:
            if isinstance(body, Node):
                self.state, self.locals = base.copy(), {}
                for key, value in run.values:
                    self.state.set(key, value)
                self.state.args = run.argv[1:]
                self.again += deep > 0
                self.walk(body)
                self.again -= deep > 0
                self.state.args = args
                for key, value in self.locals.items():
                    self.state.set(key, value)
                ends.append(self.state)
        self.locals = hidden
        if None in bodies:
            ends.append(base)
        self.state = join(ends)
        self.depth -= 1
        self.calls[name] = deep
        if not deep:
            del self.calls[name]
        if run.writes is not None and self.out is not None:
            self.write(run.writes, self.out.whole(), run.appends)
        self.out, self.stdin, self.feed, self.outer = out, stdin, feed, outer

    def builtin(self, name: str, argv: tuple[Word, ...], run: Run) -> None:
        """Follow what a builtin changes."""
        if name == "alias":
            self.state.own()
            for word in argv[1:]:
                key, equals, text = word.text.partition("=")
                if equals and word.literal:
                    self.state.aliases[key] = (text, 0)
        elif name == "trap":
            words = [word for word in argv[1:] if word.text != "--"]
            if len(words) > 1 and words[0].text not in ("-", "", "-p", "-l") and words[0].literal:
                run.argv = (argv[0], *words)
                self.traps.append(run)
                self.nested(words[0].text, run, ("trap",), self.state.copy())
        elif name != "local" or self.calls:
            if name in DECLARE and self.calls and name in ("local", "declare", "typeset"):
                for word in argv[1:]:
                    key = word.text.partition("=")[0]
                    self.locals.setdefault(key, self.state.values.get(key, UNSET))
            follow(name, argv[1:], self, run.stdin)
            if name in DECLARE:
                for key, value in run.arrays:
                    self.state.set(key, value)

    def loads(self, name: str, argv: tuple[Word, ...], via: list[str], run: Run, cwd: str | None) -> None:
        """Walk the text that a shell reads from its input or from a file the text wrote."""
        file, stdin, args = program_text(name, argv)
        texts: list[Word] = []
        if file is not None:
            outer, self.state.cwd = self.state.cwd, cwd
            texts = self.contents(file)
            self.state.cwd = outer
        elif stdin and run.stdin is not None:
            texts = [run.stdin]
        if not texts:
            return
        label = "sh" if name not in ("source", ".") and "/" in argv[0].text else name
        here = name in ("source", ".") and not via
        inner = Run(self.state)
        inner.start, inner.end, inner.fed = run.start, run.end, run.fed
        inner.redirects = tuple([one for one in run.redirects if "<" not in one.op])
        inner.stdin = None if stdin else run.stdin
        ends: list[State] = []
        base, before = self.state, self.state.args
        for text in texts:
            self.state = base.copy()
            state = self.state if here else self.child(run, cwd)
            if args is not None or not here:
                state.args = args or ()
            self.nested(text.text.replace(DOLLAR, "$"), inner, (*via, label), state)
            self.state.args = before
            ends.append(self.state)
        self.state = join(ends)


def endless(condition: List | None) -> bool:
    """Tell whether a loop's condition is always true."""
    if condition is None or len(condition.items) != 1:
        return False
    node = condition.items[0][0]
    return isinstance(node, Simple) and len(node.words) == 1 and node.words[0].bare() in ("true", ":")
