"""Say which commands GNU sed's ``e`` and ``s///e`` run.  Hot."""

from failshut.model import Word
from failshut.shell.found import Found, Given
from failshut.shell.options import Options

_LINE = "aicrRwWbtT:qQlL"  # commands whose rest of the line is theirs
_UNKNOWN = Word("${sed}", False)


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the shell texts of the script."""
    scripts = options.values("expression")
    if not scripts and not options.has("file"):
        scripts = options.operands[:1]
    text = "\n".join([word.text for word in scripts])
    found = Script(text, all([word.literal for word in scripts])).run() if "e" in text else []
    for one in found:
        one.via = [label + " e"]
    return found


class Script:
    """Walk a script once; what isn't one ends the walk."""

    __slots__ = ("at", "found", "literal", "text")

    def __init__(self, text: str, literal: bool) -> None:
        self.text = text
        self.literal = literal
        self.at = 0
        self.found: list[Found] = []

    def run(self) -> list[Found]:
        """Return what its commands run."""
        while self.at < len(self.text):
            if not self.command():
                break
        return self.found

    def command(self) -> bool:
        """Read one command with its addresses; False = it can't be read."""
        if not self.addresses():
            return False
        char = self.text[self.at : self.at + 1]
        self.at += 1
        if char == "s":
            return self.substitute()
        if char == "y":
            return self.delimited(2, False)
        if char == "e":
            line = self.line().strip()
            self.found.append(Found(text=Word(line, self.literal)) if line else Found((_UNKNOWN,)))
        elif char and char in "aic":
            self.written()
        elif char and char in _LINE:
            self.line("" if char in "rRwW" else ";}")
        return True

    def addresses(self) -> bool:
        """Step over blanks, addresses and ``!``."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in " \t\n;,!~+$IM{}0123456789":
                self.at += 1
            elif char == "/" or char == "\\":
                self.at += char == "\\"
                if not self.delimited(1):
                    return False
            elif char == "#":
                self.line()
            else:
                break
        return True

    def delimited(self, count: int, brackets: bool = True) -> bool:
        """Step over so many parts behind the next character, which parts them.

        The first is a pattern, in whose ``brackets`` the character is just that.
        """
        stop = self.text[self.at : self.at + 1]
        if not stop or stop in "\\\n":
            return False
        self.at += 1
        while self.at < len(self.text) and count:
            char = self.text[self.at]
            if char == "\\":
                self.at += 1
            elif char == stop:
                count -= 1
                brackets = False
            elif char == "[" and brackets:
                close = self.text.find("]", self.at + 2 + (self.text[self.at + 1 : self.at + 2] == "^"))
                self.at = close if close >= 0 and "\n" not in self.text[self.at : close] else self.at
            self.at += 1
        return not count

    def substitute(self) -> bool:
        """Read ``s/a/b/flags``."""
        if not self.delimited(2):
            return False
        while self.at < len(self.text) and self.text[self.at] in "gpiImMe0123456789":
            if self.text[self.at] == "e":
                self.found.append(Found((_UNKNOWN,)))
            self.at += 1
        if self.text[self.at : self.at + 1] == "w":
            self.line()
        return True

    def line(self, stops: str = "") -> str:
        """Return the rest of the line."""
        start = self.at
        while self.at < len(self.text) and self.text[self.at] != "\n" and self.text[self.at] not in stops:
            self.at += 1
        return self.text[start : self.at]

    def written(self) -> None:
        """Step over the text of ``a``, ``i`` and ``c``, whose lines may go on."""
        while self.line().endswith("\\") and self.at < len(self.text):
            self.at += 1
