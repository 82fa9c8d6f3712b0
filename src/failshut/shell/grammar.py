"""Read shell text into its tree, as bash's grammar has it.

``Parser.line`` reads as much as bash reads before it runs it: one complete line.  Raises
``Unparsable`` and nothing else; time grows with the length only.  Hot.
"""

from failshut.shell.compound import CASE_ENDS, CLOSERS, Compounds
from failshut.shell.scanner import META, Room
from failshut.shell.syntax import AndOr, Coproc, Function, List, Node, Pipeline, Simple, Unparsable

KEYWORDS = frozenset(
    "if then else elif fi for while until do done case esac select function coproc [[ { } ! time".split()
)
_FIRST = frozenset([word[0] for word in KEYWORDS])
_NONE: frozenset[str] = frozenset()


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
            if ";;" in stops and self.text.startswith(CASE_ENDS, self.at):
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
        text, at = self.text, self.at
        char = text[at : at + 1]
        if char == "\n":
            self.newline()
            return char
        if char == ";" and not text.startswith(CASE_ENDS, at):
            self.at += 1
            return char
        if char == "&" and not text.startswith(("&&", "&>"), at):
            self.at += 1
            return char
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
        if not self.text.startswith(("&&", "||"), self.at):
            return node
        found = AndOr(start)
        found.items.append(("", node))
        while self.text.startswith(("&&", "||"), self.at):
            op = self.text[self.at : self.at + 2]
            self.at += 2
            self.lines()
            found.items.append((op, self.pipeline()))
            self.skip()
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
        if not self.piped():
            return node
        found = Pipeline(start)
        found.items.append(node)
        while self.piped():
            self.at += 2 if self.text.startswith("|&", self.at) else 1
            self.lines()
            found.items.append(self.command())
            self.skip()
        found.end = self.base + self.at
        return found

    def piped(self) -> bool:
        text = self.text
        return text.startswith("|", self.at) and not text.startswith("||", self.at)

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
            while word == "time" and self.text.startswith(("-p", "--"), self.at):
                if self.text[self.at + 2 : self.at + 3] not in META and self.at + 2 < self.size:
                    break
                self.at += 2
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
