"""Hold the types with which a host's file in ``wire/hosts`` says where and how it is wired."""

from collections.abc import Callable
from dataclasses import dataclass, field

from failshut.wire.line import LAUNCHER_NAME

Entry = dict[str, object]

Writer = Callable[[str], str]
"""Returns our wired line for a word: what the launcher is told besides the host.  That is an event, and
behind a slash which of several entries this is ("" = the host's first event)."""

NAME = "failshut"
FRAME = "failshut/1"
"""The frame's first word; with the launcher's place it tells our commands from others."""
TIMEOUT = 60
"""Seconds that a host may wait; the guard's own deadline is far below."""


def is_ours(handler: object) -> bool:
    """Say whether a handler's command is a wired line of ours (any release, any scope)."""
    if not isinstance(handler, dict):
        return False
    words = [handler.get("command"), handler.get("bash")]
    arguments = handler.get("args")
    words += arguments if isinstance(arguments, list) else []
    return any(isinstance(word, str) and LAUNCHER_NAME in word and FRAME in word for word in words)


@dataclass(frozen=True)
class Wiring:
    """How one file of a host is wired; the host's first file names the others (``beside``).

    ``user`` is relative to the home folder, ``project`` to the project's ("" = the host has no
    such scope).  ``parent`` are the keys of the object that holds the arrays ``events``;
    an event that stands twice gets two entries, and ``words`` are the words of their lines (none =
    each runs the same).  ``top`` are the members that the document needs besides; ``element`` builds
    the array element of a wired line, ``forms`` those of events that need another one; ``grouped`` says
    that an element holds a list of handlers under ``hooks``.  ``listed`` builds the element of a file that
    lists our folder and holds no line, from that file's path.
    ``variable`` is the environment variable that moves the host's folder; ``folders`` and
    ``programs`` tell that the host is on this machine, the best sign first; ``advice`` is what a
    person still does, by scope.  ``machine`` is the absolute path of the machine's file ("" = the host
    has none); ``pins`` are table and key of the switch that a file of it holds, and nothing else.
    """

    user: str
    project: str
    parent: tuple[str, ...]
    events: tuple[str, ...]
    element: Callable[[str], Entry]
    folders: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    advice: dict[str, str] = field(default_factory=dict)
    top: tuple[tuple[str, object], ...] = ()
    grouped: bool = False
    comments: bool = False
    toml: bool = False
    variable: str = ""
    trust: "Trust | None" = None
    machine: str = ""
    pins: tuple[str, str] = ("", "")
    words: tuple[str, ...] = ()
    beside: tuple["Wiring", ...] = ()
    listed: Callable[[str], Entry] | None = None
    forms: dict[str, Callable[[str], Entry]] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return the event and the word of each of our entries."""
        return tuple(zip(self.events, self.words or ("",) * len(self.events), strict=True))

    @property
    def files(self) -> tuple["Wiring", ...]:
        """Return how each file of the host is wired, the first one first."""
        return (self, *self.beside)

    def elements(self, event: str, write: Writer, path: str) -> list[Entry]:
        """Return our elements in the array ``event`` of the file at ``path``."""
        if self.listed is not None:
            return [self.listed(path)]
        return [self._form(event)(write(word)) for name, word in self.rows if name == event]

    def _form(self, event: str) -> Callable[[str], Entry]:
        return self.forms.get(event, self.element)

    def owns(self, value: object) -> bool:
        """Say whether an element, or a handler in one, is ours (of any release, any scope)."""
        if self.listed is None:
            return is_ours(value)
        return isinstance(value, dict) and value.get("id") == NAME and NAME in str(value.get("root"))

    def handler(self, line: str, event: str = "") -> Entry:
        """Return the handler of a wired line, which is the element or lies in it ("" = the first event)."""
        element = self._form(event)(line)
        hooks = element.get("hooks")
        return dict(hooks[0]) if self.grouped and isinstance(hooks, list) else element


@dataclass(frozen=True)
class Trust:
    """Where a host keeps what a person trusts, below the home folder.

    ``file`` holds the trusted folders: a list under ``key``, or (``key`` "") an object that maps each
    to ``value``; ``always`` = entries of the user's need the folder's trust too.  ``hashes`` is the
    TOML file that holds a hash for each trusted entry and a level for each project.
    """

    file: str = ""
    key: str = ""
    value: str = ""
    always: bool = False
    hashes: str = ""


@dataclass(frozen=True)
class Guarded:
    """What decides whether a host's hooks run, and so isn't an agent's to change (pack ``self``).

    ``user`` and ``project`` are files and folders below the home and the project, ``machine``
    absolute ones.  ``secrets`` are files below the home that hold the host's credentials.
    ``flags`` of the host's first program leave hooks out, each with a text that its value holds
    ("*" = any); ``variables`` do so by moving its settings; ``words`` stand in settings that switch
    hooks off.  ``package`` is the program's name for a runner such as npx ("" = it has none).
    ``disarming`` are variables that leave hooks out or run something in their place, each with the
    settings files in which they do: "any", or the "user"'s.  ``environments`` are files of variables
    that the host loads, below the home (``~/``) or the project.
    ``endings`` are files of a folder below the home, each by the folder and how its name ends.
    ``asks`` are flags that may leave hooks out, each with a text that makes its value harmless ("" =
    none does).  ``drops`` are verbs that leave hooks out, with a part of their last operand; ``installs``
    are verbs that bring hooks and plugins of others.
    """

    user: tuple[str, ...]
    project: tuple[str, ...] = ()
    machine: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    flags: tuple[tuple[str, str], ...] = ()
    variables: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    package: str = ""
    disarming: tuple[tuple[str, str], ...] = ()
    environments: tuple[str, ...] = ()
    endings: tuple[tuple[str, str], ...] = ()
    asks: tuple[tuple[str, str], ...] = ()
    drops: tuple[str, ...] = ()
    installs: tuple[str, ...] = ()
