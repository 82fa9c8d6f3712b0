"""Read double quotes and what a dollar sign or a backtick begins.  Hot."""

from failshut.shell.heredoc import Documents
from failshut.shell.scanner import ARITH_STOPS, DIGITS, LETTERS, NAME, OPS, QUOTED_STOPS, SPECIAL
from failshut.shell.syntax import Arith, Lit, Param, Part, Sub, Word
from failshut.shell.tokens import is_name


class Expansions(Documents):
    """Read expansions."""

    __slots__ = ()

    def double(self, parts: list[Part]) -> None:
        """Read a double-quoted string."""
        text, at = self.text, self.at + 1
        parts.append(Lit("", True))
        while True:
            end = at
            size = self.size
            while end < size and text[end] not in QUOTED_STOPS:
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
            found = self.sum(at)
            if found is not None:
                parts.append(Arith(found, quoted))
            else:
                self.at = at - 1
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
        elif char and char in LETTERS:
            end = self.named(at)
            parts.append(Param(text[at:end].replace("\\\n", ""), quoted))
            self.at = end
        elif char and char in SPECIAL:
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
            if following != "\n":
                found.append("\\" + following if keep else following)
            at = end + 2
        self.deepen()
        sub = Sub("`", self.apart("".join(found)), quoted)
        sub.source = ("".join(found), self.base + self.at + 1)
        self.depth -= 1
        self.at = end + 1
        parts.append(sub)

    def expression(self, end: int) -> tuple[Part, ...]:
        """Read an arithmetic expression up to a position."""
        text = self.text
        found: list[Part] = [Lit("", True)]
        while self.at < end:
            at = self.at
            while at < end and text[at] not in ARITH_STOPS:
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
        self.hop()
        text = self.text
        found = Param("", quoted)
        if text.startswith("#", self.at) and (
            self.operator(("#?}", "#-}"), self.at)[0]
            or not text.startswith(("#}", "#:", "#-", "#=", "#?", "#+"), self.at)
        ):
            found.op = "#len"
            self.at += 1
        elif text.startswith("!", self.at) and text[self.at + 1 : self.at + 2] in NAME:
            found.indirect = True
            self.at += 1
        found.name = self.name()
        if found.name and text.startswith("[", self.at):
            self.at += 1
            found.index = self.until("]", False)
            self.at += 1
            self.hop()
        if not found.name or not self.operation(found, quoted):
            found.op = "bad"
            found.arg = self.until("}", quoted)
        if not text.startswith("}", self.at):
            raise self.fail("a parameter that doesn't close")
        self.at += 1
        self.depth -= 1
        parts.append(found)

    def name(self) -> str:
        """Read a parameter's name inside braces."""
        text, at = self.text, self.at
        char = text[at : at + 1]
        if char and char in SPECIAL and char not in DIGITS:
            self.at += 1
            return char
        self.at = self.named(at)
        name = text[at : self.at].replace("\\\n", "")
        return name if is_name(name) or name.isdigit() else ""

    def named(self, at: int) -> int:
        """Return where a name that begins at a position ends, line continuations included."""
        text, end = self.text, at
        while end < self.size and (text[end] in NAME or (self.joins and text.startswith("\\\n", end))):
            end += 1 if text[end] in NAME else 2
        return end

    def hop(self) -> None:
        """Step over line continuations."""
        while self.text.startswith("\\\n", self.at):
            self.at += 2

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
        op, end = self.operator(OPS, self.at)
        if not op:
            return False
        found.op = op
        self.at = end
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
        text = self.text
        found: list[Part] = []
        limit = self.size if end < 0 else end
        marks = QUOTED_STOPS | frozenset(stops) | (frozenset("'") if pattern or not quoted else frozenset())
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
