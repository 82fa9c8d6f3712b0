"""Read a program's options and operands from a table that says which options take a value.

A table is one string of groups: ``"r,R,recursive f,force o,output= interactive=?"``.  The names
of a group mean the same, the last is the one it goes by; ``=`` takes a value, ``=?`` takes one
only when it is attached, ``=2`` the next two words, ``=*`` all words up to the next option or ``@``.
Clusters, ``--opt=value``, unique prefixes of long names, ``--`` and options after operands are read as
GNU programs do.  Hot: imports nothing but the model.
"""

from failshut.model import Word


class Options:
    """Hold what was read: ``flags`` in order as ``(name, value)``, ``operands``, and ``dashed``.

    ``at`` says where among the words each operand stands; ``dashed`` is how many operands came
    before ``--`` (-1 = there was none); ``rest`` the words from the first operand on when reading
    stopped there.
    """

    __slots__ = ("at", "dashed", "flags", "operands", "rest")

    def __init__(self) -> None:
        self.flags: list[tuple[str, Word | None]] = []
        self.operands: list[Word] = []
        self.at: list[int] = []
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
        body, equals, kind = group.partition("=")
        if "," in body:
            aliases = body.split(",")
            body = aliases[-1]
            for alias in aliases:
                names[alias] = body
        else:
            names[body] = body
        takes[body] = equals + kind if equals else ""
    return names, takes


def named(name: str, spec: str) -> bool:
    """Tell whether a spec has an option that goes by this name."""
    return name in _table(spec)[1]


def _long(name: str, names: dict[str, str]) -> str:
    if name in names and len(name) > 1:
        return names[name]
    found = {names[known] for known in names if len(known) > 1 and known.startswith(name)}
    return found.pop() if len(found) == 1 else name


def read(
    words: tuple[Word, ...], spec: str, permute: bool = True, marks: str = "", until: str = ""
) -> Options:
    """Split the words after a program's name; ``permute=False`` stops at the first operand.

    ``marks`` may hold ``single``: whole names stand behind one dash, too (``-name``); ``old``: the first
    word may be a cluster without a dash, whose values are the words behind it (``tar xf FILE``);
    ``plus``: a cluster may begin with ``+``.  ``until`` = reading ends behind this option.
    """
    names, takes = _table(spec)
    found = Options()
    at, count = 0, len(words)
    single, dashes = "single" in marks, "-+" if "plus" in marks else "-"
    if "old" in marks and words and words[0].text[:1] not in ("-", ""):
        at = _read_old(found, words, names, takes)
    while at < count and not (until and found.flags and found.flags[-1][0] == until):
        word = words[at]
        text = word.text
        at += 1
        if text == "--" and word.literal:
            found.dashed = len(found.operands)
            found.operands.extend(words[at:])
            found.at.extend(range(at, count))
            break
        if len(text) < 2 or text[0] not in dashes:
            if not permute:
                at -= 1
                break
            if found.flags and takes.get(found.flags[-1][0]) == "=*":
                found.flags.append((found.flags[-1][0] if text != "@" else text, word))
                continue
            found.operands.append(word)
            found.at.append(at - 1)
        elif text[:2] == "--":
            at += _read_long(found, word, 2, words[at : at + 3], names, takes)
        elif single and (name := text[1:].partition("=")[0]) and (len(name) > 1 or name in takes):
            at += _read_single(found, word, words[at : at + 3], names, takes)
        else:
            at += _read_cluster(found, word, words[at : at + 3], names, takes)
    found.rest = tuple(words[at:])
    return found


def _read_old(found: Options, words: tuple[Word, ...], names: dict[str, str], takes: dict[str, str]) -> int:
    """Read a cluster without a dash; returns how many words it takes."""
    at = 1
    for letter in words[0].text:
        name = names.get(letter, letter)
        value = None
        if takes.get(name) == "=" and at < len(words):
            value = words[at]
            at += 1
        found.flags.append((name, value))
    return at


def _read_single(
    found: Options, word: Word, following: tuple[Word, ...], names: dict[str, str], takes: dict[str, str]
) -> int:
    """Read a word that is a whole name behind one dash, or else a cluster."""
    if _long(word.text[1:].partition("=")[0], names) in takes:
        return _read_long(found, word, 1, following, names, takes)
    return _read_cluster(found, word, following, names, takes)


def _values(found: Options, name: str, kind: str, following: tuple[Word, ...]) -> int:
    """Note an option with the words behind it that are its values; returns how many."""
    count = 1 if kind == "=" else int(kind[1:]) if kind[1:].isdigit() else 0
    some = following[:count]
    found.flags += [(name, value) for value in some] or [(name, None)]
    return len(some)


def _read_long(
    found: Options, word: Word, dashes: int, following: tuple[Word, ...], names: dict[str, str],
    takes: dict[str, str],
) -> int:  # fmt: skip
    written, equals, value = word.text[dashes:].partition("=")
    name = _long(written, names)
    if equals:
        found.flags.append((name, Word(value, word.literal, word.glob)))
        return 0
    return _values(found, name, takes.get(name, ""), following)


def _read_cluster(
    found: Options, word: Word, following: tuple[Word, ...], names: dict[str, str], takes: dict[str, str]
) -> int:
    text = word.text
    for at in range(1, len(text)):
        name = names.get(text[at], text[at])
        kind = takes.get(name, "")
        if kind and at + 1 < len(text):
            found.flags.append((name, Word(text[at + 1 :], word.literal, word.glob)))
            return 0
        if kind and kind != "=?":
            return _values(found, name, kind, following)
        found.flags.append((name, None))
    return 0
