"""Read shell text into its tree, as bash's grammar has it.

``Parser.line`` reads as much as bash reads before it runs it: one complete line.  Raises
``Unparsable`` and nothing else; time grows with the length only.  Hot.
"""

from failshut.shell.lexer import META, Lexer, Room
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
    Unparsable,
    Word,
)
from failshut.shell.tokens import is_name

COMMANDS = 4000  # that one text may have
KEYWORDS = frozenset(
    "if then else elif fi for while until do done case esac select function coproc [[ { } ! time".split()
)
_FIRST = frozenset(word[0] for word in KEYWORDS)
_CLOSERS = frozenset("then else elif fi do done esac }".split())
_DECLARE = frozenset("declare typeset local readonly export alias".split())
_REDIRECTS = ("&>>", "&>", "<<<", "<<-", "<<", "<&", "<>", ">>", ">&", ">|", "<", ">")
_CASE_ENDS = (";;&", ";;", ";&")
_NONE: frozenset[str] = frozenset()


def parse(text: str) -> List:
    """Return the tree of a whole text; raises ``Unparsable``."""
    parser, whole = Parser(text), List(0)
    with Room():
        while (line := parser.line()) is not None:
            whole.items += line.items
    whole.end = len(text)
    return whole


class Parser(Lexer):
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
            if ";;" in stops and self.text.startswith(_CASE_ENDS, self.at):
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
        if char == ";" and not text.startswith(_CASE_ENDS, at):
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

    # Lists and pipelines

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

    # Commands

    def command(self) -> Node:
        """Read one command of any kind."""
        start = self.at
        self.count[0] += 1
        if self.count[0] > COMMANDS:
            raise self.fail("too many commands", cap=True)
        word = self.bare()
        if word in _CLOSERS:
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
            return Loop(start, condition, self.body("done"))
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
        if self.text.startswith("((", start) and self.arithmetic(start):
            self.at += 2
            node = ArithCommand(self.base + start, self.expression(self.closes[start] - 1))
            self.at += 2
            return node
        self.at += 1
        found = self.some()
        self.close()
        return Group(self.base + start, found, True)

    def close(self) -> None:
        """Step over a closing parenthesis."""
        if not self.text.startswith(")", self.at):
            raise self.fail("an unbalanced parenthesis")
        self.at += 1

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
        at = self.at
        if not select and self.text.startswith("((", at) and self.arithmetic(at):
            self.at += 2
            parts = self.expression(self.closes[at] - 1)
            self.at += 2
            self.separated()
            return ForArith(start, parts, self.block())
        name = self.word()
        if name is None or not name.bare():
            raise self.fail("a loop without a variable")
        self.lines()
        words: list[Word] | None = None
        if self.text.startswith("in", self.at) and self.text[self.at + 2 : self.at + 3] in (
            *META,
            "",
            "\\",
        ):
            self.at += 2
            words = self.words()
            if self.separator() not in (";", "\n"):
                raise self.fail("a loop without do")
        self.separated()
        return For(start, name.bare(), words, self.block(), select)

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
        if not self.text.startswith("in", self.at) or self.text[self.at + 2 : self.at + 3] not in (
            *META,
            "\\",
        ):
            raise self.fail("a case without in")
        self.at += 2
        while True:
            self.lines()
            if self.bare() == "esac":
                break
            patterns = self.patterns()
            body = self.listing(frozenset((";;", "esac")))
            end = next((one for one in _CASE_ENDS if self.text.startswith(one, self.at)), "")
            self.at += len(end)
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
            if text.startswith("]]", at) and text[at + 2 : at + 3] in (*META, "") and not opened:
                self.at += 2
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
            compound = self.text.startswith("(", self.at) or (self.bare() and self.bare() not in _CLOSERS)
            if word is not None and is_name(word.bare()) and compound:
                name = word.bare()
            else:
                self.at = mark
        return Coproc(start, name, self.command())

    # Simple commands and redirections

    def simple(self) -> Node:
        """Read assignments, words and redirections, or ``NAME ()`` and a body."""
        found = Simple(self.base + self.at)
        redirects: list[Redir] = []
        assign, text = True, self.text
        while True:
            self.skip()
            if self.at >= self.size:
                break
            redirect = self.redirection()
            if redirect is not None:
                redirects.append(redirect)
                continue
            word = self.word(assign)
            if word is None:
                if text[self.at] == "(":
                    if len(found.words) != 1 or found.assigns or redirects:
                        raise self.fail("parentheses out of place")
                    return self.shorthand(found)
                break
            if word.name and not found.words:
                found.assigns.append(word)
            else:
                found.words.append(word)
                if len(found.words) == 1:
                    assign = word.bare() in _DECLARE
        if not found.words and not found.assigns and not redirects:
            raise self.fail("an operator out of place")
        found.redirects = tuple(redirects)
        found.end = max([one.end for one in (*found.words[-1:], *found.assigns[-1:], *redirects[-1:])])
        return found

    def shorthand(self, found: Simple) -> Node:
        """Read the rest of ``NAME () body``."""
        self.at += 1
        self.skip()
        self.close()
        self.deepen()
        node = self.defined(found.start, found.words[0])
        self.depth -= 1
        node.end = self.base + self.at
        return node

    def redirections(self) -> tuple[Redir, ...]:
        """Read the redirections behind a compound command."""
        found: list[Redir] = []
        while True:
            self.skip()
            redirect = self.redirection()
            if redirect is None:
                return tuple(found)
            found.append(redirect)

    def redirection(self) -> Redir | None:
        """Read a redirection when one begins here."""
        text, at, size = self.text, self.at, self.size
        start = at
        char = text[at : at + 1]
        variable = ""
        if char.isdigit():
            while at < size and text[at].isdigit():
                at += 1
        elif char == "{":
            end = text.find("}", at, at + 100)
            if end < 0 or not is_name(text[at + 1 : end]):
                return None
            variable, at = text[at + 1 : end], end + 1
        if at >= size or text[at] not in "<>&":
            return None
        op = next((one for one in _REDIRECTS if text.startswith(one, at)), "")
        if not op or (at > start and op[0] == "&"):
            return None
        if op in ("<", ">") and text.startswith("(", at + 1):
            return None
        self.at = at + len(op)
        self.skip()
        written = op if variable else text[start:at] + op
        if op in ("<<", "<<-"):
            return self.document(written, start)
        target = self.word()
        if target is None:
            raise self.fail("a redirection without a target")
        redirect = Redir(written, target, self.base + start, self.base + self.at)
        redirect.variable = variable
        return redirect

    def document(self, op: str, start: int) -> Redir:
        """Read a here-document's delimiter; its body follows after the line."""
        delimiter, quoted = self.delimiter()
        target = Word((), self.base + start, self.base + self.at)
        redirect = Redir(op, target, self.base + start, self.base + self.at)
        redirect.quoted = quoted
        redirect.body = ()
        self.pending.append((redirect, delimiter, op.endswith("-")))
        return redirect
