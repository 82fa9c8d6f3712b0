"""Read the words of shell text, from left to right.  Hot."""

from failshut.shell.expansions import Expansions
from failshut.shell.scanner import LETTERS, META, NAME, STOPS
from failshut.shell.syntax import Lit, Param, Part, Word

PROCESS = ("<(", ">(")


class Lexer(Expansions):
    """Read words."""

    __slots__ = ()

    def word(self, assign: bool = False) -> Word | None:
        """Read one word, or None when none begins here; ``assign`` = it may be an assignment."""
        text, size, start = self.text, self.size, self.at
        parts: list[Part] = []
        found = Word((), self.base + start, 0)
        if assign and text[start : start + 1] in LETTERS:
            self.target(found)
        while self.at < size:
            at = end = self.at
            while end < size and text[end] not in STOPS:
                end += 1
            if end > at:
                last = parts[-1] if parts and text[at - 1] == "\n" else None
                if isinstance(last, Lit) and not last.quoted:
                    parts[-1] = Lit(last.text + text[at:end], False)
                else:
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
            if self.filled and "${" in text[at + 1 : end]:
                self.marks(text[at + 1 : end], parts)
            else:
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
        elif char in "<>" and self.operator(PROCESS, at)[0]:
            self.at = self.operator(PROCESS, at)[1] - 2
            self.substitution(char + "(", parts, False)
        elif char == "(" and word.name and word.array is None and not parts:
            self.elements(word)
            if self.at < self.size and text[self.at] not in META:  # no array for bash, but a text
                word.array = None
                parts.append(Param("_", True))
                return True
            return False
        elif char == "(" and self.extglob and not first and self.before(at) in "?*+@!":
            self.pattern(parts)
        else:
            return False
        return True

    def before(self, at: int) -> str:
        """Return the character before a position, line continuations left out."""
        while self.text.startswith("\\\n", at - 2):
            at -= 2
        return self.text[at - 1]

    def marks(self, text: str, parts: list[Part]) -> None:
        """Read what stands in single quotes where an unknown value may have been put in."""
        first, *rest = text.split("${")
        parts.append(Lit(first, True))
        for piece in rest:
            inside, close, after = piece.partition("}")
            name, blank, what = inside.partition(" ")
            if close and blank and name in ("env", "sub"):
                mark = Param(name, True)
                mark.op, mark.arg = "bad", (Lit(blank + what, True),)
                parts += [mark, Lit(after, True)]
            else:
                parts.append(Lit("${" + piece, True))

    def target(self, word: Word) -> None:
        """Read ``NAME=``, ``NAME+=`` or ``NAME[…]=`` when it stands here."""
        text, at, size = self.text, self.at, self.size
        end = at + 1
        while end < size and (text[end] in NAME or text.startswith("\\\n", end)):
            end += 1 if text[end] in NAME else 2
        name, index = text[at:end].replace("\\\n", ""), (0, 0)
        if text.startswith("[", end):
            close = self.bracket(end)
            if close < 0:
                return
            index = (end + 1, close)
            end = close + 1
        op, end = self.operator(("+=", "="), end)
        append = op == "+="
        if not op:
            return
        word.name, word.append = name, append
        if index[1]:
            self.at = index[0]
            word.index = self.until("", False, index[1])
        self.at = end

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
