"""Cut a program of a C-like language into tokens, by a table that says what its texts look like.  Hot."""

from failshut.effects.scripts.clike.quotes import QUOTING, Quotes
from failshut.effects.scripts.clike.token import DIGITS, LETTERS, OPENS, Token
from failshut.effects.scripts.values import Spent

_LONG = tuple(
    (
        "=== !== <<= >>= **= ||= &&= //= ... <=> ??= -> => :: .. == != <= >= && || ?? ?. += -= *="
        " /= .= << >> ++ -- =~ !~ <-"
    ).split()
)
_MOST = 20000
_BEFORE = frozenset(
    "return case typeof in of new delete void throw and or not if unless while until print puts split grep"
    " map join push when then else elsif do die warn say unlink system exec for foreach glob echo await"
    " x".split()
)
"""Words behind which a value begins."""


class Lexer(Quotes):
    """Walk a program once; ``found`` are its tokens."""

    def run(self) -> list[Token]:
        """Return the tokens, with the mates of brackets filled in."""
        size = len(self.text)
        while self.skip() < size:
            if len(self.found) > _MOST:
                raise Spent
            before = self.at
            self.token()
            self.line = self.space = False
            self.at = max(self.at, before + 1)
        opened: list[int] = []
        for at, token in enumerate(self.found):
            if token.kind == "op" and token.text in ("(", "[", "{"):
                opened.append(at)
            elif token.kind == "op" and token.text in (")", "]", "}"):
                while opened and OPENS[self.found[opened[-1]].text] != token.text:
                    self.found[opened.pop()].mate = at
                if opened:
                    self.found[opened.pop()].mate = at
        for at in opened:
            self.found[at].mate = len(self.found)
        return self.found

    def skip(self) -> int:
        """Step over blanks and comments; return the place behind them."""
        text, language = self.text, self.language
        while self.at < len(text):
            char = text[self.at]
            if char == "\n":
                self.line, self.space = True, True
                self.at += 1
                if self.docs:
                    self.bodies()
                if (
                    language.pod
                    and text.startswith("=", self.at)
                    and text[self.at + 1 : self.at + 2].isalpha()
                ):
                    end = text.find(language.pod, self.at)
                    self.at = len(text) if end < 0 else end + len(language.pod)
            elif char in " \t\r\f":
                self.space = True
                self.at += 1
            elif language.joins and text.startswith("\\\n", self.at):
                self.at += 2
            elif (mark := next((one for one in language.lines if text.startswith(one, self.at)), "")) and (
                mark != "#" or not language.sigils or self.at == 0 or text[self.at - 1] not in "$"
            ):
                block = next((one for one in language.blocks if text.startswith(one[0], self.at)), None)
                end = text.find("\n", self.at) if block is None else text.find(block[1], self.at)
                self.at = len(text) if end < 0 else end + (0 if block is None else len(block[1]))
            elif block := next((one for one in language.blocks if text.startswith(one[0], self.at)), None):
                end = text.find(block[1], self.at + len(block[0]))
                self.at = len(text) if end < 0 else end + len(block[1])
            else:
                break
        return self.at

    def token(self) -> None:
        """Read one token."""
        text, language = self.text, self.language
        char = text[self.at]
        if char in language.quotes:
            kind = "run" if char in language.runs else "text"
            self.quoted(kind, char, char, language.quotes[char])
        elif char in LETTERS or char in language.letters or (char > "\x7f" and char.isalpha()):
            self.name("")
        elif char in language.sigils and self.sigil():
            return
        elif char in DIGITS:
            self.number()
        elif language.long and text.startswith("[[", self.at) and language.name == "lua":
            end = text.find("]]", self.at)
            self.plain(text[self.at + 2 : end if end > 0 else len(text)])
            self.at = len(text) if end < 0 else end + 2
        elif char == "/" and language.regexes and self.operand():
            self.delimited("regex", "/")
        elif (
            (char == "%" and language.percents and self.operand() and self.percent())
            or (char == "<" and language.heredocs and self.heredoc())
            or (char == "<" and language.globs and self.operand() and self.angled())
        ):
            return
        elif (
            char == ":"
            and language.symbols
            and self.operand()
            and text[self.at + 1 : self.at + 2] in LETTERS
        ):
            self.at += 1
            self.name("")
            last = self.found[-1]
            last.kind, last.parts = "text", [last.text]
        else:
            long = next((one for one in _LONG if text.startswith(one, self.at)), char)
            self.add("op", long)
            self.at += len(long)

    def operand(self) -> bool:
        """Tell whether a value may begin here: behind an operator, or behind a word that takes one."""
        last = self.found[-1] if self.found else None
        if last is None or (last.kind == "op" and last.text not in (")", "]", "}")):
            return True
        if last.kind == "op":
            return last.text == "}" and self.line
        if last.kind == "name":
            following = self.text[self.at + 1 : self.at + 2]
            loose = self.space and following not in (" ", "=", "") and last.text[0] not in "$@"
            return last.text in _BEFORE or (loose and bool(self.language.words))
        return False

    def name(self, sigil: str) -> None:
        """Read a name; a quoting operator such as ``qw`` reads what follows it too."""
        text, start = self.text, self.at
        letters = self.language.letters
        while self.at < len(text) and (
            text[self.at] in LETTERS or text[self.at] in DIGITS or text[self.at] in letters
            or (text[self.at] > "\x7f" and text[self.at].isalpha())
        ):  # fmt: skip
            self.at += 1
        name = text[start : self.at]
        if not sigil and self.language.operators and name in QUOTING and self.quoting(name):
            return
        if self.language.letters == "?!" and name[-1:] in "?!" and text[self.at : self.at + 1] == "=":
            name, self.at = name[:-1], self.at - 1
        self.add("name", sigil + name)

    def sigil(self) -> bool:
        """Read a variable with its sign, such as ``$x`` or ``@ARGV``."""
        text, at = self.text, self.at
        while text[at : at + 1] in self.language.sigils and text[at : at + 1]:
            at += 1
        char = text[at : at + 1]
        signs = text[self.at : at]
        if signs.startswith(("%", "&")) and not self.operand():
            return False
        if char == "{" and self.language.operators:
            end = text.find("}", at)
            inside = text[at + 1 : end].strip()
            if end > 0 and inside and inside.replace("_", "a").replace("^", "a").isalnum():
                self.add("name", signs + inside)
                self.at = end + 1
                return True
            self.add("name", signs[:1])
            self.at = at
            return True
        if char and (char in LETTERS or char in DIGITS):
            self.at = at
            self.name(signs[-1:])
            while self.language.operators and text.startswith("::", self.at):
                self.at += 2
                token = self.found.pop()
                self.name(token.text + "::")
            return True
        if char and signs[-1:] == "$" and char in "!&@/\\;,.0" and self.language.operators:
            self.add("name", "$" + char)
            self.at = at + 1
            return True
        return False

    def number(self) -> None:
        """Read a number; only whole ones are known."""
        text, start = self.text, self.at
        while self.at < len(text) and (text[self.at].isalnum() or text[self.at] in "_"):
            self.at += 1
        self.add("number", text[start : self.at].replace("_", ""))
