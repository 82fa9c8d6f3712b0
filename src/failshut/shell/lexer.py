"""Read words, expansions and here-documents of shell text, from left to right.

``failshut.shell.grammar`` adds the commands, which substitutions need.  Each character is looked at
a bounded number of times; depth is counted.  Hot: imports nothing but the tree.
"""

import sys

from failshut.shell.syntax import Arith, List, Lit, Param, Part, Redir, Sub, Unparsable, Word
from failshut.shell.tokens import is_name

DEPTH = 100
BLANK = " \t"
META = frozenset(" \t\n;&|<>()")
_STOPS = META | frozenset("'\"\\$`")
_QUOTED_STOPS = frozenset('"\\$`')
_ARITH_STOPS = frozenset("\"'\\$`")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_DIGITS = frozenset("0123456789")
_NAME = _LETTERS | _DIGITS
_SPECIAL = frozenset("@*#?!$-0123456789")
_OPS = (":-", ":=", ":?", ":+", "##", "%%", "//", "/#", "/%", "^^", ",,", "-", "=", "?", "+", "#", "%",
        "/", "^", ",", ":", "@", "~~", "~")  # fmt: skip
_ESCAPES = {
    "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r",
    "t": "\t", "v": "\v", "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
_HEX = {"x": 2, "u": 4, "U": 8}
_FAR = 300  # characters in which a subscript's end is looked for
_FRAMES = 10000  # calls in calls that DEPTH levels of everything need, and more


class Room:
    """Raise the interpreter's limit of calls in calls while a ``with`` block reads a text."""

    __slots__ = ("before",)

    def __enter__(self) -> None:
        self.before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self.before, _FRAMES))

    def __exit__(self, *error: object) -> None:
        sys.setrecursionlimit(self.before)


class Lexer:
    """Walk one text; ``base`` is where it begins in the whole text."""

    __slots__ = ("at", "base", "closes", "count", "depth", "extglob", "inside", "pending", "size", "text")

    def __init__(self, text: str, base: int = 0, depth: int = 0, count: list[int] | None = None) -> None:
        self.text = text
        self.size = len(text)
        self.at = 0
        self.base = base
        self.depth = depth
        self.count = [0] if count is None else count
        self.inside = 0  # open substitutions
        self.pending: list[tuple[Redir, str, bool]] = []  # here-documents: delimiter, tabs go
        self.closes: dict[int, int] = {}
        self.extglob = "extglob" in text

    def fail(self, why: str, cap: bool = False) -> Unparsable:
        """Return the exception for the place at hand."""
        return Unparsable(self.base + self.at, why, cap)

    def deepen(self) -> None:
        """Count one more level of nesting."""
        self.depth += 1
        if self.depth > DEPTH:
            raise self.fail("nested too deep", cap=True)

    def program(self) -> List:
        """Read commands up to what closes them; the grammar knows how."""
        raise NotImplementedError

    def nested(self, text: str, base: int) -> "Lexer":
        """Return a reader of the same kind for a text inside this one."""
        return type(self)(text, base, self.depth, self.count)

    def skip(self) -> None:
        """Step over blanks, line continuations and a comment."""
        text, at, size = self.text, self.at, self.size
        while at < size:
            char = text[at]
            if char in BLANK:
                at += 1
            elif char == "\\" and text.startswith("\n", at + 1):
                at += 2
            elif char == "#":
                end = text.find("\n", at)
                at = size if end < 0 else end
            else:
                break
        self.at = at

    def newline(self) -> None:
        """Step over a newline and the here-documents that begin after it."""
        self.at += 1
        while self.pending:
            waiting, self.pending = self.pending, []
            for redir, delimiter, tabs in waiting:
                self.heredoc(redir, delimiter, tabs)

    def lines(self) -> None:
        """Step over blanks and newlines."""
        self.skip()
        while self.at < self.size and self.text[self.at] == "\n":
            self.newline()
            self.skip()

    # Words

    def word(self, assign: bool = False) -> Word | None:
        """Read one word, or None when none begins here; ``assign`` = it may be an assignment."""
        text, size, start = self.text, self.size, self.at
        parts: list[Part] = []
        found = Word((), self.base + start, 0)
        if assign and text[start : start + 1] in _LETTERS:
            self.target(found)
        while self.at < size:
            at = end = self.at
            while end < size and text[end] not in _STOPS:
                end += 1
            if end > at:
                parts.append(Lit(text[at:end], False))
                self.at = end
                continue
            if not self.piece(text[at], parts, found, at == start):
                break
        if self.at == start:
            return None
        found.parts = tuple(parts)
        found.end = self.base + self.at
        return found

    def piece(self, char: str, parts: list[Part], word: Word, first: bool) -> bool:
        """Read what begins with a special character; False = the word ends before it."""
        text, at = self.text, self.at
        if char == "'":
            end = text.find("'", at + 1)
            if end < 0:
                raise self.fail("an unbalanced quote")
            parts.append(Lit(text[at + 1 : end], True))
            self.at = end + 1
        elif char == '"':
            self.double(parts)
        elif char == "\\":
            following = text[at + 1 : at + 2]
            if following != "\n":
                parts.append(Lit(following or "\\", True))
            self.at += 2 if following else 1
        elif char == "$":
            self.dollar(parts, False)
        elif char == "`":
            self.tick(parts, False)
        elif char in "<>" and text.startswith("(", at + 1):
            self.substitution(char + "(", parts, False)
        elif char == "(" and word.name and word.array is None and not parts:
            self.elements(word)
            return False
        elif char == "(" and self.extglob and not first and text[at - 1] in "?*+@!":
            self.pattern(parts)
        else:
            return False
        return True

    def target(self, word: Word) -> None:
        """Read ``NAME=``, ``NAME+=`` or ``NAME[…]=`` when it stands here."""
        text, at, size = self.text, self.at, self.size
        end = at + 1
        while end < size and text[end] in _NAME:
            end += 1
        name, index = text[at:end], (0, 0)
        if text.startswith("[", end):
            close = self.bracket(end)
            if close < 0:
                return
            index = (end + 1, close)
            end = close + 1
        append = text.startswith("+=", end)
        if not append and not text.startswith("=", end):
            return
        word.name, word.append = name, append
        if index[1]:
            self.at = index[0]
            word.index = self.until("", False, index[1])
        self.at = end + 1 + append

    def bracket(self, at: int) -> int:
        """Return where a subscript closes, -1 when not near."""
        count, text = 0, self.text
        if text.find("]", at, at + _FAR) < 0:
            return -1
        for end in range(at, min(self.size, at + _FAR)):
            if text[end] == "[":
                count += 1
            elif text[end] == "]":
                count -= 1
                if not count:
                    return end
        return -1

    def elements(self, word: Word) -> None:
        """Read the words of ``NAME=(…)``."""
        self.deepen()
        self.at += 1
        words: list[Word] = []
        while True:
            self.lines()
            if self.text.startswith(")", self.at):
                break
            start = self.at
            close = self.bracket(start) if self.text.startswith("[", start) else -1
            index: tuple[Part, ...] | None = None
            if close > 0 and self.text.startswith("=", close + 1):
                self.at = start + 1
                index = self.until("", False, close)
                self.at = close + 2
            one = self.word()
            if one is None and index is not None:
                one = Word((), self.base + start, self.base + self.at)
            if one is None:
                raise self.fail("an array that doesn't close")
            one.index = index
            words.append(one)
        self.at += 1
        self.depth -= 1
        word.array = tuple(words)

    def pattern(self, parts: list[Part]) -> None:
        """Read the parentheses of an extended pattern."""
        self.deepen()
        self.at += 1
        parts.append(Lit("(", False))
        while self.at < self.size and self.text[self.at] != ")":
            one = self.word()
            if one is not None:
                parts.extend(one.parts)
            elif self.text[self.at] in "|& \t\n<>;(":
                parts.append(Lit(self.text[self.at], False))
                self.at += 1
        if self.at >= self.size:
            raise self.fail("an unbalanced pattern")
        parts.append(Lit(")", False))
        self.at += 1
        self.depth -= 1

    # Quotes and expansions

    def double(self, parts: list[Part]) -> None:
        """Read a double-quoted string."""
        text, at = self.text, self.at + 1
        parts.append(Lit("", True))
        while True:
            end = at
            size = self.size
            while end < size and text[end] not in _QUOTED_STOPS:
                end += 1
            if end > at:
                parts.append(Lit(text[at:end], True))
            if end >= size:
                raise self.fail("an unbalanced quote")
            self.at = end
            if text[end] == '"':
                self.at += 1
                return
            self.special(text[end], parts, '$`"\\')
            at = self.at

    def special(self, char: str, parts: list[Part], escaped: str) -> None:
        """Read ``$``, a backtick or a backslash inside double quotes."""
        if char == "$":
            self.dollar(parts, True)
        elif char == "`":
            self.tick(parts, True)
        else:
            following = self.text[self.at + 1 : self.at + 2]
            if following and following in escaped:
                parts.append(Lit(following, True))
            elif following != "\n":
                parts.append(Lit("\\" + following, True))
            self.at += 1 + len(following)

    def dollar(self, parts: list[Part], quoted: bool) -> None:
        """Read what a dollar sign begins."""
        text = self.text
        at = self.at + 1
        while text.startswith("\\\n", at):
            at += 2
        char = text[at : at + 1]
        if char == "(":
            self.at = at - 1
            if text.startswith("(", at + 1) and self.arithmetic(at):
                self.at = at + 2
                found = self.expression(self.closes[at] - 1)
                self.at += 2
                parts.append(Arith(found, quoted))
            else:
                self.substitution("$(", parts, quoted)
        elif char == "{":
            self.at = at + 1
            self.parameter(parts, quoted)
        elif char == "[" and (end := self.bracket(at)) > 0:
            self.at = at + 1
            parts.append(Arith(self.expression(end), quoted))
            self.at = end + 1
        elif char == "'" and not quoted:
            self.ansi(at + 1, parts)
        elif char == '"' and not quoted:
            self.at = at
            self.double(parts)
        elif char and char in _LETTERS:
            end = at + 1
            while end < self.size and text[end] in _NAME:
                end += 1
            parts.append(Param(text[at:end], quoted))
            self.at = end
        elif char and char in _SPECIAL:
            parts.append(Param(char, quoted))
            self.at = at + 1
        else:
            parts.append(Lit("$", True))
            self.at += 1

    def substitution(self, kind: str, parts: list[Part], quoted: bool) -> None:
        """Read ``$(…)``, ``<(…)`` or ``>(…)``; the place at hand is one before the parenthesis."""
        self.deepen()
        self.at += 2
        waiting, self.pending = self.pending, []
        self.inside += 1
        body = self.program()
        if not self.text.startswith(")", self.at):
            raise self.fail("a substitution that doesn't close")
        self.at += 1
        self.inside -= 1
        self.pending = waiting + self.pending
        self.depth -= 1
        parts.append(Sub(kind, body, quoted))

    def tick(self, parts: list[Part], quoted: bool) -> None:
        """Read a backtick substitution."""
        text, at = self.text, self.at + 1
        found: list[str] = []
        while True:
            end = at
            while end < self.size and text[end] not in "\\`":
                end += 1
            found.append(text[at:end])
            if end >= self.size:
                raise self.fail("a backtick that doesn't close")
            if text[end] == "`":
                break
            following = text[end + 1 : end + 2]
            keep = following not in ("$", "`", "\\", '"' if quoted else "`")
            found.append("\\" + following if keep else following)
            at = end + 2
        self.deepen()
        reader = self.nested("".join(found), self.base + self.at + 1)
        body = reader.program()
        if reader.at < reader.size:
            raise reader.fail("an operator out of place")
        self.depth -= 1
        self.at = end + 1
        parts.append(Sub("`", body, quoted))

    def arithmetic(self, at: int) -> bool:
        """Tell whether the two parentheses at a position close together, as arithmetic does."""
        if at not in self.closes:
            self.match(at)
        outer, inner = self.closes.get(at, -1), self.closes.get(at + 1, -1)
        return outer > 0 and outer == inner + 1

    def match(self, at: int) -> None:
        """Note for each parenthesis from a position on where it closes (-1 = nowhere)."""
        text, size, stack = self.text, self.size, [at]
        at += 1
        while at < size and stack:
            char = text[at]
            if char == "(":
                stack.append(at)
            elif char == ")":
                self.closes[stack.pop()] = at
            elif char == "\\":
                at += 1
            elif char in "'\"":
                end = text.find(char, at + 1)
                at = end if end > 0 else at
            at += 1
        for left in stack:
            self.closes[left] = -1

    def expression(self, end: int) -> tuple[Part, ...]:
        """Read an arithmetic expression up to a position."""
        text, parts = self.text, [Lit("", True)]
        found: list[Part] = list(parts)
        while self.at < end:
            at = self.at
            while at < end and text[at] not in _ARITH_STOPS:
                at += 1
            if at > self.at:
                found.append(Lit(text[self.at : at], True))
                self.at = at
            elif text[at] in "\"'":
                self.at += 1
            else:
                self.special(text[at], found, "\\$`")
        if self.at != end:
            raise self.fail("an expression that doesn't close")
        return tuple(found)

    def parameter(self, parts: list[Part], quoted: bool) -> None:
        """Read ``${…}`` from behind its brace."""
        self.deepen()
        text = self.text
        found = Param("", quoted)
        if text.startswith("#", self.at) and not text.startswith(
            ("#}", "#:", "#-", "#=", "#?", "#+"), self.at
        ):
            found.op = "#len"
            self.at += 1
        elif text.startswith("!", self.at) and text[self.at + 1 : self.at + 2] in _NAME:
            found.indirect = True
            self.at += 1
        found.name = self.name()
        if found.name and text.startswith("[", self.at):
            self.at += 1
            found.index = self.until("]", quoted)
            self.at += 1
        if not found.name or not self.operation(found, quoted):
            found.op = "bad"
            self.until("}", quoted)
        if not text.startswith("}", self.at):
            raise self.fail("a parameter that doesn't close")
        self.at += 1
        self.depth -= 1
        parts.append(found)

    def name(self) -> str:
        """Read a parameter's name inside braces."""
        text, at = self.text, self.at
        char = text[at : at + 1]
        if char and char in _SPECIAL and char not in _DIGITS:
            self.at += 1
            return char
        end = at
        while end < self.size and text[end] in _NAME:
            end += 1
        self.at = end
        name = text[at:end]
        return name if is_name(name) or name.isdigit() else ""

    def operation(self, found: Param, quoted: bool) -> bool:
        """Read a parameter's operator and what belongs to it; False = bash knows no such thing."""
        text = self.text
        if text.startswith("}", self.at):
            return True
        if found.op:
            return False
        if found.indirect and text.startswith(("*}", "@}"), self.at):
            found.op = "names"
            self.at += 1
            return True
        for op in _OPS:
            if text.startswith(op, self.at):
                break
        else:
            return False
        found.op = op
        self.at += len(op)
        if op[0] == "/":
            found.arg = self.until("/}", quoted, pattern=True)
        elif op == ":":
            found.arg = self.until(":}", quoted)
        else:
            found.arg = self.until("}", quoted, pattern=op[0] in "#%^,@~")
        if op[0] in "/:" and len(op) + (op[0] == "/") < 4 and text[self.at : self.at + 1] in ("/", ":"):
            self.at += 1
            found.more = self.until("}", quoted)
        return True

    def until(self, stops: str, quoted: bool, end: int = -1, pattern: bool = False) -> tuple[Part, ...]:
        """Read parts up to one of the stops (or a position), which is not stepped over."""
        text, parts = self.text, []
        found: list[Part] = list(parts)
        limit = self.size if end < 0 else end
        marks = (
            _QUOTED_STOPS | frozenset(stops) | (frozenset("'") if pattern or not quoted else frozenset())
        )
        while self.at < limit:
            at = self.at
            while at < limit and text[at] not in marks:
                at += 1
            if at > self.at:
                found.append(Lit(text[self.at : at], quoted and not pattern))
                self.at = at
                continue
            char = text[at]
            if char in stops:
                return tuple(found)
            if char == "\\" and quoted and not pattern:
                self.special(char, found, '$`"\\}')
            elif char == "$":
                self.dollar(found, quoted)
            elif char == "`":
                self.tick(found, quoted)
            else:
                self.piece(char, found, Word((), 0, 0), True)
        if stops or self.at != limit:
            raise self.fail("an expansion that doesn't close")
        return tuple(found)

    def ansi(self, at: int, parts: list[Part]) -> None:
        """Decode ``$'…'`` from its first character on."""
        text, size = self.text, self.size
        found: list[str] = []
        while at < size and text[at] != "'":
            char = text[at]
            at += 1
            if char != "\\":
                found.append(char)
                continue
            char = text[at : at + 1]
            at += 1
            if char in _ESCAPES:
                found.append(_ESCAPES[char])
            elif char == "c":
                found.append(chr(ord(text[at : at + 1] or "@") & 31))
                at += 1
            elif char in _HEX or char in "01234567":
                at = self.code(char, at, found)
            else:
                found.append("\\" + char)
        if at >= size:
            raise self.fail("an unbalanced quote")
        whole = "".join(found)
        end = whole.find("\0")
        parts.append(Lit(whole if end < 0 else whole[:end], True))
        self.at = at + 1

    def code(self, char: str, at: int, found: list[str]) -> int:
        """Decode a number of ``$'…'``; returns where it ends."""
        text = self.text
        if char in _HEX:
            start, width, base, chars = at, _HEX[char], 16, "0123456789abcdefABCDEF"
        else:
            start, width, base, chars = at - 1, 3, 8, "01234567"
        at = start
        while at < self.size and at - start < width and text[at] in chars:
            at += 1
        if at == start:
            found.append("\\" + char)
            return at
        code = int(text[start:at], base)
        if char not in "uU":
            code &= 255
        # A byte above 127 is part of a character that other bytes complete; it stays one here.
        found.append(chr(code) if code <= 0x10FFFF else "?")
        return at

    # Here-documents

    def delimiter(self) -> tuple[str, bool]:
        """Read a here-document's delimiter; returns it without quotes, and whether it had any."""
        text, start = self.text, self.at
        found, quoted = [], False
        while self.at < self.size and text[self.at] not in META:
            char = text[self.at]
            if char in "'\"":
                end = text.find(char, self.at + 1)
                if end < 0:
                    raise self.fail("an unbalanced quote")
                found.append(text[self.at + 1 : end])
                self.at, quoted = end + 1, True
            elif char == "\\":
                following = text[self.at + 1 : self.at + 2]
                quoted = quoted or following != "\n"
                found.append(following if following != "\n" else "")
                self.at += 2
            else:
                if char == "$" and text.startswith(("'", '"'), self.at + 1):
                    char = ""
                found.append(char)
                self.at += 1
        self.at = min(self.at, self.size)
        if self.at == start:
            raise self.fail("a here-document without a delimiter")
        return "".join(found), quoted

    def heredoc(self, redir: Redir, delimiter: str, tabs: bool) -> None:
        """Read a here-document's body, whose first line begins here."""
        text, size, start = self.text, self.size, self.at
        found: list[str] = []
        joined = False
        while self.at < size:
            end = text.find("\n", self.at)
            end = size if end < 0 else end
            line = text[self.at : end]
            if tabs:
                line = line.lstrip("\t")
            if not joined and line == delimiter:
                self.at = min(end + 1, size)
                break
            if self.inside and not joined and line.startswith(delimiter) and ")" in line[len(delimiter) :]:
                self.at = end - len(line) + len(delimiter)
                break
            found.append(line)
            self.at = min(end + 1, size)
            if not redir.quoted:
                joined = (len(line) - len(line.rstrip("\\"))) % 2 == 1
        body = "\n".join(found) + ("\n" if found else "")
        redir.body = (Lit(body, True),)
        if not redir.quoted and ("$" in body or "`" in body or "\\" in body):
            redir.body = self.nested(body, self.base + start).inner()

    def inner(self) -> tuple[Part, ...]:
        """Read the whole text as a here-document's body."""
        parts: list[Part] = []
        self.deepen()
        while self.at < self.size:
            at = self.at
            end = at
            while end < self.size and self.text[end] not in "\\$`":
                end += 1
            if end > at:
                parts.append(Lit(self.text[at:end], True))
                self.at = end
            else:
                self.special(self.text[at], parts, "\\$`")
        return tuple(parts)
