"""Read what a row of the table says of a command: where in its words is what it runs.  Hot."""

from failshut.model import Word
from failshut.shell.options import Options, read
from failshut.shell.wrappers.found import Found, Given
from failshut.shell.wrappers.table import key_of, row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from failshut.shell.wrappers import Facts, Row

_MOST = 500  # verbs in one command


def runs(key: str, label: str, words: tuple[Word, ...], given: Given) -> tuple[list[Found], bool]:
    """Return what a program and its verbs run, and whether the program counts as a command too."""
    inner: list[Found] = []
    later: list[Found] = []
    keeps = False
    folders: list[Word] = []
    while key:
        spec, marks, facts, _, _ = found_row = row(key)
        words, before = _first(words, facts)
        options = _options(words, spec, marks)
        options.flags += before
        keeps = keeps or "keep" in marks
        if options.has(*names(facts, "idle")):
            break
        folders += options.values(*names(facts, "folder"))
        rest, *parts = _parts(options.rest, marks)
        verb = _verb(key, marks, rest)
        found = _inner(found_row, label, words, options, given, bool(verb))
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
    return key_of(f"{key} {words[0].text}")


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


def _first(
    words: tuple[Word, ...], facts: "Facts"
) -> tuple[tuple[Word, ...], list[tuple[str, Word | None]]]:
    """Take away a word that may stand before the options, and a ``-`` that is one itself."""
    before: list[tuple[str, Word | None]] = []
    if words and words[0].text in names(facts, "first"):
        words = words[1:]
    if words and words[0].text == "-" and "-" in names(facts, "login", "clears"):
        before.append(("-", None))
        words = words[1:]
    return words, before


def _inner(
    found_row: "Row", label: str, words: tuple[Word, ...], options: Options, given: Given, verb: bool
) -> list[Found]:
    """Return what one program or verb runs; ``verb`` = its operands belong to a verb of it."""
    _, _, facts, sources, grammar = found_row
    found: list[Found] = []
    needs = names(facts, "needs")
    set_here = bool(given.exported or given.assigns)
    if grammar and (not needs or set_here or options.has(*needs)):
        found += grammar_of(grammar).inner(label, words, options, given)
    live = [kind for kind, place, _ in sources if isinstance(place, int) or options.has(*place)]
    if live or (set_here and names(facts, "variables")):
        from failshut.shell.wrappers.sources import told

        found += told(found_row, label, words, options, given, verb)
    if found:
        from failshut.shell.wrappers.sources import placed

        found = placed(found_row, found, options)
    return found


def grammar_of(name: str) -> "ModuleType":
    """Return a grammar's module."""
    return __import__("failshut.shell.wrappers." + name, None, None, ("inner",))
