"""Read plain shell text into simple commands; whatever is more than plain makes it opaque.

Conventions of the result, beside those of ``failshut.shell.words``:

* A redirection or assignment alone is the command ``:``.
* ``Command.cwd`` is "" (the call's), absolute, or relative to the call's; it may begin with
  ``$HOME``; a ``cd`` is taken to succeed, except on the right of ``||``.
* ``assigns`` are those before the command, after those exported earlier in the text.
* Commands of one nested text (``sh -c '…'``) share the span and ``pipe_from`` of the outer one.

Never raises; work is bounded by ``LIMIT`` characters and ``DEPTH`` nested texts.  Hot.
"""

from failshut.model import Command, Redirect, Script, Word
from failshut.shell.follow import follow, join
from failshut.shell.tokens import Lexer, Opaque, Token, is_name
from failshut.shell.unwrap import unwrap
from failshut.shell.words import Scope, expand

LIMIT = 65536
DEPTH = 20
_KEYWORDS = (
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac",
    "select", "function", "coproc", "[[", "]]", "{", "}",
)  # fmt: skip
_NOTHING = Word(":")
# Assigned alone, these reach later programs even without ``export``.
_INHERITED = (
    "HOME", "PATH", "CODEX_HOME", "COPILOT_HOME", "KIMI_CODE_HOME", "CLAUDE_CONFIG_DIR",
    "XDG_CONFIG_HOME",
)  # fmt: skip


def parse(text: str) -> Script:
    """Return the text's simple commands in order, or say in a few words why it is opaque."""
    if len(text) > LIMIT:
        return Script((), "longer than 64 KB")
    if "\x00" in text:
        return Script((), "a NUL character")
    budget = [4 * LIMIT]
    try:
        return Script(tuple(Reader(text, Scope(), (), (), 0, budget).run()))
    except Opaque as reason:
        return Script((), str(reason))


class Reader:
    """Read one text: grammar first, then each simple command through its wrappers."""

    __slots__ = ("at", "base", "budget", "depth", "found", "scope", "tokens", "via")

    def __init__(
        self,
        text: str,
        scope: Scope,
        found: tuple[Command, ...],
        via: tuple[str, ...],
        depth: int,
        budget: list[int],
    ) -> None:
        if depth > DEPTH:
            raise Opaque("texts nested too deep")
        self.tokens = Lexer(text).run()
        self.at = 0
        self.scope = scope
        self.found: list[Command] = list(found)
        self.base = len(found)
        self.via = via
        self.depth = depth
        self.budget = budget

    def run(self) -> list[Command]:
        """Read lists until the text ends."""
        while self.at < len(self.tokens):
            if self.op() == "\n":
                self.at += 1
            else:
                self.chain()
        return self.found

    def op(self) -> str:
        """Return the operator at hand, or "" for a word, a redirection or the end."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        return token.text if token is not None and token.kind == "op" else ""

    def chain(self) -> None:
        """Read pipelines joined by ``&&`` and ``||`` and their end."""
        start = self.scope.copy()
        self.pipeline()
        maybe: set[str] = set()
        while (op := self.op()) in ("&&", "||"):
            self.at += 1
            while self.op() == "\n":
                self.at += 1
            before = dict(self.scope.values)
            held = self.scope.cwd
            if op == "||":
                self.scope.values.update(dict.fromkeys(maybe))
                self.scope.cwd = start.cwd
            self.pipeline()
            if self.scope.values != before:
                maybe |= {n for n, v in self.scope.values.items() if n not in before or before[n] != v}
            if op == "||":
                self.scope.cwd = held if self.scope.cwd == start.cwd else None
                self.scope.values.update(dict.fromkeys(maybe))
        self.scope.values.update(dict.fromkeys(maybe))
        end = self.op()
        if end == "&":
            self.scope = start
        if end not in (";", "&", "\n", ""):
            raise Opaque("an operator out of place")
        self.at += 1

    def pipeline(self) -> None:
        """Read commands joined by ``|``; each of several runs in a subshell of its own."""
        self.prefix()
        outer = self.scope
        feeds = -1
        single = True
        while True:
            if not single:
                self.scope = outer.copy()
            elif self.piped():
                self.scope, single = outer.copy(), False
            self.simple(feeds)
            if self.op() not in ("|", "|&"):
                break
            feeds = len(self.found) - 1
            self.at += 1
            while self.op() == "\n":
                self.at += 1
        if not single:
            changed = self.scope
            if changed.values != outer.values:
                outer.values.update(
                    {n: None for n, v in changed.values.items() if outer.values.get(n, n) != v}
                )
            self.scope = outer

    def piped(self) -> bool:
        """Tell whether the command at hand is followed by a pipe."""
        at = self.at
        while at < len(self.tokens) and self.tokens[at].kind != "op":
            at += 1
        return at < len(self.tokens) and self.tokens[at].text in ("|", "|&")

    def prefix(self) -> None:
        """Step over ``!`` and ``time`` with its options."""
        while self.at < len(self.tokens) and self.tokens[self.at].bare() in ("!", "time"):
            timed = self.tokens[self.at].bare() == "time"
            self.at += 1
            while timed and self.at < len(self.tokens):
                if self.tokens[self.at].bare() not in ("-p", "--"):
                    break
                self.at += 1

    def simple(self, feeds: int) -> None:
        """Read one simple command: assignments, words, redirections."""
        first = self.at
        words: list[Word] = []
        assigns: list[tuple[str, Word]] = []
        redirects: list[Redirect] = []
        scope = self.scope
        seen = False
        while self.at < len(self.tokens) and self.tokens[self.at].kind != "op":
            token = self.tokens[self.at]
            self.at += 1
            if token.kind == "redir":
                redirects.append(self.redirect(token))
                continue
            if not seen:
                if token.bare() in _KEYWORDS:
                    raise Opaque("a compound command")
                if assigned := self.assignment(token, scope):
                    if not assigns:
                        scope = self.scope.copy()
                    assigns.append(assigned)
                    scope.values[assigned[0]] = assigned[1]
                    continue
            seen = True
            words.extend(self.expand(token))
        if first == self.at:
            raise Opaque("an operator out of place")
        start, end = self.tokens[first].start, self.tokens[self.at - 1].end
        if not words:
            self.keep(assigns)
        if words or assigns or redirects:
            base = Command(
                tuple(words) or (_NOTHING,), assigns=tuple(assigns), redirects=tuple(redirects),
                via=self.via, cwd=self.scope.cwd, start=start, end=end, pipe_from=feeds,
            )  # fmt: skip
            self.command(base)

    def expand(self, token: Token) -> list[Word]:
        """Expand a word within the text's budget."""
        words = expand(token.parts, self.scope)
        self.budget[0] -= sum(len(word.text) for word in words) + 1
        if self.budget[0] < 0:
            raise Opaque("an expansion that grows too long")
        return words

    def redirect(self, token: Token) -> Redirect:
        """Read the word that a redirection needs."""
        if self.at >= len(self.tokens) or self.tokens[self.at].kind != "word":
            raise Opaque("a redirection without a target")
        target = self.tokens[self.at]
        self.at += 1
        words = expand(target.parts, self.scope, split=False)
        return Redirect(token.text, words[0])

    def assignment(self, token: Token, scope: Scope) -> tuple[str, Word] | None:
        """Return ``(name, value)`` when the word is an assignment; ``scope`` has those before."""
        kind, text, quoted = token.parts[0]
        if kind != "lit" or quoted or "=" not in text:
            if kind == "lit" and not quoted and is_name(text.partition("[")[0]) and "[" in text:
                raise Opaque("an array or a pattern as a command")
            return None
        name = text.partition("=")[0]
        if "[" in name and is_name(name.partition("[")[0]):
            raise Opaque("an array")
        grows = name.endswith("+")
        name = name.removesuffix("+")
        if not is_name(name):
            return None
        if name in ("IFS", "CDPATH", "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS"):
            raise Opaque(f"an assignment to {name}")
        whole = expand(token.parts, scope, split=False)[0]
        self.budget[0] -= len(whole.text)
        value = whole.text.partition("=")[2]
        if grows:
            old = scope.values.get(name)
            if old is None or not old.literal or not whole.literal:
                return name, Word("${" + name + "}", False)
            value = old.text + value
        return name, Word(value, whole.literal)

    def keep(self, assigns: list[tuple[str, Word]]) -> None:
        """Remember assignments that outlive their command."""
        for name, value in assigns:
            unknown = not value.literal and "${" in value.text
            self.scope.values[name] = None if unknown else value
            if name in _INHERITED or name in self.scope.exported:
                self.scope.exported[name] = value

    def command(self, base: Command) -> None:
        """Record what a command runs once its wrappers are taken away."""
        found = unwrap(base.argv)
        via = self.via + tuple(found.via)
        assigns = (*self.scope.exported.items(), *base.assigns, *found.assigns)
        cwd = base.cwd
        for folder in found.chdir:
            cwd = join(cwd, folder)
        if found.text is not None:
            return self.nested(found.text.text, base, via, assigns, cwd)
        self.found.append(
            Command(
                found.argv,
                assigns=assigns,
                redirects=base.redirects,
                via=via,
                cwd=cwd,
                start=base.start,
                end=base.end,
                pipe_from=base.pipe_from,
            )
        )
        follow(found.argv, self.scope)
        return None

    def nested(
        self,
        text: str,
        base: Command,
        via: tuple[str, ...],
        assigns: tuple[tuple[str, Word], ...],
        cwd: str | None,
    ) -> None:
        """Read a shell text found inside the text."""
        self.budget[0] -= len(text)
        if self.budget[0] < 0:
            raise Opaque("an expansion that grows too long")
        scope = self.scope
        if via[-1] != "eval":
            scope = Scope()
            scope.exported = dict(assigns)
            scope.values = dict(scope.exported)
        scope.cwd = cwd
        inner = Reader(text, scope, (), via, self.depth + 1, self.budget)
        commands = inner.run() or [Command((_NOTHING,), cwd=cwd, via=via)]
        if via[-1] == "eval":
            self.scope = inner.scope
        self.adopt(commands, base)

    def adopt(self, commands: list[Command], base: Command) -> None:
        """Record the commands of a nested text as standing where the outer one stood."""
        first = len(self.found)
        for command in commands:
            inside = command.pipe_from
            self.found.append(
                Command(
                    command.argv,
                    assigns=command.assigns,
                    redirects=command.redirects + base.redirects,
                    via=command.via,
                    cwd=command.cwd,
                    start=base.start,
                    end=base.end,
                    pipe_from=base.pipe_from if inside < 0 else inside + first,
                )
            )
