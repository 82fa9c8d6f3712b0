"""Hold what a shell text has set so far, and join what its branches leave behind.

A variable's value is a ``Word`` (known, or dynamic by its parts), ``UNSET``, an ``Array``, None
(set to something unknown), or ``Maybe`` several of these.  A state is copied at no cost: tables are
shared until one side changes them.  Hot: imports nothing but the model.
"""

from failshut.model import Word

UNSET = Word("")
FEW = 8  # values of one variable that are kept apart
HASHED = "hash "  # before the name of a command in ``values``: the file that it stands for


class Array:
    """Hold an array's words by subscript: numbers, or texts of an associative one (``named``)."""

    __slots__ = ("items", "named")

    def __init__(self, items: "dict[int | str, Word]", named: bool = False) -> None:
        self.items = items
        self.named = named

    def words(self) -> list[Word]:
        """Return the words in the order of their subscripts; that of texts is bash's secret."""
        if self.named:
            return list(self.items.values()) if len(self.items) < 2 else [unknown()]
        return [self.items[key] for key in sorted(self.keys())]

    def vague(self) -> bool:
        """Tell whether a word stands for file names, so that nobody knows how many there are."""
        return any([word.glob or not word.literal for word in self.items.values()])

    def subscripts(self) -> list[Word]:
        """Return the subscripts in their order."""
        if (self.named and len(self.items) > 1) or (not self.named and self.vague()):
            return [unknown()]
        return [Word(str(key)) for key in (self.items if self.named else sorted(self.keys()))]

    def keys(self) -> list[int]:
        """Return the numbers among the subscripts."""
        return [key for key in self.items if isinstance(key, int)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Array) and self.items == other.items and self.named == other.named

    __hash__ = None  # type: ignore[assignment]


class Maybe:
    """Hold the values that a variable may have, each once."""

    __slots__ = ("values",)

    def __init__(self, values: "tuple[Value, ...]") -> None:
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maybe) and self.values == other.values

    __hash__ = None  # type: ignore[assignment]


Value = Word | Array | Maybe | None


class State:
    """Hold variables, arguments, functions, aliases, folder and written files."""

    __slots__ = ("aliases", "args", "cwd", "exported", "files", "functions", "log", "old", "shared",
                 "stack", "unsure", "values")  # fmt: skip

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}
        self.exported: dict[str, Word] = {}
        self.unsure: frozenset[str] = frozenset()  # exported on some ways only
        self.functions: dict[str, tuple[object, ...]] = {}
        self.aliases: dict[str, tuple[str, int, str]] = {}
        self.files: dict[str, Value] = {}
        self.args: tuple[Word, ...] | None = ()
        self.cwd: str | None = ""
        self.old: str | None = None
        self.stack: tuple[str | None, ...] | None = ()  # of ``pushd``; None = unknown
        self.log: list[str] = []  # what was set, in order; one for all copies
        self.shared = False

    def copy(self) -> "State":
        """Return a state that changes on its own, as a subshell's does."""
        other = State()
        other.become(self)
        self.shared = other.shared = True
        return other

    def become(self, other: "State") -> None:
        """Take over everything of another state."""
        self.values, self.exported, self.functions = other.values, other.exported, other.functions
        self.aliases, self.files, self.args = other.aliases, other.files, other.args
        self.unsure, self.log = other.unsure, other.log
        self.cwd, self.old, self.stack, self.shared = other.cwd, other.old, other.stack, other.shared

    def own(self) -> None:
        """Part from the states that share the tables, before one of them changes."""
        if self.shared:
            self.values, self.exported = dict(self.values), dict(self.exported)
            self.functions, self.aliases = dict(self.functions), dict(self.aliases)
            self.files = dict(self.files)
            self.shared = False

    def restore(self, names: list[str], other: "State") -> None:
        """Give variables the values that they have in another state, for programs too."""
        self.own()
        for name in names:
            self.values.pop(name, None)
            self.exported.pop(name, None)
            if name in other.values:
                self.values[name] = other.values[name]
            if name in other.exported:
                self.exported[name] = other.exported[name]

    def target(self, name: str) -> str:
        """Return the variable that a reference (``declare -n``) stands for."""
        found = self.values["&" + name]
        return found.text if isinstance(found, Word) and found.literal else name

    def wrote(self, other: "State") -> None:
        """Take over the files that a process of its own wrote."""
        if other.files is not self.files:
            self.own()
            for path, text in other.files.items():
                self.files[path] = text

    def set(self, name: str, value: Value) -> None:
        """Set a variable; an exported one stays exported."""
        self.own()
        self.log.append(name)
        if "&" + name in self.values:
            held = self.values["&" + name]
            for one in held.values if isinstance(held, Maybe) else ():
                if isinstance(one, Word) and one.literal:
                    self.values[one.text] = None  # it may stand for that one
            name = self.target(name)
        if "!" + name in self.values:  # read-only
            value = either([self.get(name), value])
        if "%" + name in self.values:  # worked out, or spelled otherwise
            value = None
        self.values[name] = value
        if name == "PATH":
            self.forget()
        if name in self.exported or name in INHERITED:
            self.exported[name] = value if isinstance(value, Word) else unknown(name)

    def forget(self) -> None:
        """Forget which files names stand for (``hash -p``), as bash does when PATH changes."""
        for name in [name for name in self.values if name.startswith(HASHED)]:
            self.values[name] = UNSET

    def get(self, name: str) -> Value:
        """Return a variable's value: the environment's when the text hasn't set it."""
        if "&" + name in self.values:
            name = self.target(name)
        if name in self.values:
            return self.values[name]
        return Word("$" + name, False)


class Kept(Word):
    """Be a word whose quotes are gone already, so that it doesn't fall apart any more."""

    __slots__ = ()


class Tapped(Word):
    """Be an input of which something else may have read a part."""

    __slots__ = ()


PARTED = Kept("")  # no word, but what parts two


def unknown(name: str = "_") -> Word:
    """Return a word that stays unknown."""
    return Word("${" + name + "}", False)


def either(values: "list[Value]") -> Value:
    """Return one value for several that a variable may have."""
    found: list[Value] = []
    for value in values:
        for one in value.values if isinstance(value, Maybe) else (value,):
            if one is None:
                return None
            if not any([one is other or (one == other and UNSET not in (one, other)) for other in found]):
                found.append(one)
    if len(found) > FEW:
        return None
    return found[0] if len(found) == 1 else Maybe(tuple(found))


def join(states: "list[State]", folder: bool = True) -> State:
    """Return what holds after one of several ways was taken; ``folder`` = join the folder too."""
    first = states[0].copy()
    for other in states[1:]:
        if other.values is not first.values:
            _values(first, other)
        if other.functions is not first.functions:
            first.own()
            for name in {**first.functions, **other.functions}:
                have, bodies = first.functions.get(name, (None,)), other.functions.get(name, (None,))
                first.functions[name] = (*have, *[one for one in bodies if one not in have])
        if other.files is not first.files:
            first.own()
            for path in {**first.files, **other.files}:
                held, text = first.files.get(path, UNSET), other.files.get(path, UNSET)
                first.files[path] = text if held is text else either([held, text])
        if other.aliases is not first.aliases:
            first.own()
            first.aliases.update(other.aliases)
        if other.args != first.args:
            first.args = None
        if folder and other.cwd != first.cwd:
            first.cwd = None
        if folder and other.old != first.old:
            first.old = None
        if other.stack != first.stack:
            first.stack = None
    return first


def _values(first: State, other: State) -> None:
    first.own()
    for name in {**first.values, **other.values}:
        one, two = first.get(name), other.get(name)
        if one is not two:
            first.values[name] = either([one, two])
    first.unsure |= other.unsure | frozenset(first.exported.keys() ^ other.exported.keys())
    for name, word in other.exported.items():
        first.exported[name] = word if first.exported.get(name, word) == word else unknown(name)


def changed(before: State, after: State) -> list[str]:
    """Return the variables whose values differ."""
    if before.values is after.values:
        return []
    return [name for name in after.values if before.get(name) is not after.get(name)
            and before.get(name) != after.get(name)]  # fmt: skip


def tidy(path: str) -> str:
    """Return a path without ``.`` and, where that is possible, without ``..``."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] not in ("", "..", "$HOME"):
            parts.pop()
        elif part == ".." and parts == [""]:
            continue
        elif part not in (".", "") or (not part and not parts):
            parts.append(part)
    return "/".join(parts) or ("/" if path[:1] == "/" else "")


# Assigned alone, these reach later programs even without ``export``.
# What follows is generated by tools/gen.py from the hosts' files in wire/hosts.
# fmt: off
_AGENT_HOMES = (
 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_SHELL_PREFIX', 'CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE',
 'CLAUDE_CODE_MANAGED_SETTINGS_PATH', 'CODEX_HOME', 'COPILOT_HOME', 'CURSOR_CONFIG_DIR',
 'GEMINI_CLI_HOME', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', 'KIMI_CODE_HOME', 'KIMI_SHARE_DIR'
)
# fmt: on
# End of what is generated.
INHERITED = ("HOME", "PATH", "XDG_CONFIG_HOME", *_AGENT_HOMES)
