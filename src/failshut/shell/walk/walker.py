"""Hold what is walked and what was found; count the work.

What walks is functions that take a ``Walker``: ``walk`` goes through the tree, ``execute`` follows one
command, ``resolve`` and ``expand`` turn its words into what a program gets.  What fewer texts need is in
rooms that are imported with the first text that needs them.  Hot.
"""

from failshut.model import Command, Redirect, Word
from failshut.shell.walk.state import FEW, Maybe, State, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from failshut.shell.walk.functions import Floor
    from failshut.shell.walk.output import Output
    from failshut.shell.walk.run import Run

STEPS = 13500
LIMIT = 65536  # characters that one word may have
ITEMS = 64  # of a loop, a subscript, or ways that leave one
TEXTS = 20  # texts in texts, and calls in calls
NOTHING = Word(":")


class Exhausted(Exception):
    """Say that the text takes more work than it may; ``str()`` is the reason."""


class Walker:
    """Walk nodes in ``state``; ``found`` are the commands."""

    __slots__ = (
        "again",
        "broken",
        "calls",
        "depth",
        "entries",
        "escaped",
        "feed",
        "files",
        "floors",
        "forked",
        "found",
        "frame",
        "given",
        "hidden",
        "jumps",
        "last",
        "locals",
        "out",
        "outer",
        "picked",
        "places",
        "quits",
        "reading",
        "reason",
        "script",
        "source",
        "span",
        "started",
        "state",
        "stdin",
        "steps",
        "trace",
        "traps",
        "vague",
        "via",
        "whole",
        "wraps",
    )  # fmt: skip

    def __init__(self, files: "Callable[[str], str | None] | None" = None) -> None:
        self.state = State()
        self.steps = STEPS
        self.script: list[int] = []
        self.trace: list[int] = []  # how many ways there were at each choice
        self.picked: dict[object, int] = {}
        self.vague = False
        self.whole = False  # the value at hand becomes one word
        self.broken = False  # an expansion failed, so that its command may not run
        self.files = files  # the reader of script files
        self.found: list[Command] = []
        self.places: dict[int, list[int]] = {}  # start of a command -> commands that begin there
        self.reason = ""  # why a text inside can't be read
        self.again = 0  # how many walks over known ground are going on
        self.via: tuple[str, ...] = ()
        self.wraps: tuple[tuple[Word, ...], ...] = ()  # the words of the wrappers around
        self.depth = 0
        self.feed = self.last = -1
        self.stdin: Word | None = None
        self.out: Output | None = None
        self.span: tuple[int, int] | None = None
        self.outer: tuple[Redirect, ...] = ()
        self.source: tuple[str, int] = ("", 0)
        self.calls: dict[str, int] = {}
        self.entries: dict[str, tuple[State, int, int]] = {}  # what held when a function was first called
        self.floors: dict[str, list[Floor]] = {}
        self.forked = 0
        self.started = 0  # commands in the background that the walk is in
        self.locals: dict[
            str, tuple[Value, Word | None]
        ] = {}  # what a function's own variables held before
        self.frame = 0  # calls in calls
        self.hidden: frozenset[str] = frozenset()  # the own variables of the functions around
        self.given: frozenset[str] = frozenset()  # assigned in front of the calls
        self.escaped: set[str] = set()  # of these, what may outlive the call
        self.traps: list[Run] = []
        self.reading: tuple[str, ...] = ()  # script files that are being read
        self.jumps: list[tuple[State, str, bool]] = []  # where loops and functions are left
        self.quits = False  # the shell may end before the text does

    def spend(self, steps: int) -> None:
        """Count work; raises ``Exhausted``."""
        self.steps -= steps
        if self.steps < 0:
            raise Exhausted("more than is followed")

    def choose(self, key: object, ways: int) -> int:
        """Return which of several ways this pass takes; -1 = they are too many, the value is unknown."""
        if self.vague or ways > FEW:
            return -1
        if key not in self.picked:
            at = len(self.trace)
            self.picked[key] = self.script[at] if at < len(self.script) else 0
            self.trace.append(ways)
        return self.picked[key]

    def held(self, name: str, value: Value) -> Value:
        """Return a variable's value; of several, the one that this pass takes."""
        if isinstance(value, Maybe):
            pick = self.choose(name, len(value.values))
            return None if pick < 0 else value.values[pick]
        return value

    def record(
        self,
        run: "Run",
        argv: tuple[Word, ...],
        via: tuple[str, ...],
        redirects: tuple[Redirect, ...],
        cwd: str | None,
    ) -> None:
        """Note a command, unless a walk over known ground found it before."""
        feed = self.feed if run.fed < 0 else run.fed
        self.spend((len(self.state.values) + 4 * len(self.state.exported)) // 32)
        command = Command(
            argv,
            assigns=(*self.state.exported.items(), *run.assigns),
            redirects=redirects + self.outer,
            via=via,
            cwd=cwd,
            start=run.start,
            end=run.end,
            pipe_from=feed,
            outer=run.outer,
        )
        places = self.places.setdefault(run.start, [])
        if self.again:
            self.spend(len(places) // 4)
            for index in places:
                if self.found[index] == command:
                    self.last = index
                    return
        self.last = len(self.found)
        places.append(self.last)
        self.found.append(command)

    def cut(self, ends: int = 2) -> None:
        """Note that a function (1) or the process (2) may end here, with what it printed."""
        self.quits = self.quits or ends == 2
        if self.out is not None and self.out.ends < ends:
            self.out.ends = ends

    def quiet(self, unsure: bool = True) -> None:
        """Forget what was printed where it stays open whether it is."""
        if unsure and self.out is not None:
            self.out.add(None)
