"""Expand a command's words once for each combination of values; know the files a text writes.  Hot."""

from failshut.model import Command, Redirect, Word
from failshut.shell.expand import Expander, glue
from failshut.shell.output import Output, printed
from failshut.shell.run import Run
from failshut.shell.state import UNSET, Array, Maybe, State, Value, join, joined, source_of, tidy, unknown
from failshut.shell.syntax import Node, Redir
from failshut.shell.syntax import Word as Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

STEPS = 14000
_ITEMS = 64


class Resolver(Expander):
    """Hold what is walked, and expand whole commands."""

    __slots__ = (
        "again",
        "calls",
        "depth",
        "entries",
        "feed",
        "files",
        "forked",
        "found",
        "jumps",
        "last",
        "locals",
        "out",
        "outer",
        "places",
        "quits",
        "reading",
        "reason",
        "source",
        "span",
        "started",
        "stdin",
        "traps",
        "via",
        "wraps",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__(State(), STEPS)
        self.found: list[Command] = []
        self.places: dict[int, list[int]] = {}  # start of a command -> commands that begin there
        self.reason = ""  # why a text inside can't be read
        self.again = 0  # how many walks over known ground are going on
        self.via: tuple[str, ...] = ()
        self.wraps: tuple[tuple[Word, ...], ...] = ()  # the words of the wrappers around
        self.depth = 0
        self.feed = self.last = -1
        self.stdin: Word | None = None
        self.out: Output | None = None
        self.span: tuple[int, int] | None = None
        self.outer: tuple[Redirect, ...] = ()
        self.source: tuple[str, int] = ("", 0)
        self.calls: dict[str, int] = {}
        self.entries: dict[str, tuple[State, int, int]] = {}  # what held when a function was first called
        self.forked = 0
        self.started = 0  # commands in the background that the walk is in
        self.locals: dict[str, Value] = {}  # what a function's own variables held before
        self.traps: list[Run] = []
        self.files: Callable[[str], str | None] | None = None
        self.reading: tuple[str, ...] = ()  # script files that are being read
        self.jumps: list[tuple[State, str, bool]] = []  # where loops and functions are left
        self.quits = False  # the shell may end before the text does

    # Words

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
            options = "".join([word.text for word in run.words if word.text[:1] == "-"])
            run.arrays.append((source.name, self.elements(source, "A" in options)))
            return Word(source.name)
        return glue([Word(source.name + sign), self.one(source.parts)])

    def assignment(self, source: Source, run: Run) -> None:
        """Assign, and note what was assigned."""
        name = source.name
        value: Value = self.elements(source) if source.array is not None else self.one(source.parts)
        if source.index is not None:
            held = self.held(name, self.state.get(name))
            items = dict(held.items) if isinstance(held, Array) else {}
            if isinstance(held, Word) and held is not UNSET and held.literal:
                items = {0: held}
            key = self.subscript(source.index, held if isinstance(held, Array) else None)
            self.broken = self.broken or key is None
            if held is None or key is None or not isinstance(value, Word) or len(items) > _ITEMS:
                value = None
            else:
                items[key] = glue([items.get(key, UNSET), value]) if source.append else value
                value = Array(items, isinstance(held, Array) and held.named)
        elif source.append and isinstance(value, Word):
            held = self.held(name, self.state.get(name))
            if isinstance(held, Word) and held.literal:
                value = glue([held, value])
            elif isinstance(held, Array):
                key = "0" if held.named else 0
                value = Array({**held.items, key: glue([held.items.get(key, Word("")), value])}, held.named)
            else:
                value = None
        shown = value if isinstance(value, Word) else unknown(name)
        run.assigns.append((name, shown))
        run.values.append((name, value))
        self.state.set(name, value)

    def elements(self, source: Source, named: bool = False) -> Value:
        """Return an array's value; what is too large or unclear is unknown."""
        held = self.held(source.name, self.state.get(source.name))
        named = named or (isinstance(held, Array) and held.named)
        held = held if source.append else None
        if named:
            return self.texts(source, held)
        items = dict(held.items) if isinstance(held, Array) else {}
        if source.append and isinstance(held, Word) and held.literal and held.text:
            items = {0: held}
        elif source.append and not isinstance(held, Array):
            return None
        at = max([key for key in items if isinstance(key, int)], default=-1) + 1
        for word in source.array or ():
            if word.index is not None:
                key = self.subscript(word.index, held if isinstance(held, Array) else None)
                if not isinstance(key, int):
                    return None
                items[key] = self.one(word.parts)
                at = key + 1
                continue
            for one in self.words(word):
                items[at] = one
                at += 1
        return Array(items) if len(items) <= 10 * _ITEMS else None

    def texts(self, source: Source, held: Value) -> Value:
        """Return an associative array's value."""
        items = dict(held.items) if isinstance(held, Array) else {}
        for word in source.array or ():
            key = self.one(word.index) if word.index is not None else unknown()
            if not key.literal or len(items) > 10 * _ITEMS:
                return None
            items[key.text] = self.one(word.parts)
        return Array(items, True)

    def redirect(self, one: Redir, run: Run) -> Redirect:
        """Expand a redirection's target or body."""
        written = self.opened(one) if one.variable else one.op
        if one.body is not None:
            body = self.one(one.body) if one.body else Word("")
            run.stdin = body if written[:1] not in "123456789" else run.stdin
            return Redirect(written, body)
        target = self.one(one.target.parts)
        op = written.lstrip("0123456789")
        if op == "<<<" and written[0] not in "123456789":
            run.stdin = glue([target, Word("\n")])
        elif op in ("<", "<>") and written[0] not in "123456789":
            run.reads = target
        elif op in (">", ">>", ">|", "&>", "&>>", ">&") and (written[0] in ">&" or written[:2] == "1>"):
            run.writes, run.appends = target, op.endswith(">>")
        return Redirect(written, target)

    def opened(self, one: Redir) -> str:
        """Return ``{name}>`` with the number of the descriptor, which the variable holds from now on."""
        held = self.state.get(one.variable)
        if one.target.bare() == "-":
            return held.text + one.op if isinstance(held, Word) and held.text.isdigit() else one.op
        number = str(10 + one.start)
        self.state.set(one.variable, Word(number))
        return number + one.op

    # Files

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
        return tidy(path)

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
            held = self.state.files.get(path, Word(""))  # what a file held before stays unread
            text = glue([held, text]) if isinstance(held, Word) and text is not None else None
        self.state.own()
        self.state.files[path] = text
