"""Hold one command with its words expanded, and what is told from these.  Hot."""

from failshut.model import Redirect, Word
from failshut.shell.marks import moved
from failshut.shell.walk.state import State, Tapped, Value
from failshut.shell.wrappers.unwrap import Found, Given, unwrap


class Run:
    """Hold a command's ``argv``, ``assigns`` and ``redirects``.

    ``stdin`` is the text it reads, where known; ``reads`` and ``writes`` the files of its input and
    output; ``fed`` the command whose output it reads through ``< <(…)``; ``values`` and ``arrays``
    what it assigns; ``args`` the arguments of the text it runs; ``state`` what holds once it is expanded.
    ``via`` and ``outer`` are the wrappers that run it, ``cwd`` the folder, ``cleared`` = without the
    environment.
    """

    __slots__ = (
        "appends", "args", "argv", "arrays", "assigns", "cleared", "cwd", "end", "fed", "logged", "outer",
        "reads", "redirected", "redirects", "start", "state", "stdin", "values", "via", "words", "writes",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.state = state
        self.words: list[Word] = []
        self.argv: tuple[Word, ...] = ()
        self.assigns: list[tuple[str, Word]] = []
        self.values: list[tuple[str, Value]] = []
        self.arrays: list[tuple[str, Value]] = []
        self.redirects: tuple[Redirect, ...] = ()
        self.start = self.end = 0
        self.fed = -1
        self.logged = 0
        self.stdin: Word | None = None
        self.reads: Word | None = None
        self.writes: Word | None = None
        self.appends = self.redirected = False
        self.args: tuple[Word, ...] | None = ()
        self.via: tuple[str, ...] = ()
        self.outer: tuple[tuple[Word, ...], ...] = ()
        self.cwd: str | None = ""
        self.cleared = False

    def enter(self, found: Found) -> None:
        """Go on to what the command really runs."""
        self.argv, self.args = found.argv, found.args if found.text is not None else self.args
        self.assigns += found.assigns
        self.via += tuple(found.via)
        self.outer += tuple(found.outer)
        self.cwd, self.cleared = moved(self.cwd, found), self.cleared or found.cleared

    def inside(self, found: Found, whole: bool) -> "Run":
        """Return the run of one of several; ``whole`` = the redirections are those of this one, too."""
        other = Run(self.state)
        other.args, other.assigns, other.values = self.args, list(self.assigns), self.values
        other.start, other.end, other.fed = self.start, self.end, self.fed
        other.redirects = self.redirects if whole else ()
        other.stdin, other.redirected = None if found.alone else self.stdin, self.redirected
        other.via, other.outer = self.via, self.outer
        other.cwd, other.cleared = self.cwd, self.cleared
        other.enter(found)
        return other


def unwrapped(run: Run, state: State) -> Found:
    """Take the wrappers away, with what is known of the command's input and environment."""
    stdin = None if isinstance(run.stdin, Tapped) else run.stdin
    return unwrap(run.argv, Given(stdin, state.exported, run.assigns, bool(state.files)))
