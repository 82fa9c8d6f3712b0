"""Say what a program does from its table in ``effects/tools``: options, verbs, effects.

A compiled program is ``(options, idle, dry, dashes, stdin, folder, variable, rows)``: ``dashes`` says
how its options are written, ``stdin`` names the language that it reads there, ``folder`` the option behind
which operands lie in another folder, ``variable`` that of the environment which holds more options; a row
is ``(verbs, options, given, unless, (least, most), matches, stop, effect, words, recursive, params,
detail)``, as ``tools/tables.py`` writes it and ``docs/tools.md`` explains it.  Hot: imports the model and
its neighbours only.
"""

import marshal

from failshut.effects.secrets import matches
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import Options, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Row: TypeAlias = tuple[Any, ...]
    Names: TypeAlias = tuple[str, ...]
    Program: TypeAlias = tuple[str, Names, Names, str, str, str, str, tuple[Row, ...]]

_MARKS = {"": "", "single": "", "both": "single", "old": "old"}
_HERE = Word(".")
_READ: "dict[str, tuple[str, Program]]" = {}
_OFF = ("none", "false", "no", "0")
_STREAMED = ("fs.read", "fs.write")


def program(stem: str, name: str) -> "tuple[str, Program]":
    """Return a program's own name and its table, which stands in the file ``stem``."""
    if name not in _READ:
        module = getattr(__import__("failshut.effects.tables", None, None, (stem,)), stem)
        own = module.ALSO.get(name, name)
        _READ[name] = (own, marshal.loads(module.PROGRAMS[own]))
    return _READ[name]


def effects(name: str, program: "Program", args: tuple[Word, ...], site: Site) -> None:
    """Add the effects of every row that fits; ``name`` is the program's own."""
    spec, idle, dry, dashes, _, folder, variable, rows = program
    if variable:
        args = _with_variable(args, variable, site)
    if dashes == "single":
        args = tuple([_doubled(word) for word in args])
    whole = _options(args, spec, dashes, folder)
    if idle and whole.has(*idle):
        return
    for row in rows:
        options, count = whole, 0
        if row[0] and (count := _verb(row[0], whole)) < 0:
            continue
        if row[1]:
            options = _options(args, f"{spec} {row[1]}", dashes, folder)
            if (row[0] and (count := _verb(row[0], options)) < 0) or options.has(*idle):
                continue
        if (dry and _dry(options, dry)) or not _holds(row, options, options.operands[count:]):
            continue
        if row[7]:
            _add(name, row, options, count, site)
        if row[6]:
            return


def _options(args: tuple[Word, ...], spec: str, dashes: str, folder: str) -> Options:
    """Read the words behind the program; those behind the option ``folder`` are put into its folder."""
    options = read(args, spec, marks=_MARKS[dashes])
    if folder and options.has(folder):
        from failshut.effects import within

        return within.placed(options, args, spec, _MARKS[dashes], folder)
    return options


def _with_variable(args: tuple[Word, ...], variable: str, site: Site) -> tuple[Word, ...]:
    """Return the words with the options that a variable of the environment holds."""
    held = [value for name, value in site.command.assigns if name == variable]
    if not held or not held[-1].literal:
        return args
    at = next((at for at, word in enumerate(args) if word.text == "--"), len(args))
    return (*args[:at], *[Word(text) for text in held[-1].text.split()], *args[at:])


def _doubled(word: Word) -> Word:
    """Write ``-option`` as ``--option``."""
    text = word.text
    if len(text) < 3 or text[0] != "-" or text[1] == "-":
        return word
    return Word("-" + text, word.literal, word.glob)


def _verb(verbs: "tuple[tuple[str, ...], ...]", options: Options) -> int:
    """Return how many operands the verb takes up, -1 = it is another verb."""
    words = [word.text for word in options.operands]
    for verb in verbs:
        found = _prefix(verb, words, 0)
        if found >= 0:
            return found
    return -1


def _prefix(verb: "tuple[str, ...]", words: list[str], at: int) -> int:
    """Return where a verb ends in the words; ``**`` stands for any number of them."""
    for index, part in enumerate(verb):
        if part == "**":
            for start in range(at, len(words) + 1):
                end = _prefix(verb[index + 1 :], words, start)
                if end >= 0:
                    return end
            return -1
        if at >= len(words) or not (part == words[at] or ("*" in part and matches(words[at], part))):
            return -1
        at += 1
    return at


def _dry(options: Options, dry: tuple[str, ...]) -> bool:
    return any([flag in dry and (value is None or value.text not in _OFF) for flag, value in options.flags])


def _holds(row: "Row", options: Options, operands: list[Word]) -> bool:
    """Tell whether a row's conditions hold."""
    _, _, given, unless, (least, most), wanted, *_ = row
    for names in given:
        if not options.has(*names):
            return False
    if unless and options.has(*unless):
        return False
    if len(operands) < least or (most >= 0 and len(operands) > most):
        return False
    for selector, patterns in wanted:
        words = chosen(selector, options, operands)
        if not any([fits(word, pattern) for word in words for pattern in patterns]):
            return False
    return True


def fits(word: Word, pattern: str) -> bool:
    """Tell whether a word fits a pattern: ``glob`` = it is one, ``*`` stands for any text."""
    if pattern == "glob":
        return word.glob or (word.literal and ("*" in word.text))
    return matches("/" + word.text.lower(), "/" + pattern)


def chosen(selector: str, options: Options, operands: list[Word]) -> list[Word]:
    """Return the words that a selector names (``docs/tools.md``)."""
    if selector.startswith("="):
        return options.values(*selector[1:].split("|"))
    if selector == "operands":
        return operands
    if selector == ".":
        return [_HERE]
    if selector.endswith("="):
        return [Word(one.text[len(selector) :], one.literal, one.glob) for one in operands
                if one.text.startswith(selector)]  # fmt: skip
    if selector == "last":
        return operands[-1:]
    if selector == "..last":
        return operands[:-1]
    first, more, _ = selector.partition("..")
    at = int(first) - 1
    return operands[at:] if more else operands[at : at + 1]


def _add(name: str, row: "Row", options: Options, count: int, site: Site) -> None:
    """Add a row's effect: on files here, any other by ``tabled``."""
    effect, words, recursive, params = row[7:11]
    operands = options.operands[count:] if count else options.operands
    if not words or effect[:3] != "fs.":
        from failshut.effects import tabled

        return tabled.add(name, row, options, count, site)
    tree = recursive is True or (bool(recursive) and options.has(*recursive))
    more = {} if effect == "fs.mode" else {"by": name}
    for key, value in params:
        if "{" in value:
            from failshut.effects import tabled

            value = tabled.filled(value, options, operands, "")
        more[key] = value
    for word in _input(site) if words == "input" else chosen(words, options, operands):
        if word.text != "-" or effect not in _STREAMED:
            site.touch(effect, word, tree, **more)
    return None


def _input(site: Site) -> list[Word]:
    """Return the lines that a command reads, where the text decides them."""
    from failshut.effects import inputs

    body = inputs.fed(site.command, site.commands)
    found = inputs.stdin(site) if body is None else None
    text = body if body is not None else found[1] if found is not None else None
    if text is None:
        return []
    lines = text.text.replace("\0", "\n").split("\n")
    return [Word(line, text.literal or "$" not in line) for line in lines if line and "${" not in line]
