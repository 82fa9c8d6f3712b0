"""Follow one command: wrappers, functions, texts in texts, builtins.  Hot."""

from failshut.model import Word
from failshut.shell.builtins import DECLARE, follow
from failshut.shell.output import Output
from failshut.shell.run import Run, unwrapped
from failshut.shell.state import State, changed, either, join, joined, reread, source_of, unknown
from failshut.shell.syntax import Node, Simple
from failshut.shell.texts import NOTHING, TEXTS, Texts
from failshut.shell.tokens import Opaque
from failshut.shell.unwrap import program

_SELF = 2  # calls of one function in itself


class Executor(Texts):
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
        if found is None or not (found[1] or found[2]) or self.depth > TEXTS:
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
            meant = found[0] if found[1] else found[2]  # a line knows the aliases of the lines before it
            before += text[end - base : word.start - base] + meant if word is not first else meant
            end = word.end
            if meant[-1:] not in (" ", "\t"):
                break
        documents = [text[one.lines[0] - base : one.lines[1] - base] for one in node.redirects if one.lines]
        self.nested("\n".join([before + text[end - base : node.end - base], *documents]), run, (), state)

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
        self.quits = self.quits or "exec" in found.via
        cwd = self.state.cwd
        for folder in found.chdir:
            cwd = joined(cwd, folder)
        run.assigns += found.assigns
        if found.text is not None:
            state = self.state if found.via[-1] == "eval" else self.child(run, cwd)
            self.nested(reread(found.text), run, tuple(found.via), state)
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
        if any(["!" + name in self.state.values for name, _ in run.values]):
            self.jumps.append((self.state.copy(), "error", True))  # one is read-only
        for name, value in run.values:
            self.state.set(name, either([value]))
        if run.assigns or run.redirects:
            self.record(run, (NOTHING,), self.via, run.redirects, self.state.cwd)
        if run.reads is not None and not run.assigns and self.out is not None:
            self.out.add(self.content(run.reads))

    def call(self, name: str, bodies: tuple[object, ...], run: Run) -> None:
        """Walk a function's body with the call's arguments."""
        deep = self.calls.get(name, 0)
        if deep > _SELF or self.depth > TEXTS:
            mark = "recursion &" if self.forked else "recursion"
            self.record(run, run.argv, (*self.via, mark), run.redirects, self.state.cwd)
            if deep > _SELF + 1 or self.depth > TEXTS:
                return
            self.forget(*self.entries[name])
            run.argv = (run.argv[0], unknown("@"))
        if not deep:
            self.entries[name] = (self.state.copy(), len(self.state.log))
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
                self.state = join(
                    [self.state, *[state for state, name, _ in self.jumps if name == "return"]]
                )
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
                    held = self.state.aliases.get(key, ("", 0, ""))
                    self.state.aliases[key] = (text, 0, held[0] if held[1] else held[2])
        elif name == "trap":
            words = [word for word in argv[1:] if word.text != "--"]
            if len(words) > 1 and words[0].text not in ("-", "", "-p", "-l") and words[0].literal:
                run.argv, run.state = (argv[0], *words), self.state.copy()
                run.logged = len(self.state.log)
                self.traps.append(run)
                self.nested(words[0].text, run, ("trap",), self.state.copy())
        elif name in ("break", "continue", "return"):
            self.jumps.append((self.state.copy(), name, len(argv) > 1))
        elif name in ("exit", "kill") or (name == "set" and argv[1:2] != (Word("--"),)):
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

    def walk(self, node: Node) -> None:
        """Walk one command of any kind; the walker knows how."""
        raise NotImplementedError

    def quiet(self, unsure: bool = True) -> None:
        """Forget what was printed; the walker knows how."""
        raise NotImplementedError
