"""Read a program's options and operands from a table that says which options take a value.

A table is one string of groups: ``"r,R,recursive f,force o,output= interactive=?"``.  The names
of a group mean the same, the last is the one it goes by; ``=`` takes a value, ``=?`` takes one
only when it is attached.  Clusters, ``--opt=value``, unique prefixes of long names, ``--`` and
options after operands are read as GNU programs do.  Hot: imports nothing but the model.
"""

from failshut.model import Word


class Options:
    """Hold what was read: ``flags`` in order as ``(name, value)``, ``operands``, and ``dashed``.

    ``dashed`` is how many operands came before ``--`` (-1 = there was none); ``rest`` the words
    from the first operand on when reading stopped there.
    """

    __slots__ = ("dashed", "flags", "operands", "rest")

    def __init__(self) -> None:
        self.flags: list[tuple[str, Word | None]] = []
        self.operands: list[Word] = []
        self.dashed = -1
        self.rest: tuple[Word, ...] = ()

    def has(self, *names: str) -> bool:
        """Tell whether one of the options was given."""
        return any(flag in names for flag, _ in self.flags)

    def values(self, *names: str) -> list[Word]:
        """Return the values given to the options, in order."""
        return [value for flag, value in self.flags if flag in names and value is not None]


_TABLES: dict[str, tuple[dict[str, str], dict[str, str]]] = {}


def _table(spec: str) -> tuple[dict[str, str], dict[str, str]]:
    if spec not in _TABLES:
        _TABLES[spec] = _read_table(spec)
    return _TABLES[spec]


def _read_table(spec: str) -> tuple[dict[str, str], dict[str, str]]:
    names: dict[str, str] = {}
    takes: dict[str, str] = {}
    for group in spec.split():
        body, _, mark = group.partition("=")
        aliases = body.split(",")
        for alias in aliases:
            names[alias] = aliases[-1]
        takes[aliases[-1]] = group[len(body) :] if mark or group.endswith("=") else ""
    return names, takes


def _long(name: str, names: dict[str, str]) -> str:
    if name in names and len(name) > 1:
        return names[name]
    found = {names[known] for known in names if len(known) > 1 and known.startswith(name)}
    return found.pop() if len(found) == 1 else name


def read(words: tuple[Word, ...], spec: str, permute: bool = True) -> Options:
    """Split the words after a program's name; ``permute=False`` stops at the first operand."""
    names, takes = _table(spec)
    found = Options()
    at, count = 0, len(words)
    while at < count:
        word = words[at]
        text = word.text
        at += 1
        if text == "--" and word.literal:
            found.dashed = len(found.operands)
            found.operands.extend(words[at:])
            break
        if len(text) < 2 or text[0] != "-":
            if not permute:
                at -= 1
                break
            found.operands.append(word)
        elif text[1] == "-":
            at += _read_long(found, word, words[at : at + 1], names, takes)
        else:
            at += _read_cluster(found, word, words[at : at + 1], names, takes)
    found.rest = tuple(words[at:])
    return found


def _read_long(
    found: Options,
    word: Word,
    following: tuple[Word, ...],
    names: dict[str, str],
    takes: dict[str, str],
) -> int:
    written, equals, value = word.text[2:].partition("=")
    name = _long(written, names)
    if equals:
        found.flags.append((name, Word(value, word.literal, word.glob)))
    elif takes.get(name) == "=" and following:
        found.flags.append((name, following[0]))
        return 1
    else:
        found.flags.append((name, None))
    return 0


def _read_cluster(
    found: Options,
    word: Word,
    following: tuple[Word, ...],
    names: dict[str, str],
    takes: dict[str, str],
) -> int:
    text = word.text
    for at in range(1, len(text)):
        name = names.get(text[at], text[at])
        kind = takes.get(name, "")
        if kind and at + 1 < len(text):
            found.flags.append((name, Word(text[at + 1 :], word.literal, word.glob)))
            return 0
        if kind == "=" and following:
            found.flags.append((name, following[0]))
            return 1
        found.flags.append((name, None))
    return 0
