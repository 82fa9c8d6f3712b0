"""Cut shell text into words, operators and redirections, exactly or not at all.

A word is a tuple of parts ``(kind, text, quoted)``; kind is ``lit``, ``var`` (a name), ``tilde``
(the home folder) or ``user`` (another's home, unknown).  What this reader doesn't know raises
``Opaque`` with the reason in a few words.  Hot: no imports.
"""

BLANK = " \t"
META = " \t\n;&|<>()"
_STOPS = frozenset(META + "'\"\\$`")
_DIGITS = "0123456789"
_SPECIAL = "@*#?!$-_" + _DIGITS
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_NAME = _LETTERS | frozenset(_DIGITS)
_ESCAPES = {
    "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r",
    "t": "\t", "v": "\v", "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
_HEX = {"x": 2, "u": 4, "U": 8}

Part = tuple[str, str, bool]


class Opaque(Exception):
    """Say that the text holds something this reader can't read; ``str()`` is the reason."""


class Token:
    """One token: ``kind`` is ``word``, ``op`` or ``redir``; ``start``/``end`` its span."""

    __slots__ = ("end", "kind", "parts", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int, parts: tuple[Part, ...] = ()) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.parts = parts

    def bare(self) -> str:
        """Return the word's text when it is written without quotes and expansions, else ""."""
        if len(self.parts) == 1 and self.parts[0][0] == "lit" and not self.parts[0][2]:
            return self.parts[0][1]
        return ""


def is_name(text: str) -> bool:
    """Tell whether the text is a shell variable's name."""
    return bool(text) and text[0] in _LETTERS and all(char in _NAME for char in text)


class Lexer:
    """Walk the text once, from left to right."""

    __slots__ = ("at", "braces", "out", "parts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.out: list[Token] = []
        self.parts: list[Part] = []
        self.braces = False

    def run(self) -> list[Token]:
        """Return the tokens of the whole text."""
        text, size = self.text, len(self.text)
        while self.at < size:
            char = text[self.at]
            if char in BLANK:
                self.at += 1
            elif char == "#":
                end = text.find("\n", self.at)
                self.at = size if end < 0 else end
            elif char == "\\" and text.startswith("\\\n", self.at):
                self.at += 2
            elif char == "\n":
                self.emit("op", "\n", 1)
            elif char in "|&;":
                self.operator()
            elif char in "<>":
                self.redirect(self.at)
            elif char in "()":
                raise Opaque("parentheses")
            else:
                self.word()
        return self.out

    def emit(self, kind: str, text: str, width: int) -> None:
        """Append a token of the given width and step over it."""
        self.out.append(Token(kind, text, self.at, self.at + width))
        self.at += width

    def operator(self) -> None:
        """Read one of ``&& || |& | ; &`` or the redirections ``&> &>>``."""
        for op in ("&>>", "&>"):
            if self.text.startswith(op, self.at):
                return self.emit("redir", op, len(op))
        for op in (";;", ";&"):
            if self.text.startswith(op, self.at):
                raise Opaque("a case separator")
        for op in ("&&", "||", "|&"):
            if self.text.startswith(op, self.at):
                return self.emit("op", op, 2)
        return self.emit("op", self.text[self.at], 1)

    def redirect(self, start: int) -> None:
        """Read a redirection operator; ``start`` is where its number begins."""
        for op in ("<<", "<(", ">("):
            if self.text.startswith(op, self.at):
                raise Opaque("a here-document" if op == "<<" else "process substitution")
        for op in ("<&", "<>", ">>", ">&", ">|", "<", ">"):
            if self.text.startswith(op, self.at):
                end = self.at + len(op)
                self.out.append(Token("redir", self.text[start:end], start, end))
                self.at = end
                return

    def word(self) -> None:
        """Read one word, or the number in front of a redirection."""
        text, size, start = self.text, len(self.text), self.at
        self.parts, self.braces = [], False
        if text[start] == "~":
            self.tilde()
        while self.at < size and text[self.at] not in META:
            self.piece()
        token = Token("word", text[start : self.at], start, self.at, tuple(self.parts))
        bare = token.bare()
        if bare and self.at < size and text[self.at] in "<>":
            if all(char in _DIGITS for char in bare):
                return self.redirect(start)
            if bare[0] == "{" and bare[-1] == "}":
                raise Opaque("a named file descriptor")
        if self.parts:
            self.out.append(token)
        return None

    def piece(self) -> None:
        """Read a quoted string, an escape, an expansion or a run of plain characters."""
        text, char = self.text, self.text[self.at]
        if char == "'":
            end = text.find("'", self.at + 1)
            if end < 0:
                raise Opaque("an unbalanced quote")
            self.parts.append(("lit", text[self.at + 1 : end], True))
            self.at = end + 1
        elif char == '"':
            self.double()
        elif char == "\\":
            following = text[self.at + 1 : self.at + 2]
            if following != "\n":
                self.parts.append(("lit", following or "\\", True))
            self.at += 2 if following else 1
        elif char == "$":
            self.dollar(False)
        elif char == "`":
            raise Opaque("a backtick substitution")
        else:
            self.plain()

    def plain(self) -> None:
        """Read a run of plain characters and refuse brace expansion."""
        text, size, start, at = self.text, len(self.text), self.at, self.at
        while at < size and text[at] not in _STOPS:
            at += 1
        run = text[start:at]
        rest = run
        if not self.braces and "{" in run:
            self.braces = True
            rest = run[run.index("{") :]
        if self.braces and ("," in rest or ".." in rest):
            raise Opaque("brace expansion")
        if self.parts and self.parts[-1][0] == "lit" and not self.parts[-1][2]:
            run = self.parts.pop()[1] + run
        self.parts.append(("lit", run, False))
        self.at = at

    def tilde(self) -> None:
        """Read a leading ``~``: home, another's home, or a plain character before a quote."""
        text, size, at = self.text, len(self.text), self.at + 1
        while at < size and text[at] not in _STOPS and text[at] != "/":
            at += 1
        if at < size and text[at] not in META and text[at] != "/":
            return
        prefix = text[self.at : at]
        self.parts.append(("tilde", "~", False) if prefix == "~" else ("user", prefix, False))
        self.at = at

    def double(self) -> None:
        """Read a double-quoted string."""
        text, at = self.text, self.at + 1
        found: list[str] = []
        while True:
            end = at
            while end < len(text) and text[end] not in '"\\$`':
                end += 1
            found.append(text[at:end])
            if end >= len(text):
                raise Opaque("an unbalanced quote")
            char, following = text[end], text[end + 1 : end + 2]
            at = end + 2
            if char == "`":
                raise Opaque("a backtick substitution")
            if char == '"':
                self.parts.append(("lit", "".join(found), True))
                self.at = end + 1
                return
            if char == "$":
                self.parts.append(("lit", "".join(found), True))
                found, self.at = [], end
                self.dollar(True)
                at = self.at
            elif following and following in '$`"\\':
                found.append(following)
            elif following != "\n":
                found.append("\\" + following)

    def dollar(self, quoted: bool) -> None:
        """Read what follows a dollar sign; ``quoted`` = inside double quotes."""
        text, at = self.text, self.at + 1
        char = text[at : at + 1]
        if char in ("(", "["):
            raise Opaque("a command or arithmetic substitution")
        if char == "{":
            end = text.find("}", at, at + 200)
            name = text[at + 1 : end] if end > 0 else ""
            if not (is_name(name) or name.isdigit() or (name and name in "@*?!$-")):
                raise Opaque("a parameter expansion")
            self.at = end + 1
        elif char == "'" and not quoted:
            return self.ansi(at + 1)
        elif char == '"' and not quoted:
            raise Opaque("a translated string")
        elif char and char in _LETTERS:
            end = at
            while end < len(text) and text[end] in _NAME:
                end += 1
            name, self.at = text[at:end], end
        elif char and char in _SPECIAL:
            name, self.at = char, at + 1
        else:
            self.parts.append(("lit", "$", True))
            self.at = at
            return None
        self.parts.append(("var", name, quoted))
        return None

    def ansi(self, at: int) -> None:
        """Decode ``$'…'`` from its first character on."""
        text, found = self.text, []
        while at < len(text) and text[at] != "'":
            char = text[at]
            at += 1
            if char != "\\":
                found.append(char)
                continue
            char = text[at : at + 1]
            at += 1
            if char in _ESCAPES:
                found.append(_ESCAPES[char])
                continue
            base, width, chars = (16, _HEX[char], "0123456789abcdefABCDEF") if char in _HEX else (
                8, 3, "01234567"
            )  # fmt: skip
            start = at if base == 16 else at - 1
            at = start
            while at < len(text) and at - start < width and text[at] in chars:
                at += 1
            code = int(text[start:at], base) if at > start else 0
            if code == 0 or code > (127 if base == 8 or char == "x" else 0x10FFFF):
                raise Opaque("an escape in $'…'")
            found.append(chr(code))
        if at >= len(text):
            raise Opaque("an unbalanced quote")
        self.parts.append(("lit", "".join(found), True))
        self.at = at + 1
