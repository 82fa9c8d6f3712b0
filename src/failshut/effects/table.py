"""Say what a program does from its table in ``effects/tools``: options, verbs, effects.

A compiled program is ``(options, idle, dry, single, stdin, rows)``: ``single`` = long options have one
dash, ``stdin`` the language that it reads there; a row is ``(verbs, options, given, unless,
(least, most), matches, stop, effect, words, recursive, params, detail)``, as ``tools/tables.py`` writes
it and ``docs/tools.md`` explains it.  Hot: imports the model and its neighbours only.
"""

from failshut.effects.places import is_device
from failshut.effects.prod import is_prod
from failshut.effects.programs import tables
from failshut.effects.secrets import matches
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import Options, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Row: TypeAlias = tuple[Any, ...]
    Program: TypeAlias = tuple[str, tuple[str, ...], tuple[str, ...], bool, str, tuple[Row, ...]]

_OFF = ("none", "false", "no", "0")
_RISKY = ("infra.", "db.", "pkg.", "net.")


def program(name: str) -> "tuple[str, Program]":
    """Return a program's own name and its table, by any of its names; its family's tables are loaded."""
    stem = tables(name)
    module = getattr(__import__("failshut.effects.tables", None, None, (stem,)), stem)
    own: str = module.ALSO.get(name, name)
    return own, module.PROGRAMS[own]


def effects(name: str, program: "Program", args: tuple[Word, ...], site: Site) -> None:
    """Add the effects of every row that fits; ``name`` is the program's own."""
    spec, idle, dry, single, _, rows = program
    if single:
        args = tuple([_doubled(word) for word in args])
    whole = read(args, spec)
    if whole.has(*idle):
        return
    for row in rows:
        options, count = whole, _verb(row[0], whole)
        if row[0] and count < 0:
            continue
        if row[1]:
            options = read(args, f"{spec} {row[1]}")
            count = _verb(row[0], options)
            if (row[0] and count < 0) or options.has(*idle):
                continue
        if _dry(options, dry) or not _holds(row, options, options.operands[max(0, count) :]):
            continue
        if row[7]:
            _add(name, row, options, max(0, count), site)
        if row[6]:
            return


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
    if (given and not options.has(*given)) or options.has(*unless):
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
    if selector == "last":
        return operands[-1:]
    if selector == "..last":
        return operands[:-1]
    first, more, _ = selector.partition("..")
    at = int(first) - 1
    return operands[at:] if more else operands[at : at + 1]


def filled(template: str, options: Options, operands: list[Word], verb: str) -> str:
    """Return a template with ``{selector}`` replaced by the words it names."""
    pieces = template.split("{")
    found = pieces[0]
    for piece in pieces[1:]:
        selector, _, rest = piece.partition("}")
        if selector == "verb":
            text = verb
        else:
            text = " ".join([word.text for word in chosen(selector, options, operands)])
        found += text[:80] + rest
    return " ".join(found.split())


def _add(name: str, row: "Row", options: Options, count: int, site: Site) -> None:
    """Add a row's effect."""
    *_, effect, words, recursive, params, detail = row
    operands = options.operands[count:]
    verb = " ".join([word.text for word in options.operands[:count]])
    if effect.startswith("runs."):
        from failshut.effects import languages

        language, _, file = effect[5:].partition("-")
        for word in chosen(words, options, operands):
            if file:
                languages.judge_file(language, word, site, name)
            else:
                languages.judge(language, word, site, name)
        return None
    more = {key: filled(value, options, operands, verb) for key, value in params}
    if effect == "exec.interactive":
        from failshut.effects import interactive

        return interactive.opened(name, site)
    if effect == "disk.wipe" and words:
        for word in chosen(words, options, operands):
            path = site.path(word)
            if is_device(path):
                site.add(effect, f"wipes or repartitions {path}", path, device="yes", **more)
        return None
    if words:
        tree = recursive is True or (bool(recursive) and options.has(*recursive))
        for word in chosen(words, options, operands):
            site.touch(effect, word, tree, **{"by": name, **more})
        return None
    if effect.startswith(_RISKY):
        more["tool"] = name
        if effect.startswith(("infra.", "db.")):
            more["prod"] = "yes" if is_prod(site.command) else "no"
    site.add(effect, filled(detail, options, operands, verb), **more)
    return None
