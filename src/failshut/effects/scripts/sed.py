"""Read a ``sed`` program for what it runs (``e``) and the files it names (``w``, ``r``).  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

_SPEC = "e,expression= f,file= i,in-place=? n,quiet E r s z u l= posix debug sandbox help version"
_TEXTS = "aic"
_NAMES = "rRwW"
_LABELS = "btT:"
_MOST = 65536


def judge(args: tuple[Word, ...], site: Site) -> None:
    """Add what the program of a ``sed`` command line does."""
    options = read(args, _SPEC)
    texts = options.values("expression")
    files = options.values("file")
    if not texts and not files:
        texts = options.operands[:1]
    if options.has("sandbox"):
        return
    for word in texts:
        if any([mark in word.text for mark in "ewrRW"]):
            _Reader(word.text[:_MOST], site).run()
    for word in files:
        from failshut.effects.inputs import content

        found = content(word, site)
        if found is not None:
            _Reader(found[1].text, site).run()


class _Reader:
    """Walk a program once."""

    __slots__ = ("at", "site", "text")

    def __init__(self, text: str, site: Site) -> None:
        self.text = text
        self.site = site
        self.at = 0

    def run(self) -> None:
        """Walk command by command."""
        while self.at < len(self.text):
            self.address()
            char = self.text[self.at : self.at + 1]
            self.at += 1
            if char == "#":
                self.rest()
            elif char in ("s", "y") and char:
                self.swap(char == "s")
            elif char and char in _TEXTS:
                self.added()
            elif char and char in _NAMES:
                self.named("fs.write" if char in "wW" else "fs.read", self.rest().strip())
            elif char == "e":
                self.command(self.rest().strip())
            elif char and char in _LABELS:
                self.until(";\n")

    def address(self) -> None:
        """Step over blanks, line numbers and patterns before a command."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in " \t\n;{}!,$~+" or char.isdigit():
                self.at += 1
            elif char == "/":
                self.part("/")
            elif char == "\\" and self.at + 1 < len(self.text):
                self.at += 1
                self.part(self.text[self.at])
            elif char in "IM" and self.text[self.at - 1 : self.at] in ("/", "I", "M"):
                self.at += 1
            else:
                return

    def part(self, mark: str, pattern: bool = True) -> str:
        """Return the text up to the next mark, beginning at one; a pattern may hold it in brackets."""
        start = self.at + 1
        at, classed = start, False
        while at < len(self.text):
            char = self.text[at]
            if char == "\\":
                at += 1
            elif char == "[" and pattern and not classed:
                classed = True
            elif char == "]" and at > start + 1:
                classed = False
            elif char == mark and not classed:
                break
            at += 1
        self.at = at + 1
        return self.text[start:at]

    def swap(self, runs: bool) -> None:
        """Walk ``s/a/b/flags``."""
        mark = self.text[self.at : self.at + 1]
        if not mark:
            return
        self.part(mark)
        self.at -= 1
        put = self.part(mark, False).replace("\\" + mark, mark)
        while runs and self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == "w":
                self.named("fs.write", self.rest().strip())
                return
            if char == "e":
                self.command("" if "&" in put or "\\" in put else put)
            elif char not in "gpiImM0123456789":
                self.at -= 1
                return

    def rest(self) -> str:
        """Return the rest of the line, and go behind it."""
        return self.until("\n")

    def until(self, marks: str) -> str:
        """Return the text up to one of the marks, and go there."""
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in marks:
            self.at += 1
        return self.text[start : self.at]

    def added(self) -> None:
        """Step over the text of ``a``, ``i`` and ``c``."""
        while self.rest().endswith("\\") and self.at < len(self.text):
            self.at += 1

    def named(self, effect: str, name: str) -> None:
        """Add a file that the program writes or reads."""
        if name:
            self.site.touch(effect, Word(name), by="redirect" if effect == "fs.write" else "sed")

    def command(self, text: str) -> None:
        """Add what a command does; without one the input itself runs."""
        if not text:
            self.site.add("opaque.target", "runs its input as shell text with sed", what="text")
            return
        from failshut.effects.nested import inner_text

        inner_text(text, self.site, "sed")
