"""Hold the types that cross seams: plain ``__slots__`` classes, immutable by convention.

The hot path imports this module at each tool call, so nothing here costs an import
(``dataclasses`` would be 78 million instructions).  This is said here once.

Units: all times are seconds unless a name says ``_ms``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Kinds of a call.  ``other`` is a tool that neither runs, touches files nor leaves the machine
# as far as its payload tells; rules can still name it by ``tool``.
SHELL, WRITE, READ, DELETE, FETCH, MCP, AGENT, LATER, OTHER = (
    "shell",
    "write",
    "read",
    "delete",
    "fetch",
    "mcp",
    "agent",
    "later",
    "other",
)
KINDS = (SHELL, WRITE, READ, DELETE, FETCH, MCP, AGENT, LATER, OTHER)

DENY, ASK, PASS = "deny", "ask", "pass"


class _Frozen:
    """Give value equality and a readable repr; subclasses name ``__slots__`` in order."""

    __slots__: tuple[str, ...] = ()

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._values()))

    def __repr__(self) -> str:
        body = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({body})"


class Call(_Frozen):
    """One tool call, normalised.

    ``host`` is the host whose wired line ran; ``dialect`` the one whose form the payload has
    and the answer must have (they differ for foreign payloads, e.g. Cursor importing
    ``.claude/settings.json``).  ``command`` is shell text (kind ``shell``, or text run later);
    ``writes``, ``reads``, ``deletes`` are paths exactly as the payload has them; ``urls``
    are addresses; ``server`` and ``mcp_tool`` name an MCP call.  ``text`` is everything
    textual that a ``text`` matcher looks at.  ``arguments`` is the tool's own input object.
    ``asks`` says that the host would ask a person where the answer is an ask.
    ``entry`` tells several entries of ours for one call apart ("" = the first).
    ``cwd`` is where relative paths resolve ("" = unknown); ``roots`` are workspace folders
    named by the payload.
    """

    __slots__ = (
        "agent",
        "arguments",
        "asks",
        "call_id",
        "command",
        "cwd",
        "deletes",
        "dialect",
        "entry",
        "event",
        "host",
        "kind",
        "mcp_tool",
        "reads",
        "roots",
        "server",
        "session",
        "text",
        "tool",
        "urls",
        "writes",
    )

    def __init__(
        self,
        host: str,
        kind: str,
        tool: str,
        *,
        dialect: str = "",
        event: str = "",
        entry: str = "",
        command: str | None = None,
        writes: tuple[str, ...] = (),
        reads: tuple[str, ...] = (),
        deletes: tuple[str, ...] = (),
        urls: tuple[str, ...] = (),
        server: str = "",
        mcp_tool: str = "",
        text: str = "",
        arguments: dict[str, object] | None = None,
        cwd: str = "",
        roots: tuple[str, ...] = (),
        session: str = "",
        agent: str = "",
        call_id: str = "",
        asks: bool = True,
    ) -> None:
        self.host = host
        self.asks = asks
        self.kind = kind
        self.tool = tool
        self.dialect = dialect or host
        self.event = event
        self.entry = entry
        self.command = command
        self.writes = writes
        self.reads = reads
        self.deletes = deletes
        self.urls = urls
        self.server = server
        self.mcp_tool = mcp_tool
        self.text = text
        self.arguments = {} if arguments is None else arguments
        self.cwd = cwd
        self.roots = roots
        self.session = session
        self.agent = agent
        self.call_id = call_id

    def __hash__(self) -> int:
        return hash((self.host, self.tool, self.call_id, self.command, self.text))


class Word(_Frozen):
    """One shell word: ``text`` with quotes removed.

    ``literal`` is False when a part of it stays unknown (then ``text`` keeps that part as
    written, e.g. ``$F``); ``glob`` is True when it holds an unquoted ``*``, ``?`` or ``[``.
    """

    __slots__ = ("glob", "literal", "text")

    def __init__(self, text: str, literal: bool = True, glob: bool = False) -> None:
        self.text = text
        self.literal = literal
        self.glob = glob


class Redirect(_Frozen):
    """One redirection: ``op`` as written (``>``, ``>>``, ``<``, ``&>``, ``2>`` …) and its target."""

    __slots__ = ("op", "target")

    def __init__(self, op: str, target: Word) -> None:
        self.op = op
        self.target = target


class Command(_Frozen):
    """One simple command found in a shell text.

    ``argv`` are its words (never empty); ``assigns`` the assignments before it, as
    ``(name, Word)``; ``redirects`` its redirections; ``via`` the chain of wrappers it was
    found through (``("sudo", "bash -c")``); ``cwd`` the folder it runs in ("" = the call's,
    None = unknown); ``start``/``end`` its span in the original text; ``pipe_from`` the index
    of the command whose output it reads, or -1; ``outer`` the words of the wrappers that were taken
    away, from outside in (``(("sudo", "rm", "x"),)``).
    """

    __slots__ = ("argv", "assigns", "cwd", "end", "outer", "pipe_from", "redirects", "start", "via")

    def __init__(
        self,
        argv: tuple[Word, ...],
        *,
        assigns: tuple[tuple[str, Word], ...] = (),
        redirects: tuple[Redirect, ...] = (),
        via: tuple[str, ...] = (),
        cwd: str | None = "",
        start: int = 0,
        end: int = 0,
        pipe_from: int = -1,
        outer: tuple[tuple[Word, ...], ...] = (),
    ) -> None:
        self.argv = argv
        self.outer = outer
        self.assigns = assigns
        self.redirects = redirects
        self.via = via
        self.cwd = cwd
        self.start = start
        self.end = end
        self.pipe_from = pipe_from


class Script(_Frozen):
    """What a shell text holds: its simple ``commands``, or why it is ``opaque`` ("" = it isn't)."""

    __slots__ = ("commands", "opaque")

    def __init__(self, commands: tuple[Command, ...], opaque: str = "") -> None:
        self.commands = commands
        self.opaque = opaque


class Effect(_Frozen):
    """What a command or file tool would do.

    ``name`` is dotted (``fs.delete``, ``git.rewrite-remote`` …); ``paths`` are absolute,
    lexically normalised paths it touches (None inside = a path that stays unknown);
    ``params`` are further facts as sorted ``(key, value)`` pairs of strings
    (``("recursive", "yes")``, ``("branch", "main")``, ``("target", "root")``).
    ``detail`` is a short phrase for the reason ("force-pushes to origin main").
    """

    __slots__ = ("detail", "name", "params", "paths")

    def __init__(
        self,
        name: str,
        paths: tuple[str | None, ...] = (),
        params: tuple[tuple[str, str], ...] = (),
        detail: str = "",
    ) -> None:
        self.name = name
        self.paths = paths
        self.params = params
        self.detail = detail

    def param(self, key: str) -> str:
        """Return the parameter's value, or "" when the effect doesn't carry it."""
        for name, value in self.params:
            if name == key:
                return value
        return ""


class Verdict(_Frozen):
    """What the guard says of a call: ``action`` is ``deny``, ``ask`` or ``pass``.

    ``reason`` says why, ``instead`` what to do instead, ``rule`` the rule's id and
    ``source`` where it stands (``policy file:line``).  ``fault`` names a fault of the guard
    ("" = a rule decided).  ``tell`` is context for the model when the call goes on.
    ``marks`` are remarks for the log (``opaque: …``, ``observe: git/force-push``).
    ``about`` are the effects of the command that a rule matched, ``at`` its index (-1 = none).
    ``asks`` False = nobody would be asked, so that an ask has to refuse.  ``deeds`` are what is refused,
    for the record (``destroy /x``), ``again`` how many other spellings of it were refused before.
    """

    __slots__ = (
        "about",
        "action",
        "again",
        "asks",
        "at",
        "deeds",
        "fault",
        "instead",
        "marks",
        "reason",
        "rule",
        "source",
        "tell",
    )

    def __init__(
        self,
        action: str,
        *,
        reason: str = "",
        instead: str = "",
        rule: str = "",
        source: str = "",
        fault: str = "",
        tell: str = "",
        marks: tuple[str, ...] = (),
        about: tuple[Effect, ...] = (),
        at: int = -1,
        asks: bool = True,
    ) -> None:
        self.action = action
        self.asks = asks
        self.about = about
        self.at = at
        self.deeds: tuple[str, ...] = ()
        self.again = 0
        self.reason = reason
        self.instead = instead
        self.rule = rule
        self.source = source
        self.fault = fault
        self.tell = tell
        self.marks = marks


class Answer(_Frozen):
    """What a hook process gives its host: exit code and the two streams' text."""

    __slots__ = ("exit", "stderr", "stdout")

    def __init__(self, exit: int, stdout: str = "", stderr: str = "") -> None:
        self.exit = exit
        self.stdout = stdout
        self.stderr = stderr


class Context(_Frozen):
    """Where a call is judged.

    ``root`` is the session root (absolute), ``cwd`` where relative paths resolve (absolute,
    falls back to ``root``), ``homes`` the person's home folders (recorded and ``$HOME``),
    ``guard`` the absolute paths of the guard's own files and folders, ``host_files`` those of
    the hosts' hook and settings files (some relative to a home or a root are expanded).
    ``files`` gives the text of a script file by its absolute path, None where it may not be read
    (None itself = no file is read).
    """

    __slots__ = ("cwd", "files", "guard", "homes", "host_files", "root")

    def __init__(
        self,
        root: str,
        cwd: str,
        homes: tuple[str, ...],
        guard: tuple[str, ...] = (),
        host_files: tuple[str, ...] = (),
        files: "Callable[[str], str | None] | None" = None,
    ) -> None:
        self.root = root
        self.cwd = cwd
        self.homes = homes
        self.guard = guard
        self.host_files = host_files
        self.files = files
