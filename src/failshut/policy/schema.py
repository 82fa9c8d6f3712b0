"""Say what a policy may hold: names of keys, and the plain data a read policy consists of."""

from __future__ import annotations

from dataclasses import dataclass, field

from failshut import hosts
from failshut.policy.shapes import Table

LAYERS = ("managed", "user", "project", "local")
BUILT_IN = ("baseline", "self")

TOP_KEYS = ("extends", "mode", "rule", "except", "test", "gate")
PACK_KEYS = ("title", "about", "rule")
RULE_KEYS = (
    "id",
    "match",
    "unless",
    "require",
    "deny",
    "ask",
    "tell",
    "instead",
    "events",
    "hosts",
    "examples",
    "why",
    "mode",
)
EXCEPT_KEYS = ("rule", "match", "reason", "until")
GATE_KEYS = ("id", "run", "at", "instead", "timeout", "cap", "empty", "hosts", "when")
TEST_KINDS = ("command", "write", "read", "delete", "url")
TEST_KEYS = ("name", *TEST_KINDS, "cwd", "host", "verdict", "rule")
VERDICTS = ("deny", "ask", "pass")
ACTIONS = ("deny", "ask", "tell")
MODES = ("enforce", "observe")
PATH_KEYS = {"write": "fs.write", "read": "fs.read", "delete": "fs.delete"}
PARAM_KEYS = ("with", "outside", "recursive", "branch", "target", "protected")
MATCH_KEYS = (
    "effect",
    *PARAM_KEYS,
    "command",
    *PATH_KEYS,
    "url",
    "host",
    "mcp",
    "tool",
    "text",
    "python",
)
REQUIRE_KEYS = ("branch", "exists", "env")
EXAMPLE_KEYS = VERDICTS
HOSTS = tuple(hosts.HOSTS)

MAX_REASON = 300
MAX_ID = 80


@dataclass(frozen=True)
class Rule:
    """One rule as read.

    ``match`` and ``unless`` are compiled tables (see match.py; any one of them suffices),
    ``require`` holds ``("branch", text, globs)``, ``("exists", path)``, ``("env", name, value)``.
    ``raw`` is the rule's own TOML table, kept to remember it; ``note`` is a sentence added to
    its reason ("" = none); ``line`` counts from 1; ``mode`` "observe" = it only records, once the
    file is trusted.
    """

    id: str
    action: str
    reason: str
    instead: str
    match: tuple[Table, ...]
    unless: tuple[Table, ...]
    require: tuple[tuple[object, ...], ...]
    events: tuple[str, ...]
    hosts: tuple[str, ...]
    examples: tuple[tuple[str, str], ...]
    why: str
    path: str
    line: int
    raw: dict[str, object] = field(default_factory=dict, compare=False, repr=False)
    note: str = ""
    mode: str = MODES[0]


@dataclass(frozen=True)
class Exempt:
    """One exception: the rule it loosens, where, why, and until when (seconds, 0 = no end).

    ``raw`` is its own TOML table.
    """

    rule: str
    match: tuple[Table, ...]
    reason: str
    until: int
    path: str
    line: int
    raw: dict[str, object] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Trial:
    """One ``[[test]]``: a call, and what the whole policy has to say of it.

    ``kind`` is one of ``TEST_KINDS`` and ``text`` the command, path or address; ``cwd`` "" = the
    session root, ``host`` "" = any, ``rule`` "" = whichever.
    """

    name: str
    kind: str
    text: str
    verdict: str
    rule: str
    cwd: str
    host: str
    path: str
    line: int


@dataclass(frozen=True)
class Gate:
    """One ``[[gate]]``: a command that has to succeed before the agent may end its turn.

    ``run`` is a shell text, run in the session's root; ``at`` are kinds of moments (``turn-end``,
    ``agent-end``); ``timeout`` is in seconds; ``cap`` is how often a turn is sent back at most; ``empty``
    is a pattern of output that tells that nothing was looked at ("" = the usual ones); ``when`` are globs
    of changed files without which it isn't run (() = always).  ``raw`` is its own TOML table.
    """

    id: str
    run: str
    at: tuple[str, ...]
    instead: str
    timeout: int
    cap: int
    empty: str
    hosts: tuple[str, ...]
    when: tuple[str, ...]
    path: str
    line: int
    raw: dict[str, object] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Policy:
    """One policy file as read.

    ``trusted`` says whether a person trusted the file's current bytes: only then do its
    exceptions, its observe mode and its Python guards hold.  ``kept`` are rules and
    ``kept_extends`` packs that the file no longer holds but whose removal isn't trusted yet.
    ``gates`` are those of the file; in force are the ``held`` ones, which a person has trusted.
    ``digests`` maps a Python guard's absolute path to the hash of its trusted bytes.
    """

    layer: str
    path: str
    extends: tuple[str, ...] = ()
    mode: str = "enforce"
    rules: tuple[Rule, ...] = ()
    exempts: tuple[Exempt, ...] = ()
    tests: tuple[Trial, ...] = ()
    gates: tuple[Gate, ...] = ()
    trusted: bool = False
    kept: tuple[Rule, ...] = ()
    held: tuple[Gate, ...] = ()
    kept_extends: tuple[str, ...] = ()
    digests: tuple[tuple[str, str], ...] = ()
    extends_line: int = 0

    @property
    def folder(self) -> str:
        """Return the folder the file lies in."""
        return self.path.rsplit("/", 1)[0] or "/"
