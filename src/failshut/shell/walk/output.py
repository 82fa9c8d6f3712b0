"""Collect what commands print.  Hot."""

from failshut.model import Word
from failshut.shell.values.expand import glue
from failshut.shell.walk.state import Tapped

_MOST = 200  # pieces that are kept
OPEN = Word("", False)  # among the pieces: what follows may not have been printed


class Output:
    """Collect what commands print; None among the pieces = unknown.

    ``ends``: what comes next may not be printed any more, because a function (1) or the process (2) ended.
    """

    __slots__ = ("ends", "pieces")

    def __init__(self) -> None:
        self.pieces: list[Word | None] = []
        self.ends = 0

    def add(self, word: Word | None) -> None:
        """Go on with what a command prints."""
        if (word is None or word.text) and len(self.pieces) < _MOST:
            if self.ends or isinstance(word, Tapped):
                self.pieces.append(OPEN)
            self.pieces.append(word)

    def unsure(self, count: int) -> None:
        """Note that what was added to so many pieces may not have been printed."""
        if len(self.pieces) > count:
            self.pieces.insert(count, OPEN)

    def whole(self) -> Word | None:
        """Return everything, None when a part is unknown."""
        known = [one for one in self.pieces if one is not None and one is not OPEN]
        if len(known) < len(self.pieces) or len(known) >= _MOST:
            return None
        return glue(known) if known else Word("")

    def lines(self) -> Word | None:
        """Return everything as shell would read it: what is unknown is a line of its own."""
        if not self.pieces:
            return Word("")
        if len(self.pieces) >= _MOST or not any(self.pieces):
            return None
        found: list[Word] = []
        for at, one in enumerate(self.pieces):
            if one is not OPEN:
                found.append(Word("${_}\n", False) if one is None else one)
                continue
            beside = (*found[-1:], *self.pieces[at + 1 : at + 2])
            if not all([word is None or word is OPEN or word.text[-1:] == "\n" for word in beside]):
                found.append(Word("${_}\n", False))  # no whole lines
        whole = glue(found)
        return Tapped(whole.text, whole.literal, whole.glob) if OPEN in self.pieces else whole


def stripped(word: Word) -> Word:
    """Return the text without NUL characters and the newlines at its end, as a substitution gives it."""
    return Word(word.text.replace("\0", "").rstrip("\n"), word.literal)
