"""Hold what a command really runs, and what is known where it does.  Hot."""

from failshut.model import Word


class Given:
    """Hold what a command gets: ``stdin`` as text where known, and its environment.

    ``files`` = the text has written some.  ``asked`` is set where it hangs on the input what runs.
    """

    __slots__ = ("asked", "assigns", "exported", "files", "stdin")

    def __init__(
        self,
        stdin: Word | None = None,
        exported: "dict[str, Word] | None" = None,
        assigns: "list[tuple[str, Word]] | None" = None,
        files: bool = False,
    ) -> None:
        self.stdin = stdin
        self.exported = exported or {}
        self.assigns = assigns or []
        self.files = files
        self.asked = False

    def variable(self, name: str) -> Word | None:
        """Return a variable's value, None when the text sets none."""
        for key, value in reversed(self.assigns):
            if key == name:
                return value
        return self.exported.get(name)

    def names(self) -> list[str]:
        """Return the variables that the text sets."""
        return [*self.exported, *[key for key, _ in self.assigns]]


class Found:
    """Hold what a command really runs: ``argv``, shell ``text`` with ``args``, or a ``file``'s text.

    ``more`` is what runs beside it or in its place (``argv`` is empty then), each still to be
    unwrapped.  ``via`` are the names of what was taken away, ``outer`` its words; ``assigns`` and
    ``chdir`` what it changed; ``away`` = on another machine or below another root; ``cleared`` =
    the environment is emptied; ``alone`` = it doesn't get the input.
    """

    __slots__ = ("alone", "args", "argv", "assigns", "away", "chdir", "cleared", "file", "more", "outer",
                 "reader", "text", "via")  # fmt: skip

    def __init__(self, argv: tuple[Word, ...] = (), text: Word | None = None) -> None:
        self.argv = argv
        self.text = text
        self.args: tuple[Word, ...] | None = ()
        self.file: Word | None = None
        self.reader = (
            ""  # the module of wrappers/ that finds shell text in the file's, and what it looks for
        )
        self.more: list[Found] = []
        self.assigns: list[tuple[str, Word]] = []
        self.chdir: list[Word] = []
        self.via: list[str] = []
        self.outer: list[tuple[Word, ...]] = []
        self.away = self.cleared = self.alone = False

    def enter(self, inner: "Found") -> None:
        """Go on to what the command runs."""
        self.outer.append(self.argv)
        self.argv, self.text, self.args = inner.argv, inner.text, inner.args
        self.file, self.reader = inner.file, inner.reader
        self.assigns += inner.assigns
        self.chdir = inner.chdir if inner.away else self.chdir + inner.chdir
        self.via += inner.via
        self.away |= inner.away
        self.cleared |= inner.cleared
        self.alone |= inner.alone


def program(word: Word) -> str:
    """Return the program's name without its folder; "" when that stays unknown."""
    name = word.text.rsplit("/", 1)[-1]
    unknown = (not word.literal and ("$" in name or "~" in name)) or (word.glob and name != "[")
    return "" if unknown else name
