"""See through programs that run another command, shell text or file: ``sudo``, ``env``, ``sh -c`` …

Which these are and where they hold what they run is data: ``wrappers.toml``, of which
``wrappers/table.py`` is made.  A program with a grammar of its own has a module there.  Hot.
"""

from failshut.model import Word
from failshut.shell.found import MORE, Found, Given, called, joined, program, split
from failshut.shell.options import Options, read
from failshut.shell.tokens import Opaque, is_name
from failshut.shell.wrappers.table import ALIASES, ROWS, SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from failshut.shell.wrappers import Row, Source

__all__ = ["SHELLS", "Found", "Given", "Opaque", "program", "unwrap"]

_WRAPPERS = 50
_MOST = 500  # commands that one command may run
_SHELL = Word("sh")


def unwrap(argv: tuple[Word, ...], given: Given | None = None) -> Found:
    """Take wrapper after wrapper away, until a command, a text or several of them are left.

    Raises ``Opaque`` for what can't be told; each of ``more`` is for the caller to unwrap.
    """
    found = Found(argv)
    given = given or Given()
    while found.argv and found.text is None and found.file is None:
        if len(found.via) > _WRAPPERS:
            raise Opaque("wrappers nested too deep")
        name = program(found.argv[0])
        key = ALIASES.get(name, name)
        if key not in ROWS:
            break
        if found.assigns:
            given = _with(given, found)
        inner, keeps = _rules(key, name, found.argv[1:], given)
        if not inner:
            break
        if len(inner) > _MOST:
            raise Opaque("runs too many commands")
        if keeps or len(inner) > 1:
            found.more = inner
            if not keeps:
                found.outer.append(found.argv)
                found.argv = ()
            break
        found.enter(inner[0])
    _spoken(found)
    return found


def _with(given: Given, found: Found) -> Given:
    """Return what is given behind the assignments of a wrapper."""
    return Given(given.stdin, {**given.variables, **dict(found.assigns)})


def _spoken(found: Found) -> None:
    """Count a text that begins with something unknown as a command that stays unknown.

    A value put into a text is read as a variable there: it could hold shell text, which no one
    writes by mistake.
    """
    for one in (found, *found.more):
        if one.text is not None and not one.text.literal and one.text.text.startswith("$"):
            one.argv, one.text = (Word("${text}", False),), None


def _rules(key: str, label: str, words: tuple[Word, ...], given: Given) -> tuple[list[Found], bool]:
    """Return what a program and its verbs run, and whether the program counts as a command too."""
    inner: list[Found] = []
    row: Row | None = ROWS[key]
    keeps = False
    folders: list[Word] = []
    while row is not None:
        spec, marks = row[0], row[1]
        words, before = _first(words, row)
        options = read(words, spec, "permute" in marks and "verbs" not in marks,
                       "single" in marks, "old" in marks)  # fmt: skip
        options.flags += before
        if "keep" in marks:
            keeps = True
        if options.has(*row[2]):
            break
        folders += options.values(*row[3])
        found = _inner(row, label, words, options, given)
        for one in found:
            one.chdir = [*folders, *one.chdir] if not one.away else one.chdir
        inner += found
        if "verbs" not in marks:
            break
        words = options.rest
        parts = _parts(words, marks)
        for part in parts[1:]:
            more, _ = _rules(key, label, part, given)
            inner += more
        words = parts[0]
        verb = words[0].text if words and words[0].literal else ""
        key = ALIASES.get(f"{key} {verb}", f"{key} {verb}")
        row = ROWS.get(key) if verb else None
        label, words = f"{label} {verb}", words[1:]
    return inner, keeps


def _parts(words: tuple[Word, ...], marks: str) -> list[tuple[Word, ...]]:
    """Part the words where another verb begins (``tmux new \\; send-keys …``)."""
    if "chain" not in marks:
        return [words]
    parts: list[tuple[Word, ...]] = []
    start = 0
    for at, word in enumerate(words):
        if word.text.endswith(";") and len(parts) < _MOST:
            parts.append(words[start:at] if word.text == ";" else (*words[start:at], Word(word.text[:-1])))
            start = at + 1
    return [*parts, words[start:]]


def _first(words: tuple[Word, ...], row: "Row") -> tuple[tuple[Word, ...], list[tuple[str, Word | None]]]:
    """Take away a word that may stand before the options, and a ``-`` that is one itself."""
    before: list[tuple[str, Word | None]] = []
    if words and words[0].text in row[7]:
        words = words[1:]
    if words and words[0].text == "-" and "-" in (*row[4], *row[5]):
        before.append(("-", None))
        words = words[1:]
    return words, before


def _inner(row: "Row", label: str, words: tuple[Word, ...], options: Options, given: Given) -> list[Found]:
    """Return what one program or verb runs."""
    _, marks, _, _, login, clears, away, _, variables, sources, grammar = row
    found: list[Found] = []
    if grammar:
        found += grammar_of(grammar).inner(label, words, options, given)
    taken = False
    for source in sources:
        if taken and source[0] in _OPERANDS:
            continue
        some = _sourced(source, label, words, options, given)
        taken = taken or (bool(some) and source[0] in _OPERANDS)
        found += some
    for name in variables:
        word = given.variables.get(name)
        if word is not None and word.text:
            one = Found(text=Word(word.text.lstrip("|-"), word.literal))
            one.via = [name]
            found.append(one)
    elsewhere = "away" in marks or options.has(*away)
    for one in found:
        one.away = (one.away or elsewhere or options.has(*login)) and "here" not in one.via
        one.cleared = one.cleared or options.has(*clears)
        one.alone = one.alone or "alone" in marks
        one.via = [part for part in one.via if part != "here"]
        if "assigns" in marks:
            assigned(one)
    return [one for one in found if one.argv or one.text is not None or one.file is not None]


def grammar_of(name: str) -> "ModuleType":
    """Return a grammar's module."""
    return __import__("failshut.shell.wrappers." + name, None, None, ("inner",))


def assigned(found: Found) -> None:
    """Take the assignments before a command away."""
    words, at = found.argv, 0
    while at < len(words):
        key, equals, value = words[at].text.partition("=")
        if words[at].text != "-" or at:
            if not equals or not is_name(key):
                break
            found.assigns.append((key, Word(value, words[at].literal)))
        at += 1
    found.argv = words[at:]


_OPERANDS = ("argv", "text", "texts", "command", "script", "call", "shell")


def _sourced(
    source: "Source", label: str, words: tuple[Word, ...], options: Options, given: Given
) -> list[Found]:
    """Return what stands in one of the places that a row names."""
    kind, at, how, when, unless, starts, via, *_, flags = source
    if (when and not options.has(*when)) or options.has(*unless):
        return []
    values: list[Word] = []
    if kind == "option":
        for name in at if isinstance(at, tuple) else ():
            values += options.values(name)
        values = [Word(word.text[len(starts) :], word.literal) for word in values
                  if word.text.startswith(starts)]  # fmt: skip
    elif kind == "input":
        given.asked = True
        values = [given.stdin] if given.stdin is not None else []
    if kind in ("option", "input"):
        found = [one for word in values for one in valued(how, word)]
    else:
        part = _operands(source, words, options)
        found = _read_words(kind, how, part, "bare" in flags) if part is not None else []
    for one in found:
        one.via = [label + via, *(["here"] if "here" in flags else []), *one.via]
    return found


def _operands(source: "Source", words: tuple[Word, ...], options: Options) -> tuple[Word, ...] | None:
    """Return the words behind so many operands; None = they don't stand as they must."""
    _, count, _, _, _, _, _, behind, after, head, fills, flags = source
    if behind:
        at = next((at for at, word in enumerate(words) if word.text in behind), -1)
        return words[at + 1 :] if at >= 0 else None
    if not isinstance(count, int):
        return None
    if "dashes" in flags and options.dashed >= 0:
        part = tuple(options.operands[options.dashed :])
    elif options.at and 0 <= count < len(options.at) and options.dashed < 0:
        part = words[options.at[count] :]
    else:
        part = (options.rest or tuple(options.operands))[count:]
    if head:
        values = options.values(head)
        part = (*values[-1:], *part) if values and (values[-1].text or not values[-1].literal) else part
    if after:
        return part[1:] if part and part[0].text in after else None
    if fills:
        part = tuple([Word(word.text.replace(fills, "${file}"), False) if fills in word.text else word
                      for word in part])  # fmt: skip
    return part


def _read_words(kind: str, how: str, words: tuple[Word, ...], bare: bool) -> list[Found]:
    """Return what the words run, as ``kind`` says."""
    if kind == "shell":
        return [Found((_SHELL, *words))]
    if not words:
        return [Found((_SHELL,))] if bare else []
    if kind == "argv" or (kind == "command" and len(words) > 1):
        return [Found(words)]
    if kind == "texts":
        return [one for word in words for one in valued(how, word)]
    if kind == "script":
        found = Found(text=words[0])
        found.args = words[2:]
        return [found]
    if kind == "call":
        return [called(words[0], words[1:])]
    if how:
        return [Found(text=text) for text in reader_of(how)(words)]
    return [Found(text=joined(words))]


def valued(how: str, word: Word) -> list[Found]:
    """Return what the value of an option runs."""
    if how == "file":
        found = Found()
        found.file = word
        return [found]
    if how == "program":
        return [Found((word, MORE))] if word.text else []
    if how in ("argv", "words"):
        words = split(word)
        return [Found((*words, MORE) if how == "words" else words)] if words else []
    if how:
        return [Found(text=text) for text in reader_of(how)((word,))]
    return [Found(text=word)] if word.text.strip() else []


def reader_of(name: str) -> "Callable[[tuple[Word, ...]], list[Word]]":
    """Return the function that makes shell texts of words."""
    from failshut.shell.wrappers import readers

    found: Callable[[tuple[Word, ...]], list[Word]] = getattr(readers, name)
    return found
