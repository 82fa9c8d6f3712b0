"""Hold one command with its words expanded, and what is told from these.  Hot."""

from failshut.model import Redirect, Word
from failshut.shell.options import read
from failshut.shell.state import State, Value, joined
from failshut.shell.unwrap import SHELLS, Found, Given, unwrap
from failshut.shell.wrappers.table import row

_COPIES = ("cp", "mv", "install", "ln", "rsync", "scp")
_EDITS = ("sed", "gsed", "perl", "ruby")
_FETCHES = ("curl", "wget")
_STDIN = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")


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


def moved(cwd: str | None, found: Found) -> str | None:
    """Return the folder in which a command runs what it runs."""
    cwd = None if found.away else cwd
    for folder in found.chdir:
        cwd = joined(cwd, folder)
    return cwd


def unwrapped(run: Run, state: State) -> Found:
    """Take the wrappers away, with what is known of the command's input and environment."""
    return unwrap(run.argv, Given(run.stdin, state.exported, run.assigns, bool(state.files)))


def program_text(name: str, argv: tuple[Word, ...]) -> tuple[Word | None, bool, tuple[Word, ...] | None]:
    """Return the file whose text a command runs as shell, or whether it runs its input.

    The last are the arguments that the text gets, None = those at hand.
    """
    if name in ("source", "."):
        if len(argv) < 2:
            return None, False, None
        stdin = argv[1].text in _STDIN[1:]
        return None if stdin else argv[1], stdin, argv[2:] or None
    if name not in SHELLS:
        return (argv[0], False, argv[1:]) if "/" in argv[0].text else (None, False, None)
    options = read(argv[1:], row("bash")[0], permute=False, marks=row("bash")[1])
    operands = options.rest or tuple(options.operands)
    if options.has("n", "c"):
        return None, False, None
    if options.has("s") or not operands or operands[0].text in _STDIN:
        return None, True, operands if options.has("s") else operands[1:]
    return operands[0], False, operands[1:]


def interpreter(text: str) -> str:
    """Return the program that a file's first line names, without its folder; "" when it names none."""
    if not text.startswith("#!"):
        return ""
    words = text[2:200].partition("\n")[0].split()
    if words and words[0].rpartition("/")[2] == "env":
        words = [one for one in words[1:] if one[:1] != "-" and "=" not in one]
    return words[0].rpartition("/")[2] if words else ""


def is_shell(text: str) -> bool:
    """Tell whether a file that is started by its path is run by a shell that is read here."""
    return not text.startswith("#!") or interpreter(text) in SHELLS


def rewritten(name: str, words: tuple[Word, ...]) -> list[Word]:
    """Return the words that name files which a program changes in a way that isn't followed."""
    if name in _COPIES:
        return list(words[-1:])
    if name in _EDITS and any([word.text[:2] == "-i" or word.text == "--in-place" for word in words]):
        return [word for word in words if word.text[:1] != "-"]
    if name in _FETCHES:
        return [
            words[at + 1] for at, word in enumerate(words[:-1]) if word.text in ("-o", "-O", "--output")
        ]
    if name == "dd":
        return [Word(word.text[3:], word.literal) for word in words if word.text.startswith("of=")]
    return list(words) if name in ("patch", "truncate") else []
