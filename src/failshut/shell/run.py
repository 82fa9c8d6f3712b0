"""Hold one command with its words expanded, and what is told from these.  Hot."""

from failshut.model import Redirect, Word
from failshut.shell.options import read
from failshut.shell.state import State, Value
from failshut.shell.unwrap import Found, unwrap

_SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ash", "ksh", "mksh", "fish"))
_OPTIONS = "c o,init-file= O= rcfile= l,login i s r n norc noprofile posix restricted verbose"
_STDIN = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")


class Run:
    """Hold a command's ``argv``, ``assigns`` and ``redirects``.

    ``stdin`` is the text it reads, where known; ``reads`` and ``writes`` the files of its input and
    output; ``fed`` the command whose output it reads through ``< <(…)``; ``values`` and ``arrays``
    what it assigns; ``args`` the arguments of the text it runs; ``state`` what holds once it is expanded.
    """

    __slots__ = (
        "appends", "args", "argv", "arrays", "assigns", "end", "fed", "logged", "reads", "redirected",
        "redirects", "start", "state", "stdin", "values", "words", "writes",
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


def unwrapped(run: Run) -> Found:
    """Take the wrappers away; ``args`` become those of a shell's text."""
    found = unwrap(run.argv)
    if found.text is not None:
        for at, word in enumerate(run.argv):
            if word is found.text:
                run.args = run.argv[at + 2 :]
    return found


def program_text(name: str, argv: tuple[Word, ...]) -> tuple[Word | None, bool, tuple[Word, ...] | None]:
    """Return the file whose text a command runs as shell, or whether it runs its input.

    The last are the arguments that the text gets, None = those at hand.
    """
    if name in ("source", "."):
        if len(argv) < 2:
            return None, False, None
        stdin = argv[1].text in _STDIN[1:]
        return None if stdin else argv[1], stdin, argv[2:] or None
    if name not in _SHELLS:
        return (argv[0], False, argv[1:]) if "/" in argv[0].text else (None, False, None)
    options = read(argv[1:], _OPTIONS, permute=False)
    operands = options.rest or tuple(options.operands)
    if options.has("n", "c"):
        return None, False, None
    if options.has("s") or not operands or operands[0].text in _STDIN:
        return None, True, operands if options.has("s") else operands[1:]
    return operands[0], False, operands[1:]
