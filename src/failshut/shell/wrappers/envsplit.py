"""Read ``env`` in full: what ``-S`` splits counts as written in its place.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options, read
from failshut.shell.tokens import Opaque, is_name
from failshut.shell.wrappers.found import Found, Given
from failshut.shell.wrappers.table import row

_ESCAPES = {"f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "_": " "}
_SELF = "\"#$'\\"
_BLANKS = " \t\n\v\f\r"
_TIMES = 20
_SPLIT = "split-string"


def inner(label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return the command; its options may come out of ``-S``, time and again."""
    found = Found()
    found.via = [label]
    for _ in range(_TIMES):
        options = read(words, row("env")[0], permute=False, until=_SPLIT)
        found.chdir += options.values("chdir")
        found.cleared |= options.has("ignore-environment")
        last = options.flags[-1] if options.flags else ("", None)
        if last[0] != _SPLIT or last[1] is None:
            break
        words = (*Splitter(last[1], given).run(), *options.rest)
    else:
        raise Opaque("the text of env -S")
    found.argv = options.rest or tuple(options.operands)
    found.cleared |= found.argv[:1] == (Word("-"),)
    return [] if options.has("help", "version") else [found]


class Splitter:
    """Split a text into words as ``env -S`` does; raises ``Opaque`` for what env itself rejects."""

    __slots__ = ("at", "given", "known", "parted", "pieces", "quote", "text")

    def __init__(self, word: Word, given: Given) -> None:
        if not word.literal:
            raise Opaque("the text of env -S")
        self.text = word.text
        self.given = given
        self.at = 0
        self.quote = ""
        self.parted = True
        self.pieces: list[str] = []
        self.known: list[bool] = []

    def run(self) -> tuple[Word, ...]:
        """Return the words."""
        going = True
        while going and self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char in "'\"" and self.quote in ("", char):
                self.add("")
                self.quote = "" if self.quote else char
            elif char in _BLANKS and not self.quote:
                self.parted = True
            elif char == "#" and self.parted:
                break
            elif char == "\\" and (self.quote != "'" or self.text[self.at : self.at + 1] in ("\\", "'")):
                going = self.escape()
            elif char == "$" and self.quote != "'":
                self.variable()
            else:
                self.add(char)
        if self.quote:
            raise Opaque("the text of env -S")
        return tuple([Word(piece, known) for piece, known in zip(self.pieces, self.known, strict=True)])

    def add(self, piece: str, known: bool = True) -> None:
        """Go on with a word, or begin one."""
        if self.parted:
            self.pieces.append("")
            self.known.append(True)
            self.parted = False
        self.pieces[-1] += piece
        self.known[-1] = self.known[-1] and known

    def escape(self) -> bool:
        """Read what stands behind a backslash; False = the text ends here."""
        char = self.text[self.at : self.at + 1]
        self.at += 1
        if char == "c" and self.quote != '"':
            return False
        if char == "_" and not self.quote:
            self.parted = True
        elif char and (char in _SELF or char in _ESCAPES):
            self.add(_ESCAPES.get(char, char))
        else:
            raise Opaque("the text of env -S")
        return True

    def variable(self) -> None:
        """Read ``${NAME}``, the only form there is; an unset one is nothing."""
        name, close, _ = self.text[self.at + 1 :].partition("}")
        if self.text[self.at : self.at + 1] != "{" or not close or not is_name(name):
            raise Opaque("the text of env -S")
        self.at += len(name) + 2
        value = self.given.variable(name) or Word("${" + name + "}", False)
        self.add(value.text, value.literal)
