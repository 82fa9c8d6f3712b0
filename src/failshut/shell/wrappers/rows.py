"""Read what a row of the table says of a command: where in its words is what it runs.  Hot."""

from failshut.model import Word
from failshut.shell.found import MORE, Found, Given, called, joined, split
from failshut.shell.options import Options, read
from failshut.shell.tokens import is_name
from failshut.shell.wrappers.table import ALIASES, ROWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from failshut.shell.wrappers import Facts, Row, Source

_MOST = 500  # verbs in one command
_SHELL = Word("sh")


def runs(key: str, label: str, words: tuple[Word, ...], given: Given) -> tuple[list[Found], bool]:
    """Return what a program and its verbs run, and whether the program counts as a command too."""
    inner: list[Found] = []
    later: list[Found] = []
    keeps = False
    folders: list[Word] = []
    while key:
        row = ROWS[key]
        marks, facts = row[1], row[2]
        words, before = _first(words, row)
        options = _options(words, row[0], marks)
        options.flags += before
        keeps = keeps or "keep" in marks
        if options.has(*names(facts, "idle")):
            break
        folders += options.values(*names(facts, "folder"))
        rest, *parts = _parts(options.rest, marks)
        verb = _verb(key, marks, rest)
        found = _inner(row, label, words, options, given, bool(verb))
        for one in found:
            one.chdir = [*folders, *one.chdir] if not one.away else one.chdir
        inner += found
        for part in parts:
            later += runs(key, label, part, given)[0]
        key = verb
        label, words = f"{label} {rest[0].text if rest else ''}", rest[1:]
    return inner + later, keeps


def _verb(key: str, marks: str, words: tuple[Word, ...]) -> str:
    """Return the row of a program's verb, "" when it has none."""
    if "verbs" not in marks or not words or not words[0].literal:
        return ""
    name = f"{key} {words[0].text}"
    name = ALIASES.get(name, name)
    return name if name in ROWS else ""


def _options(words: tuple[Word, ...], spec: str, marks: str) -> Options:
    """Read the options, where the row says so once more behind the first operand (``ssh HOST -p 1``)."""
    options = read(words, spec, "permute" in marks and "verbs" not in marks, marks)
    if "again" in marks and options.rest:
        more = read(options.rest[1:], spec, False, marks)
        options.flags += more.flags
        options.rest = (options.rest[0], *(more.rest or tuple(more.operands)))
    return options


def names(facts: "Facts", *keys: str) -> tuple[str, ...]:
    """Return the names that facts hold under the keys."""
    found: tuple[str, ...] = ()
    for key, value in facts:
        if key in keys and isinstance(value, tuple):
            found += value
    return found


def text(facts: "Facts", key: str) -> str:
    """Return the text that facts hold under a key, "" when there is none."""
    for name, value in facts:
        if name == key and isinstance(value, str):
            return value
    return ""


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
    if words and words[0].text in names(row[2], "first"):
        words = words[1:]
    if words and words[0].text == "-" and "-" in names(row[2], "login", "clears"):
        before.append(("-", None))
        words = words[1:]
    return words, before


def _inner(
    row: "Row", label: str, words: tuple[Word, ...], options: Options, given: Given, verb: bool
) -> list[Found]:
    """Return what one program or verb runs; ``verb`` = its operands belong to a verb of it."""
    _, marks, facts, sources, grammar = row
    found: list[Found] = []
    if grammar:
        found += grammar_of(grammar).inner(label, words, options, given)
    taken = verb
    for source in sources:
        if taken and source[0] in _OPERANDS:
            continue
        some = _sourced(source, label, words, options, given)
        taken = taken or (bool(some) and source[0] in _OPERANDS)
        found += some
    for name in names(facts, "variables"):
        word = given.variable(name)
        if word is not None and word.text:
            one = called(Word(word.text.lstrip("|-"), word.literal), (MORE,))
            one.via, one.chdir = [name], [MORE]
            found.append(one)
    elsewhere = "away" in marks or options.has(*names(facts, "away"))
    moves = "moves" in marks and not options.has(*names(facts, "stays"))
    for one in found:
        if moves:
            one.chdir = [MORE, *one.chdir]
        one.away = (one.away or elsewhere or options.has(*names(facts, "login"))) and "here" not in one.via
        one.cleared = one.cleared or options.has(*names(facts, "clears"))
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
    kind, at, facts = source
    how = text(facts, "as")
    when = names(facts, "when")
    if (when and not options.has(*when)) or options.has(*names(facts, "unless")):
        return []
    values: list[Word] = []
    if kind == "option":
        for name in at if isinstance(at, tuple) else ():
            values += options.values(name)
        starts = text(facts, "starts")
        values = [Word(word.text[len(starts) :], word.literal) for word in values
                  if word.text.startswith(starts)]  # fmt: skip
    elif kind == "input":
        given.asked = True
        values = [given.stdin] if given.stdin is not None else []
    if kind in ("option", "input"):
        found = [one for word in values for one in valued(how, word)]
    else:
        part = _operands(source, words, options)
        if part == () and MORE in words:
            part = None  # what follows is unknown
        if part and (starts := text(facts, "starts")):
            part = tuple([Word(word.text[len(starts) :], word.literal) for word in part
                          if word.text.startswith(starts)])  # fmt: skip
        found = _read_words(kind, how, part, bool(text(facts, "bare"))) if part is not None else []
    for one in found:
        one.via = [label + text(facts, "via"), *(["here"] if text(facts, "here") else []), *one.via]
    return found


def _operands(source: "Source", words: tuple[Word, ...], options: Options) -> tuple[Word, ...] | None:
    """Return the words behind so many operands; None = they don't stand as they must."""
    _, count, facts = source
    if behind := names(facts, "behind"):
        at = next((at for at, word in enumerate(words) if word.text in behind), -1)
        return words[at + 1 :] if at >= 0 else None
    if not isinstance(count, int):
        return None
    if text(facts, "dashes") and options.dashed >= 0:
        part = tuple(options.operands[options.dashed :])
    elif 0 <= count < len(options.at) and options.dashed < 0 and source[0] != "texts":
        part = words[options.at[count] :]
    else:
        part = (tuple(options.operands) or options.rest)[count:]
    if head := text(facts, "head"):
        values = options.values(head)
        part = (*values[-1:], *part) if values and (values[-1].text or not values[-1].literal) else part
    if after := names(facts, "after"):
        return part[1:] if part and part[0].text in after else None
    if fills := text(facts, "fills"):
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
        return [Found(text=one) for one in reader_of(how)(words)]
    return [Found(text=joined(words))]


def valued(how: str, word: Word) -> list[Found]:
    """Return what the value of an option runs."""
    if how == "file":
        found = Found()
        found.file = word
        return [found]
    if how == "more":
        return [called(word, (MORE,))] if word.text.strip() else []
    if how == "program":
        return [Found((word, MORE))] if word.text else []
    if how in ("argv", "words"):
        words = split(word)
        return [Found((*words, MORE) if how == "words" else words)] if words else []
    if how:
        return [Found(text=one) for one in reader_of(how)((word,))]
    return [Found(text=word)] if word.text.strip() else []


def reader_of(name: str) -> "Callable[[tuple[Word, ...]], list[Word]]":
    """Return the function that makes shell texts of words."""
    from failshut.shell.wrappers import readers

    found: Callable[[tuple[Word, ...]], list[Word]] = getattr(readers, name)
    return found
