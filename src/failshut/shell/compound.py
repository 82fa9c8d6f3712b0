"""Read compound commands: branches, loops, groups, functions.  Hot."""

from failshut.shell.scanner import META
from failshut.shell.simple import Simples
from failshut.shell.syntax import (
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
    Simple,
    Word,
)
from failshut.shell.tokens import is_name

CLOSERS = frozenset("then else elif fi do done esac }".split())
CASE_ENDS = (";;&", ";;", ";&")


class Compounds(Simples):
    """Read compound commands.

    The methods at the end are declarations: ``grammar.Parser`` supplies them (a test asserts it).
    """

    __slots__ = ()

    def compound(self, word: str) -> Node:
        """Read the compound command that a reserved word begins."""
        start = self.base + self.at
        if word == "!":
            raise self.fail("! out of place")
        if word == "time":
            self.prefix()
            return Simple(start) if self.ends() else self.command()
        self.take(word)
        if word == "{":
            return Group(start, self.body("}"), False)
        if word in ("while", "until"):
            condition = self.body("do")
            return Loop(start, condition, self.body("done"), word == "until")
        if word == "if":
            return self.branches(start)
        if word in ("for", "select"):
            return self.loop(start, word == "select")
        if word == "case":
            return self.case(start)
        if word == "[[":
            return self.condition(start)
        if word == "function":
            return self.function(start)
        return self.coprocess(start)

    def parentheses(self) -> Node:
        """Read ``((…))`` or a subshell."""
        start = self.at
        parts = self.sum(start)
        if parts is not None:
            return ArithCommand(self.base + start, parts)
        self.at += 1
        found = self.some()
        self.close()
        return Group(self.base + start, found, True)

    def branches(self, start: int) -> Node:
        """Read ``if`` from behind the word."""
        found = If(start)
        word = "if"
        while word in ("if", "elif"):
            condition = self.body("then")
            branch = self.some("elif", "else", "fi")
            word = self.expect("elif", "else", "fi")
            found.arms.append((condition, branch))
        if word == "else":
            found.arms.append((None, self.body("fi")))
        return found

    def loop(self, start: int, select: bool) -> Node:
        """Read ``for`` or ``select`` from behind the word."""
        self.skip()
        parts = None if select else self.sum(self.at)
        if parts is not None:
            self.separated()
            return ForArith(start, parts, self.block())
        name = self.word()
        if name is None or not name.bare():
            raise self.fail("a loop without a variable")
        self.lines()
        words: list[Word] | None = None
        if self.introduced():
            words = self.words()
            if self.separator() not in (";", "\n"):
                raise self.fail("a loop without do")
        self.separated()
        return For(start, name.bare(), words, self.block(), select)

    def introduced(self) -> bool:
        """Step over ``in``, if it stands here."""
        op, end = self.operator(("in",), self.at)
        found = bool(op) and self.text[end : end + 1] in (*META, "", "\\")
        self.at = end if found else self.at
        return found

    def separated(self) -> None:
        """Step over an optional ``;`` and newlines."""
        self.skip()
        if self.text.startswith(";", self.at) and not self.text.startswith(";;", self.at):
            self.at += 1
        self.lines()

    def block(self) -> List:
        """Read ``do … done`` or ``{ … }``."""
        return self.body("done" if self.expect("do", "{") == "do" else "}")

    def words(self) -> list[Word]:
        """Read words to the end of the line."""
        found: list[Word] = []
        while True:
            self.skip()
            word = self.word()
            if word is None:
                return found
            found.append(word)

    def case(self, start: int) -> Node:
        """Read ``case`` from behind the word."""
        self.skip()
        word = self.word()
        if word is None:
            raise self.fail("a case without a word")
        found = Case(start, word)
        self.lines()
        if not self.introduced():
            raise self.fail("a case without in")
        while True:
            self.lines()
            if self.bare() == "esac":
                break
            patterns = self.patterns()
            body = self.listing(frozenset((";;", "esac")))
            end, self.at = self.operator(CASE_ENDS, self.at)
            found.arms.append((patterns, body, end))
            if not end:
                break
        self.expect("esac")
        return found

    def patterns(self) -> list[Word]:
        """Read the patterns of one arm and the parenthesis behind them."""
        found: list[Word] = []
        if self.text.startswith("(", self.at):
            self.at += 1
        while True:
            self.skip()
            word = self.word()
            if word is None:
                raise self.fail("a case without a pattern")
            found.append(word)
            self.skip()
            if not self.text.startswith("|", self.at):
                break
            self.at += 1
        self.close()
        return found

    def condition(self, start: int) -> Node:
        """Read ``[[ … ]]`` from behind its opening."""
        found, extglob = Cond(start), self.extglob
        self.extglob = True
        opened = 0
        while True:
            self.lines()
            text, at = self.text, self.at
            end = self.operator(("]]",), at)[1]
            if end > at and text[end : end + 1] in (*META, "", "\\") and not opened:
                self.at = end
                break
            if at >= self.size or text[at] == ";":
                raise self.fail("a condition that doesn't close")
            word = None if text[at] in "<>" else self.word()
            if word is not None:
                found.words.append(word)
                if word.bare() == "=~":
                    self.regex(found)
                continue
            if text[at] == ")" and not opened:
                raise self.fail("an unbalanced parenthesis")
            opened += {"(": 1, ")": -1}.get(text[at], 0)
            self.at += 2 if text.startswith(("&&", "||"), at) else 1
        self.extglob = extglob
        return found

    def regex(self, found: Cond) -> None:
        """Read the pattern behind ``=~``, in which parentheses and bars are plain characters."""
        self.lines()
        opened = 0
        while self.at < self.size:
            word = self.word()
            if word is not None:
                found.words.append(word)
                continue
            char = self.text[self.at]
            if char in " \t\n;" and (not opened or char in "\n;"):
                break
            if char == ")" and not opened:
                break
            opened += {"(": 1, ")": -1}.get(char, 0)
            self.at += 1

    def function(self, start: int) -> Node:
        """Read ``function NAME`` from behind the word."""
        self.skip()
        name = self.word()
        if name is None:
            raise self.fail("a function without a name")
        self.skip()
        if self.text.startswith("(", self.at):
            mark = self.at
            self.at += 1
            self.skip()
            if self.text.startswith(")", self.at):
                self.at += 1
            else:
                self.at = mark
        return self.defined(start, name)

    def defined(self, start: int, name: Word) -> Node:
        """Read a function's body."""
        self.lines()
        word = self.bare()
        if word in ("function", "coproc", "!", "time") or (
            not word and not self.text.startswith("(", self.at)
        ):
            raise self.fail("a function without a body")
        text = self.text[name.start - self.base : name.end - self.base]
        return Function(start, name.bare() or text, self.command())

    def coprocess(self, start: int) -> Node:
        """Read ``coproc`` from behind the word."""
        self.skip()
        mark, name = self.at, "COPROC"
        if not self.bare() and not self.text.startswith("(", mark):
            word = self.word()
            self.skip()
            compound = self.text.startswith("(", self.at) or (self.bare() and self.bare() not in CLOSERS)
            if word is not None and is_name(word.bare()) and compound:
                name = word.bare()
            else:
                self.at = mark
        return Coproc(start, name, self.command())

    def command(self) -> Node:
        """Read one command of any kind; the grammar knows how."""
        raise NotImplementedError

    def bare(self) -> str:
        """Return the reserved word that stands here."""
        raise NotImplementedError

    def take(self, word: str) -> None:
        """Step over a reserved word."""
        raise NotImplementedError

    def body(self, *stops: str) -> List:
        """Read a list and the word that ends it."""
        raise NotImplementedError

    def some(self, *stops: str) -> List:
        """Read a list that can't be empty."""
        raise NotImplementedError

    def listing(self, stops: frozenset[str]) -> List:
        """Read a list."""
        raise NotImplementedError

    def expect(self, *words: str) -> str:
        """Step over one of the reserved words."""
        raise NotImplementedError

    def separator(self) -> str:
        """Step over what parts commands."""
        raise NotImplementedError

    def prefix(self) -> bool:
        """Step over ``!`` and ``time``."""
        raise NotImplementedError

    def ends(self) -> bool:
        """Tell whether a pipeline may end here."""
        raise NotImplementedError
