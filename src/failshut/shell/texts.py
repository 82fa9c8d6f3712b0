"""Follow texts in texts: substitutions, ``sh -c``, what a shell reads from its input or a file.  Hot."""

from failshut.model import Command, Redirect, Word
from failshut.shell.output import Output, stripped
from failshut.shell.parameters import Exhausted
from failshut.shell.resolve import Resolver
from failshut.shell.run import Run, program_text
from failshut.shell.state import State, either, join, reread, unknown
from failshut.shell.syntax import List, Lit, Param, Sub, Unparsable

TEXTS = 20  # texts in texts, and calls in calls
NOTHING = Word(":")


class Texts(Resolver):
    """Note commands, and walk the texts that they run."""

    __slots__ = ()

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

    def substitute(self, part: Sub) -> Word:
        """Walk a substitution's commands; its value is what they print, where that is known."""
        held = (self.state, self.out, self.last, self.feed, self.stdin, self.span)
        outer, traps, hidden, source = self.outer, self.traps, self.locals, self.source
        self.source = part.source or source
        self.traps, self.locals = [], dict(hidden)
        self.state, self.out = self.state.copy(), Output()
        self.last, self.outer = -1, ()
        self.ready()  # bash reads the text of a substitution when it runs it
        if part.kind == ">(":
            self.feed = len(self.found) - 1
        self.each(part.body)
        self.leave()
        self.traps, self.locals = traps, hidden
        text, last, inner = self.out.whole(), self.last, self.state
        self.state, self.out, self.last, self.feed, self.stdin, self.span = held
        self.outer = outer
        self.state.wrote(inner)
        self.source = source
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
        given = dict(run.assigns)
        state.exported = {**self.state.exported, **given}
        state.values = {name: self.state.get(name) for name in self.state.exported}
        for name in self.state.unsure & state.values.keys():
            state.values[name] = either([state.values[name], State().get(name)])
        if any([word.text in ("-i", "--ignore-environment") for word in run.argv[:4]]):
            state.exported, state.values = given, {}  # what ``env -i`` leaves
        state.values.update(given)
        state.cwd, state.files = cwd, dict(self.state.files)
        state.args = run.args
        return state

    def nested(self, text: str, run: Run, via: tuple[str, ...], state: State) -> None:
        """Walk a text that a command runs, as standing where the command stands."""
        if self.depth > TEXTS:
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
        traps = self.traps
        if not same:
            self.traps = []
        try:
            self.text(text, run.start)
            if not same and via != ("trap",):
                self.leave()
        except Unparsable as error:
            self.reason = self.reason or error.why  # the text around it runs on
        if not same:
            self.traps = traps
        if len(self.found) == count and not self.again:
            self.record(run, (NOTHING,), self.via, (), state.cwd)
        self.depth -= 1
        after = self.state
        self.state, self.via, self.span, self.outer, self.feed, self.stdin, self.again = held
        if same:
            self.state = after

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
            given = state.args
            self.nested(reread(text), inner, (*via, label), state)
            if not here or (args is not None and self.state.args == given):
                self.state.args = before
            elif args is not None:
                self.state.args = None
            ends.append(self.state)
        self.state = join(ends)

    def noted(self, part: Param) -> Word:
        """Return what a mark says in a text that a value was put into (``state.reread``)."""
        arg = part.arg[0] if len(part.arg) == 1 else None
        name = arg.text[1:] if isinstance(arg, Lit) and self.depth and arg.text[:1] == " " else ""
        if part.name == "env" and name.isidentifier():
            return Word("$" + name, False)
        if part.name == "env" and name[1:].isidentifier():
            return unknown(name[1:])
        known = part.name == "sub" and name.isdigit() and len(name) < 6 and int(name) < len(self.found)
        return unknown(f"sub {name}") if known else unknown()

    def text(self, text: str, base: int) -> None:
        """Walk a text; the walker knows how."""
        raise NotImplementedError

    def ready(self) -> None:
        """Let the aliases hold that were set so far; the walker knows how."""
        raise NotImplementedError

    def each(self, node: List) -> None:
        """Walk commands in order; the walker knows how."""
        raise NotImplementedError

    def leave(self) -> None:
        """Walk what traps leave for the end; the walker knows how."""
        raise NotImplementedError
