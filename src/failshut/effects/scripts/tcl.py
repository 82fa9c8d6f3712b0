"""Read a Tcl program: words by Tcl's rules, variables that are known, ``exec`` and ``file``.  Hot."""

from failshut.effects.scripts.doing import Doing
from failshut.effects.scripts.values import Spent, glued, known, word_of
from failshut.model import Word

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:")
_DEEP = 20
_BODIES = (
    "if",
    "while",
    "for",
    "foreach",
    "catch",
    "proc",
    "try",
    "else",
    "elseif",
    "eval",
    "namespace",
    "after",
)


class Tcl:
    """Walk commands; ``names`` are the variables that are known."""

    def __init__(self, doing: Doing) -> None:
        self.doing = doing
        self.names: dict[str, Word] = {}
        self.deep = 0

    def program(self, text: str) -> None:
        """Walk a program's commands."""
        if self.deep > _DEEP:
            return
        self.deep += 1
        at = 0
        while at < len(text):
            self.doing.spend()
            words, at = self.command(text, at)
            if words:
                self.run(words)
        self.deep -= 1

    def command(self, text: str, at: int) -> tuple[list[Word], int]:
        """Read the words of one command; return the place behind it."""
        words: list[Word] = []
        while at < len(text):
            char = text[at]
            if char in ";\n":
                return words, at + 1
            if char in " \t\r":
                at += 1
            elif char == "#" and not words:
                end = text.find("\n", at)
                return [], len(text) if end < 0 else end
            elif text.startswith("\\\n", at):
                at += 2
            elif char == "{":
                end = _close(text, at)
                words.append(self.doing.written(text[at + 1 : end]))
                at = end + 1
            else:
                word, at = self.word(text, at + (char == '"'), '"' if char == '"' else " \t\n;\r")
                words.append(word)
        return words, at

    def word(self, text: str, at: int, ends: str) -> tuple[Word, int]:
        """Read a word up to what ends it, with what its variables and commands give."""
        pieces: list[Word] = []
        while at < len(text) and text[at] not in ends:
            char = text[at]
            if char == "$":
                end = at + 1
                braced = text[end : end + 1] == "{"
                end += braced
                start = end
                while end < len(text) and (text[end] in _LETTERS or (braced and text[end] != "}")):
                    end += 1
                pieces.append(self.names.get(text[start:end], Word("${_}", False)))
                at = end + braced
            elif char == "[":
                end = _close(text, at)
                self.program(text[at + 1 : end])
                pieces.append(Word("${_}", False))
                at = end + 1
            else:
                at += char == "\\"
                pieces.append(self.doing.written(text[at : at + 1]))
                at += 1
        return (glued(pieces) if pieces else Word("")), at + (ends == '"')

    def run(self, words: list[Word]) -> None:
        """Do what a command does."""
        name, rest = known(words[0]), words[1:]
        texts = [known(one) for one in rest]
        if name == "exec":
            while rest and rest[0].text.startswith("-"):
                rest = rest[1:]
            self.doing.run(list(rest))
        elif name == "open" and rest:
            self.opened(rest)
        elif name == "file" and texts and texts[0] in ("delete", "rename", "copy"):
            program = {"delete": ("rm", "-r"), "rename": ("mv",), "copy": ("cp", "-r")}[texts[0] or ""]
            self.doing.command(
                *program, "--", *[one for one in rest[1:] if one.text not in ("-force", "--")]
            )
        elif name == "cd" and rest:
            self.doing.moves(rest[0])
        elif name == "source" and rest:
            from failshut.effects.scripts.values import Content

            self.doing.code(Content(rest[0]))
        elif name == "set" and len(rest) == 2:
            self.names[rest[0].text] = word_of(rest[1])
        elif name == "foreach" and len(rest) == 3:
            for item in rest[1].text.split()[:64]:
                self.names[rest[0].text] = Word(item, rest[1].literal)
                self.program(rest[2].text)
        elif name in _BODIES and name != "proc":
            for one in rest:
                if one.literal and " " in one.text:
                    self.program(one.text)

    def opened(self, rest: list[Word]) -> None:
        """Do what ``open`` does: a pipe, or a file by its mode."""
        if rest[0].text.startswith("|"):
            self.doing.shell(Word(rest[0].text[1:], rest[0].literal))
        elif len(rest) > 1 and rest[1].text[:1] in ("w", "a"):
            self.doing.writes(rest[0], rest[1].text[:1] == "a")
        else:
            self.doing.reads(rest[0])


def _close(text: str, at: int) -> int:
    """Return the place of the bracket that closes the one here."""
    opens, closes = text[at], {"{": "}", "[": "]"}[text[at]]
    deep = 0
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif char in (opens, closes):
            deep += 1 if char == opens else -1
            if not deep:
                return at
        at += 1
    return len(text)


def run(text: str, doing: Doing) -> None:
    """Say what a program does."""
    try:
        Tcl(doing).program(text)
    except (Spent, RecursionError):
        doing.unknown("more than is followed")
    doing.end()
