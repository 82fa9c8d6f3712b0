"""Read shell text into its tree, as bash's grammar has it.

``Parser.line`` reads as much as bash reads before it runs it: one complete line.  Raises
``Unparsable`` and nothing else; time grows with the length only.  Hot.
"""

from failshut.shell.compound import CASE_ENDS, CLOSERS, Compounds
from failshut.shell.scanner import COMMANDS, META, Room
from failshut.shell.syntax import AndOr, Coproc, Function, List, Node, Pipeline, Simple, Unparsable

KEYWORDS = frozenset(
    "if then else elif fi for while until do done case esac select function coproc [[ { } ! time".split()
)
_FIRST = frozenset([word[0] for word in KEYWORDS])
_NONE: frozenset[str] = frozenset()
_CHAINS = ("&&", "||")
_PIPES = ("||", "|&", "|")
_PARTS = (*CASE_ENDS, "&&", "&>", ";", "&")


def parse(text: str) -> List:
    """Return the tree of a whole text; raises ``Unparsable``."""
    parser, whole = Parser(text), List(0)
    with Room():
        while (line := parser.line()) is not None:
            whole.items += line.items
    whole.end = len(text)
    return whole


class Parser(Compounds):
    """Read commands."""

    __slots__ = ()

    def line(self) -> List | None:
        """Return the next complete line, None at the end."""
        self.lines()
        if self.at >= self.size:
            return None
        found = List(self.base + self.at)
        while self.at < self.size:
            try:
                node = self.chain()
            except Unparsable as error:
                if not error.cap or not found.items:
                    raise
                return found  # the next line fails at the same cap
            if self.count[0] > COMMANDS:
                found.items.append((node, False))
                return found
            background = self.separator()
            found.items.append((node, background == "&"))
            if background == "\n":
                break
            self.skip()
            if self.text.startswith("\n", self.at):
                self.newline()
                break
            if not background and self.at < self.size:
                raise self.fail("an operator out of place")
        found.end = self.base + self.at
        return found

    def program(self) -> List:
        """Read commands up to a closing parenthesis or the end."""
        return self.listing(_NONE)

    def apart(self, text: str) -> List:
        """Read a text of its own line by line: bash sees an error in it only when it gets there."""
        reader, whole = self.nested(text, self.base + self.at + 1), List(self.base + self.at)
        assert isinstance(reader, Parser)
        try:
            while (line := reader.line()) is not None:
                whole.items += line.items
        except Unparsable as error:
            if error.cap:
                raise
        whole.end = reader.base + reader.size
        return whole

    def listing(self, stops: frozenset[str]) -> List:
        """Read commands up to a parenthesis, the end or a word of ``stops``, which stays."""
        found = List(self.base + self.at)
        ended = "\n"
        while True:
            self.lines()
            if self.at >= self.size or self.text[self.at] == ")":
                break
            word = self.bare()
            if word and word in stops:
                break
            if ";;" in stops and self.operator(_PARTS, self.at)[0] in CASE_ENDS:
                break
            if not ended:
                raise self.fail("an operator out of place")
            node = self.chain()
            ended = self.separator()
            found.items.append((node, ended == "&"))
        found.end = self.base + self.at
        return found

    def separator(self) -> str:
        """Step over ``;``, ``&`` or a newline and return it; "" when none stands here."""
        self.skip()
        if self.text.startswith("\n", self.at):
            self.newline()
            return "\n"
        op, end = self.operator(_PARTS, self.at)
        if op in (";", "&"):
            self.at = end
            return op
        return ""

    def body(self, *stops: str) -> List:
        """Read a compound command's list, which can't be empty, and the word that ends it."""
        found = self.some(*stops)
        self.expect(*stops)
        return found

    def some(self, *stops: str) -> List:
        """Read a list that can't be empty."""
        found = self.listing(frozenset(stops))
        if not found.items:
            raise self.fail("an empty list of commands")
        return found

    def bare(self) -> str:
        """Return the reserved word that stands here, "" when none does."""
        text, at, size = self.text, self.at, self.size
        if at >= size or text[at] not in _FIRST:
            return ""
        end = at + 1
        while end < size and end - at < 9 and (text[end].islower() or text[end] == "["):
            end += 1
        if end < size and text[end] not in META:
            return self.joined() if text.startswith("\\\n", end) else ""
        found = text[at:end]
        return found if found in KEYWORDS else ""

    def joined(self) -> str:
        """Return the reserved word that line continuations part."""
        at, found = self.at, ""
        while at < self.size and self.text[at] not in META and len(found) < 9:
            if self.text.startswith("\\\n", at):
                at += 2
                continue
            found += self.text[at]
            at += 1
        return found if found in KEYWORDS else ""

    def take(self, word: str) -> None:
        """Step over a reserved word."""
        for char in word:
            while self.text.startswith("\\\n", self.at):
                self.at += 2
            self.at += len(char)

    def expect(self, *words: str) -> str:
        """Step over one of the reserved words."""
        self.lines()
        word = self.bare()
        if word not in words:
            raise self.fail(f"no {words[0]}")
        self.take(word)
        return word

    def chain(self) -> Node:
        """Read pipelines joined by ``&&`` and ``||``."""
        start = self.base + self.at
        node = self.pipeline()
        self.skip()
        op, end = self.operator(_CHAINS, self.at)
        if not op:
            return node
        found = AndOr(start)
        found.items.append(("", node))
        while op:
            self.at = end
            self.lines()
            try:
                found.items.append((op, self.pipeline()))
            except Unparsable as error:
                self.passes(error)
                break
            self.skip()
            op, end = self.operator(_CHAINS, self.at)
        found.end = self.base + self.at
        return found

    def pipeline(self) -> Node:
        """Read commands joined by ``|``."""
        start = self.base + self.at
        prefixed = self.prefix()
        if prefixed and self.ends():
            return Simple(start)
        node = self.command()
        self.skip()
        end = self.piped()
        if not end:
            return node
        found = Pipeline(start)
        found.items.append(node)
        while end:
            self.at = end
            self.lines()
            try:
                found.items.append(self.command())
            except Unparsable as error:
                self.passes(error)
                break
            self.skip()
            end = self.piped()
        found.end = self.base + self.at
        return found

    def passes(self, error: Unparsable) -> None:
        """Let the commands before the cap stand as a chain of their own, on the outermost level."""
        if not error.cap or self.depth != self.floor or self.inside or self.count[0] <= COMMANDS:
            raise error

    def piped(self) -> int:
        """Return where a ``|`` that stands here ends, 0 when none does."""
        op, end = self.operator(_PIPES, self.at)
        return end if op in ("|", "|&") else 0

    def ends(self) -> bool:
        """Tell whether a pipeline may end here."""
        self.skip()
        return self.at >= self.size or (
            self.text[self.at] in ";&\n)" and not self.text.startswith("&>", self.at)
        )

    def prefix(self) -> bool:
        """Step over ``!`` and ``time`` with its options."""
        found = False
        self.skip()
        while (word := self.bare()) in ("!", "time"):
            found = True
            self.take(word)
            self.skip()
            while word == "time":
                op, end = self.operator(("-p", "--"), self.at)
                if not op or (self.text[end : end + 1] not in (*META, "", "\\")):
                    break
                self.at = end
                self.skip()
        return found

    def command(self) -> Node:
        """Read one command of any kind."""
        start = self.at
        self.counted()
        word = self.bare()
        if word in CLOSERS:
            raise self.fail(f"{word} out of place")
        if not word and not self.text.startswith("(", start):
            return self.simple()
        self.deepen()
        node = self.compound(word) if word else self.parentheses()
        self.depth -= 1
        if not isinstance(node, (Simple, Function, Coproc)):
            node.redirects = self.redirections()
        node.end = self.base + self.at
        return node
