"""Hold the types with which a host's file in ``wire/hosts`` says where and how it is wired."""

from collections.abc import Callable
from dataclasses import dataclass

Entry = dict[str, object]

NAME = "failshut"
TIMEOUT = 60
"""Seconds that a host may wait; the guard's own deadline is far below."""


@dataclass(frozen=True)
class Wiring:
    """One host's wiring.

    ``user`` is relative to the home folder, ``project`` to the project's ("" = the host has no
    such scope).  ``parent`` are the keys of the object that holds the arrays ``events``;
    ``top`` the members that the document needs besides; ``element`` builds the array element of
    a wired line; ``grouped`` says that an element holds a list of handlers under ``hooks``.
    ``variable`` is the environment variable that moves the host's folder; ``folders`` and
    ``programs`` tell that the host is on this machine, the best sign first; ``advice`` is what a
    person still does, by scope.  ``machine`` is the absolute path of the machine's file ("" = the host
    has none), ``pin`` that of its file which keeps anyone from switching hooks off.
    """

    user: str
    project: str
    parent: tuple[str, ...]
    events: tuple[str, ...]
    element: Callable[[str], Entry]
    folders: tuple[str, ...]
    programs: tuple[str, ...]
    advice: dict[str, str]
    top: tuple[tuple[str, object], ...] = ()
    grouped: bool = False
    comments: bool = False
    toml: bool = False
    variable: str = ""
    trust: "Trust | None" = None
    machine: str = ""
    pin: str = ""

    def handler(self, line: str) -> Entry:
        """Return the handler of a wired line, which is the element or lies in it."""
        element = self.element(line)
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
    """

    user: tuple[str, ...]
    project: tuple[str, ...] = ()
    machine: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    flags: tuple[tuple[str, str], ...] = ()
    variables: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    package: str = ""
