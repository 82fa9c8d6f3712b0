"""Follow one command: wrappers, functions, texts in texts, builtins.  Hot."""

from failshut.model import Command, Redirect, Word
from failshut.shell.builtins import DECLARE, follow, hashed
from failshut.shell.found import Found, program
from failshut.shell.output import Output, stripped
from failshut.shell.parameters import Exhausted
from failshut.shell.resolve import Resolver
from failshut.shell.run import Run, is_shell, program_text, rewritten, unwrapped
from failshut.shell.state import State, changed, either, join, reread, source_of, unknown
from failshut.shell.syntax import List, Lit, Node, Param, Simple, Sub, Unparsable
from failshut.shell.tokens import Opaque
from failshut.shell.wrappers.rows import grammar_of

_TEXTS = 20  # texts in texts, and calls in calls
_WRAPS = 50  # commands that run commands
_SELF = 2  # calls of one function in itself
_NOTHING = Word(":")


class Executor(Resolver):
    """Follow simple commands."""

    __slots__ = ()

    def simple(self, node: Simple) -> None:
        """Walk a simple command, once for each combination of values."""
        self.spend(2)
        if node.words:
            self.aliased(node)
        before, broken, self.broken = self.state.copy(), self.broken, False
        runs = self.runs(node, node.words, node.assigns)
        failed, self.broken = self.broken, broken
        if len(runs) == 1:
            self.execute(runs[0])
            if failed:
                self.jumps.append((before, "error", True))
                self.state = join([self.state, before])
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
        """Walk what a line means when its first word is an alias of an earlier line.

        It is walked as it stands too: few shells expand aliases; so ``unalias`` needs no following.
        """
        first = node.words[0]
        found = self.state.aliases.get(first.bare())
        if found is None or not found[1] or self.depth > _TEXTS:
            return
        text, base = self.source
        run = Run(self.state)
        run.start, run.end = self.span or (node.start, node.end)
        state = self.state.copy()
        state.aliases = dict(state.aliases)
        before, end = text[node.start - base : first.start - base], first.end
        for word in node.words:
            found = state.aliases.pop(word.bare(), None)
            if found is None:
                break
            before += text[end - base : word.start - base] + found[0] if word is not first else found[0]
            end = word.end
            if found[0][-1:] not in (" ", "\t"):
                break
        documents = [text[one.lines[0] - base : one.lines[1] - base] for one in node.redirects if one.lines]
        self.nested("\n".join([before + text[end - base : node.end - base], *documents]), run, (), state)

    def execute(self, run: Run) -> None:
        """Follow one command: wrappers, functions, texts, builtins."""
        self.takes(run)
        run.outer = self.wraps
        if not run.argv:
            return self.assign(run)
        name = program(run.argv[0])
        bodies = self.state.functions.get(name) if run.argv[0].literal else None
        if bodies is not None and "/" not in run.argv[0].text:
            self.call(name, bodies, run)
            if None not in bodies:
                return None
        run.argv = (hashed(run.argv[0], self.state), *run.argv[1:])
        run.via, run.cwd = self.via, self.state.cwd
        self.enter(run)
        return None

    def enter(self, run: Run) -> None:
        """Follow what a command really runs."""
        try:
            if len(run.via) > len(self.via) + _WRAPS:
                raise Opaque("wrappers nested too deep")
            found = unwrapped(run, self.state)
        except Opaque:
            self.record(run, (unknown("text"),), run.via, run.redirects, run.cwd)
            return
        run.enter(found)
        whole = not found.argv
        if found.text is not None or found.file is not None:
            self.follow_texts(found, run)
        elif found.argv:
            self.command(found, run)
        if found.more and run.writes is not None:
            self.write(run.writes, None, run.appends)
        for one in found.more:
            self.spend(2)
            further = run.inside(one, whole)
            if one.text is not None or one.file is not None:
                self.follow_texts(one, further)
            else:
                self.enter(further)

    def command(self, found: Found, run: Run) -> None:
        """Follow a command that is no wrapper, or one beside what it runs."""
        if run.argv[0].text == "${text}":
            whole = [one for words in run.outer for one in words if source_of(one) >= 0]
            word = whole[0] if whole else run.argv[0]
            if self.files is not None:
                from failshut.shell import fromfile

                if (shown := fromfile.shown(self, source_of(word))) is not None:
                    here = run.via[-1:] == ("eval",)
                    run.args = self.state.args if here else ()
                    fromfile.walk(self, shown, run, run.via[len(self.via) :], run.cwd, here)
                    return
            run.argv = (word,)
        name = program(run.argv[0])
        self.record(run, run.argv, run.via, run.redirects, run.cwd)
        self.prints(name, run.argv[1:], run)
        if self.files is not None:
            for word in rewritten(name, run.argv[1:]):
                self.write(word, None, False)
        if all([one in ("command", "builtin") for one in found.via]):
            self.builtin(name, run.argv, run)
        self.loads(name, run.argv, found.via, run, run.cwd)

    def follow_texts(self, found: Found, run: Run) -> None:
        """Walk a text that a command runs, or those that its file may hold."""
        words = [found.text] if found.text is not None else []
        if found.file is not None:
            outer, self.state.cwd = self.state.cwd, run.cwd
            words = [*self.contents(found.file)]
            self.state.cwd = outer
            if found.reader:
                words = grammar_of(found.reader).texts(tuple(words))
        via = run.via[len(self.via) :]
        for word in words:
            state = self.state if via[-1:] == ("eval",) else self.child(run, run.cwd)
            self.nested(reread(word), run, via, state)

    def assign(self, run: Run) -> None:
        """Follow assignments that outlive their command, or a redirection alone."""
        if any(["!" + name in self.state.values for name, _ in run.values]):
            self.jumps.append((self.state.copy(), "error", True))  # one is read-only
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
            outer=run.outer,
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
        if run.cleared:
            state.exported, state.values = given, {}  # what ``env -i`` leaves
        state.values.update(given)
        state.cwd, state.files = cwd, dict(self.state.files)
        state.args = run.args
        return state

    def nested(self, text: str, run: Run, via: tuple[str, ...], state: State) -> None:
        """Walk a text that a command runs, as standing where the command stands."""
        if self.depth > _TEXTS:
            raise Exhausted("texts nested too deep")
        held = (self.state, self.via, self.span, self.outer, self.feed, self.stdin, self.again, self.wraps)
        same = state is self.state
        self.state, self.via = state, (*self.via, *via)
        self.span = (run.start, run.end)
        self.wraps = run.outer or self.wraps
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
            self.record(run, (_NOTHING,), self.via, (), state.cwd)
        self.depth -= 1
        after = self.state
        self.state, self.via, self.span, self.outer, self.feed, self.stdin, self.again, self.wraps = held
        if same:
            self.state = after

    def call(self, name: str, bodies: tuple[object, ...], run: Run) -> None:
        """Walk a function's body with the call's arguments."""
        deep = self.calls.get(name, 0)
        if deep > _SELF or self.depth > _TEXTS:
            mark = "recursion &" if self.forked else "recursion"
            mark += " &" if self.started > self.entries[name][2] else ""
            self.record(run, run.argv, (*self.via, mark), run.redirects, self.state.cwd)
            if deep > _SELF + 1 or self.depth > _TEXTS:
                return
            self.forget(*self.entries[name][:2])
            run.argv = (run.argv[0], unknown("@"))
        if not deep:
            self.entries[name] = (self.state.copy(), len(self.state.log), self.started)
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
                jumps, self.jumps = self.jumps, []
                self.state, self.locals = base.copy(), {}
                for key, value in run.values:
                    self.state.set(key, value)
                self.state.args = run.argv[1:]
                self.again += deep > 0
                self.walk(body)
                self.again -= deep > 0
                left = [state for state, name, _ in self.jumps if name == "return"]
                self.state = join([self.state, *left])
                self.jumps = jumps + [one for one in self.jumps if one[1] == "error"]
                self.state.args = args
                for key, value in self.locals.items():
                    self.state.own()
                    self.state.values.pop("&" + key, None)
                    self.state.set(key, value)
                self.state.restore([key for key, _ in run.values], base)
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
            self.write(run.writes, self.out.lines(), run.appends)
        self.out, self.stdin, self.feed, self.outer = out, stdin, feed, outer

    def forget(self, before: State, logged: int) -> None:
        """Make everything unknown that was set since."""
        names = {*changed(before, self.state), *self.state.log[logged:]}
        if "" in names or self.state.cwd != before.cwd:
            self.state.cwd = None
        for name in names - {""}:
            self.state.set(name, None)

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
                run.argv, run.state = (argv[0], *words), self.state.copy()
                run.logged = len(self.state.log)
                self.traps.append(run)
                self.nested(words[0].text, run, ("trap",), self.state.copy())
        elif name == "enable" and any([word.text[:2] == "-f" for word in argv[1:]]):
            self.record(run, (unknown("library"),), (*run.via, "enable -f"), (), run.cwd)
        elif name in ("break", "continue", "return"):
            self.jumps.append((self.state.copy(), name, len(argv) > 1))
        elif name in ("exit", "exec", "kill") or (name == "set" and argv[1:2] != (Word("--"),)):
            self.quits = True
            follow(name, argv[1:], self, run.stdin)
        elif name != "local" or self.calls:
            outer = [word for word in argv[1:] if word.text[:1] == "-" and "g" in word.text]
            if self.calls and name in ("local", "declare", "typeset") and not outer:
                for word in argv[1:]:
                    key = word.text.partition("=")[0]
                    self.locals.setdefault(key, self.state.get(key))
            before = self.state
            if name == "read" and run.values:
                before.own()
                self.state = before.copy()
                for key, value in run.values:
                    self.state.set(key, value)
            follow(name, argv[1:], self, run.stdin)
            if self.state is not before:
                self.state.restore([key for key, _ in run.values], before)
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
            if file is argv[0]:
                texts = [one for one in texts if is_shell(one.text)]
        elif stdin and run.stdin is not None:
            texts = [run.stdin]
        if not texts and self.files is not None:
            from failshut.shell import fromfile

            fromfile.loads(self, name, argv, via, run, cwd)
        if not texts:
            return
        label = "sh" if name not in ("source", ".") and "/" in argv[0].text else name
        here = name in ("source", ".") and not via
        inner = Run(self.state)
        inner.start, inner.end, inner.fed, inner.outer = run.start, run.end, run.fed, run.outer
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
            self.nested(reread(text), inner, (*run.via[len(self.via) :], label), state)
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

    def walk(self, node: Node) -> None:
        """Walk one command of any kind; the walker knows how."""
        raise NotImplementedError

    def each(self, node: List) -> None:
        """Walk commands in order; the walker knows how."""
        raise NotImplementedError

    def leave(self) -> None:
        """Walk what traps leave for the end; the walker knows how."""
        raise NotImplementedError

    def quiet(self, unsure: bool = True) -> None:
        """Forget what was printed; the walker knows how."""
        raise NotImplementedError
