"""Read the plainest texts without the parser: literal words, quotes, ``; && || |`` and ``2>&1``.

``plain`` gives exactly what ``walk.script`` would, or None: then the text needs more than this.
Hot: it spares most calls the parser's import.
"""

from failshut.model import Command, Redirect, Word
from failshut.shell.tokens import Opaque
from failshut.shell.wrappers.unwrap import SHELLS, Given, program, unwrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 65536
COMMANDS = 1000  # longer texts are seldom plain to their end
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=@%+^*?")
_MORE = frozenset(
    (
        "if then else elif fi for while until do done case esac select function coproc time in cd"
        " pushd popd chroot unset declare typeset local readonly export read mapfile readarray"
        " getopts let source . wait printf set shift alias unalias trap eval exec shopt enable hash tee"
    ).split()
)
_NOWHERE = ("/dev/null", "1", "2")


def plain(text: str, files: "Callable[[str], str | None] | None" = None) -> tuple[Command, ...] | None:
    """Return the commands of a plain text, None when it is more than that or runs a file."""
    if len(text) > LIMIT:
        return None
    found = _Reader(text).run()
    if found is not None and files is not None:
        for command in found:
            name = command.argv[0].text
            if "/" in name and files(name) is not None:
                return None
    return found


class _Reader:
    """Walk the text once."""

    __slots__ = ("at", "end", "found", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = self.end = 0
        self.found: list[Command] = []

    def run(self) -> tuple[Command, ...] | None:
        """Read commands and what joins them."""
        text, feed, joined = self.text, -1, False
        while True:
            self.skip("\n")
            if self.at >= len(text):
                return None if joined else tuple(self.found)
            if len(self.found) == COMMANDS or not self.command(feed):
                return None
            feed, joined = -1, False
            self.skip("")
            char = text[self.at : self.at + 1]
            if char in ("&", "|") and text[self.at + 1 : self.at + 2] == char:
                self.at += 2
                joined = True
            elif char == "|" and text[self.at + 1 : self.at + 2] != "&":
                self.at += 1
                feed, joined = len(self.found) - 1, True
            elif char in (";", "\n") and text[self.at + 1 : self.at + 2] not in (";", "&"):
                self.at += 1
            elif char:
                return None

    def skip(self, more: str) -> None:
        """Step over blanks."""
        while self.at < len(self.text) and self.text[self.at] in " \t" + more:
            self.at += 1

    def command(self, feed: int) -> bool:
        """Read one command; False = it is more than plain."""
        start = self.at
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            self.skip("")
            char = self.text[self.at : self.at + 1]
            if not char or char in ";&|\n":
                break
            begin = self.at
            word = self.word()
            following = self.text[self.at : self.at + 1]
            if following in (">", "<"):
                if following == "<" or (word is not None and self.text[begin : self.at] not in ("1", "2")):
                    return False
                redirect = self.redirect(begin)
                if redirect is None:
                    return False
                redirects.append(redirect)
                continue
            if word is None:
                return False
            if not words and ("=" in word.text or word.text in _MORE):
                return False
            words.append(word)
            self.end = self.at
        if not words or not self.known(tuple(words)):
            return False
        self.found.append(
            Command(tuple(words), redirects=tuple(redirects), start=start, end=self.end, pipe_from=feed)
        )
        return True

    @staticmethod
    def known(words: tuple[Word, ...]) -> bool:
        """Tell whether the command is no wrapper and changes nothing for what follows."""
        name = program(words[0])
        if words[0].glob or name in _MORE or name in SHELLS:
            return False
        given = Given()
        try:
            found = unwrap(words, given)
        except Opaque:
            return False
        return found.argv == words and not found.more and not given.asked

    def redirect(self, begin: int) -> Redirect | None:
        """Read ``> /dev/null`` or ``2>&1``, whatever stands before it."""
        text = self.text
        while text[self.at : self.at + 1] == ">" and self.at - begin < 3:
            self.at += 1
        if text[self.at : self.at + 1] == "&" and text[self.at - 2 : self.at] != ">>":
            self.at += 1
        op = text[begin : self.at]
        self.skip("")
        target = self.word()
        if (
            target is None
            or target.text not in _NOWHERE
            or (target.text == "/dev/null") == op.endswith("&")
        ):
            return None
        if self.text[self.at : self.at + 1] in (">", "<"):
            return None
        self.end = self.at
        return Redirect(op, target)

    def word(self) -> Word | None:
        """Read one word, None when none stands here or it isn't plain."""
        text, size, begin = self.text, len(self.text), self.at
        pieces: list[str] = []
        glob = False
        while self.at < size:
            at = self.at
            while at < size and text[at] in _PLAIN:
                at += 1
            if at > self.at:
                piece = text[self.at : at]
                glob = glob or "*" in piece or "?" in piece
                pieces.append(piece)
                self.at = at
                continue
            char = text[at]
            if char not in "'\"":
                if char not in " \t\n;&|<>":
                    return None
                break
            end = text.find(char, at + 1)
            inside = text[at + 1 : end]
            if end < 0 or (char == '"' and ("$" in inside or "`" in inside or "\\" in inside)):
                return None
            pieces.append(inside)
            self.at = end + 1
        return Word("".join(pieces), True, glob) if self.at > begin else None
