"""Hold what is known of a program's values, whatever its language.

A text is a ``Word`` as the shell has it: known, or known in part (``${_}`` = an unknown piece,
``$HOME`` = the environment's).  Numbers and truth values are Python's own, lists are lists, tables are
dicts with texts as keys; None = unknown.  Hot: imports nothing but the model.
"""

from failshut.model import Word

REMOTE, DECODED, STDIN = "${remote}", "${decoded}", "${stdin}"
"""What text from the network, decoded text and the program's input look like."""
TAINTS = (REMOTE, DECODED, STDIN)
UNKNOWN = Word("${_}", False)
DOLLAR = "${__dollar}"  # as in ``shell.state``: a dollar sign beside something unknown
MARK = "\u00ba"  # stands around the number of a piece of program text that the shell leaves unknown
FEW = 8  # values of one variable that are kept apart
LONGEST = 65536  # characters of a text that are followed


class Spent(Exception):
    """Say that a program takes more work than it may."""


class Ref:
    """A function, module or method by its name: ``os.system``; ``base`` is what it is a method of."""

    __slots__ = ("base", "name")

    def __init__(self, name: str, base: object = None) -> None:
        self.name = name
        self.base = base


class PathText:
    """A path object; ``word`` is its text."""

    __slots__ = ("word",)

    def __init__(self, word: Word) -> None:
        self.word = word


class Below:
    """Whatever lies below a folder at any depth; ``filtered`` = only what fits a pattern."""

    __slots__ = ("filtered", "word")

    def __init__(self, word: Word, filtered: bool = False) -> None:
        self.word = word
        self.filtered = filtered


class Content:
    """The content of a file."""

    __slots__ = ("word",)

    def __init__(self, word: Word) -> None:
        self.word = word


class Either:
    """Several values, any of which may hold."""

    __slots__ = ("values",)

    def __init__(self, values: list[object]) -> None:
        self.values = values


class Function:
    """A function of the program: ``node`` is its body in the language's own form."""

    __slots__ = ("names", "node", "owner", "running")

    def __init__(self, names: list[str], node: object, owner: object = None) -> None:
        self.names = names
        self.node = node
        self.owner = owner
        self.running = 0


class Thing:
    """An object of a class that the program declares: ``methods`` and what was stored in it."""

    __slots__ = ("fields", "methods")

    def __init__(self, methods: dict[str, Function]) -> None:
        self.methods = methods
        self.fields: dict[str, object] = {}


class Given:
    """What a call is given: its arguments in order, those with names, and the first of them."""

    __slots__ = ("first", "options", "values")

    def __init__(self, values: list[object], options: "dict[str, object] | None" = None) -> None:
        self.values = values
        self.options: dict[str, object] = {} if options is None else options
        self.first = values[0] if values else None

    def at(self, place: int, name: str = "") -> object:
        """Return an argument by its place or name; None = it isn't given."""
        if name in self.options:
            return self.options[name]
        return self.values[place] if place < len(self.values) else None


def each(value: object) -> list[object]:
    """Return the values that may hold."""
    return list(value.values) if isinstance(value, Either) else [value]


def same(one: object, other: object) -> bool:
    """Tell whether two values are surely the same."""
    return one is other or (type(one) is type(other) and isinstance(one, (Word, int)) and one == other)


def either(values: list[object]) -> object:
    """Return one value for several that may hold; None when they are too many."""
    found: list[object] = []
    for value in values:
        for one in each(value):
            if not any([same(one, other) for other in found]):
                found.append(one)
    if len(found) > FEW:
        return None
    return found[0] if len(found) == 1 else Either(found)


def word_of(value: object) -> Word:
    """Return a value as text; what isn't known as text is ``UNKNOWN``."""
    if isinstance(value, Word):
        return value
    if isinstance(value, (PathText, Below)):
        return value.word
    if isinstance(value, bool) or not isinstance(value, int):
        return UNKNOWN
    return Word(str(value))


def known(value: object) -> str | None:
    """Return the text of a value that is known whole."""
    if isinstance(value, PathText):
        value = value.word
    return value.text if isinstance(value, Word) and value.literal else None


def glued(words: list[Word]) -> Word:
    """Return one text for pieces that follow each other."""
    if all([word.literal for word in words]):
        return Word("".join([word.text for word in words])[:LONGEST], True, any([w.glob for w in words]))
    texts = [word.text.replace("$", DOLLAR) if word.literal else word.text for word in words]
    return Word("".join(texts)[:LONGEST], False, any([word.glob for word in words]))


def joined(values: list[object]) -> object:
    """Return the texts that values make one behind the other, once for each combination."""
    rows: list[list[Word]] = [[]]
    for value in values:
        ways = each(value)
        if len(rows) * len(ways) > FEW:
            ways = [None]
        rows = [[*row, word_of(one)] for row in rows for one in ways]
    return either([glued(row) for row in rows])


def path_joined(values: list[object]) -> object:
    """Return parts of a path put together; an absolute part drops what stands before it."""
    for value in values:
        if isinstance(value, Below):
            return value
    rows: list[list[Word]] = [[]]
    for value in values:
        ways = each(value)
        if len(rows) * len(ways) > FEW:
            ways = [None]
        rows = [_onto(row, word_of(one)) for row in rows for one in ways]
    return either([glued(row) for row in rows])


def _onto(row: list[Word], word: Word) -> list[Word]:
    if word.text.startswith("/") or (not word.literal and word.text.startswith("$HOME")) or not row:
        return [word]
    slash = [] if not row[-1].text or row[-1].text.endswith("/") else [Word("/")]
    return [*row, *slash, word]


def variable(name: str, assigns: tuple[tuple[str, Word], ...]) -> Word:
    """Return an environment variable's value: what the command line sets, or the variable itself."""
    for key, value in reversed(assigns):
        if key == name:
            return value
    return Word("$" + name, False)
