"""Read here-documents and ``$'…'``.  Hot."""

from failshut.shell.scanner import ESCAPES, HEX, META, Scanner
from failshut.shell.syntax import Lit, Param, Part, Redir, Unparsable


class Documents(Scanner):
    """Read texts that follow rules of their own."""

    __slots__ = ()

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
        while self.at < size:
            end, line = self.row(redir.quoted)
            if tabs:
                line = line.lstrip("\t")
            if line == delimiter:
                self.at = min(end + 1, size)
                break
            if self.inside and line.startswith(delimiter) and ")" in line[len(delimiter) :]:
                self.at = end - len(line) + len(delimiter)
                break
            written = text[self.at : end]
            found.append(written.lstrip("\t") if tabs else written)
            self.at = min(end + 1, size)
        redir.lines = (self.base + start, self.base + self.at)
        body = "\n".join(found) + ("\n" if found else "")
        redir.body = (Lit(body, True),)
        if not redir.quoted and ("$" in body or "`" in body or "\\" in body):
            reader = self.nested(body, self.base + start)
            try:
                redir.body = reader.inner()
            except Unparsable as error:
                if error.cap:
                    raise
                redir.body = (*redir.body, Param("_", True))  # bash sees that only when it runs it

    def row(self, quoted: bool) -> tuple[int, str]:
        """Return where a line of a here-document ends, and the line; one may go on in the next."""
        text, start, found = self.text, self.at, ""
        while True:
            end = text.find("\n", start)
            end = self.size if end < 0 else end
            line = text[start:end]
            if quoted or end == self.size or (len(line) - len(line.rstrip("\\"))) % 2 == 0:
                return end, found + line
            found, start = found + line[:-1], end + 1

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
            if char in ESCAPES:
                found.append(ESCAPES[char])
            elif char == "c":
                found.append(chr(ord(text[at : at + 1] or "@") & 31))
                at += 1
            elif char in HEX or char in "01234567":
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
        if char in HEX:
            start, width, base, chars = at, HEX[char], 16, "0123456789abcdefABCDEF"
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
