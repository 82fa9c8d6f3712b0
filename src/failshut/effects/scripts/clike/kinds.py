"""Do what the functions of C-like languages do, each kind by its own function.

Each gets what evaluates and what the call is given.  Hot.
"""

from failshut.effects.scripts import paths
from failshut.effects.scripts.clike import deeds
from failshut.effects.scripts.common import COMMON, same
from failshut.effects.scripts.values import (
    REMOTE,
    STDIN,
    UNKNOWN,
    Content,
    Function,
    Given,
    Ref,
    each,
    either,
    joined,
    known,
    word_of,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from failshut.effects.scripts.clike.members import Members

    Deed = Callable[[Members, Given], object]

_PIPE_MODES = ("r", "w", "r+", "a")


# Commands


def _system(at: "Members", given: Given) -> object:
    some = [one for one in given.values if not isinstance(one, dict)]
    cwd = given.options.get("chdir")
    if len(some) == 1 and not isinstance(some[0], list):
        at.doing.shell(some[0], cwd)
    elif some:
        at.doing.run(some[0] if len(some) == 1 else some, cwd)
    return None


def _piped(at: "Members", given: Given) -> object:
    return _system(at, Given([one for one in given.values if known(one) not in _PIPE_MODES], given.options))


def _spawn(at: "Members", given: Given) -> object:
    rest = given.at(1, "args")
    words = list(given.first) if isinstance(given.first, list) else [given.first]
    if isinstance(rest, list):
        words += rest
    elif rest is not None and not isinstance(rest, (dict, Function)):
        words.append(rest)
    elif len(given.values) > 1 and rest is None:
        words.append(UNKNOWN)
    cwd = given.options.get("cwd")
    if at.language.name == "r" or given.options.get("shell") not in (None, False):
        at.doing.shell(spaced(words, Word(" ")), cwd)
    else:
        at.doing.run(words, cwd)
    return None


def _process(at: "Members", given: Given) -> object:
    at.doing.run(given.options.get("cmd"), given.options.get("cwd"))
    return None


def _execv(at: "Members", given: Given) -> object:
    rest = given.at(1)
    at.doing.run([given.first, *(rest if isinstance(rest, list) else [])])
    return None


# Files


def _rm(at: "Members", given: Given) -> object:
    at.doing.deletes(given.first, given.options.get("recursive", False) is not False)
    return None


def _unlink(at: "Members", given: Given) -> object:
    tree = given.at(1, "recursive") not in (None, False)
    at.doing.deletes(given.first if isinstance(given.first, list) else paths.globbed(given.first), tree)
    return None


def _files(at: "Members", given: Given) -> object:
    at.doing.deletes([one for one in given.values if not isinstance(one, Function)] or [UNKNOWN])
    return None


def _trees(at: "Members", given: Given) -> object:
    at.doing.deletes(
        [one for one in given.values if not isinstance(one, (dict, Function))] or [UNKNOWN], True
    )
    return None


def _open(at: "Members", given: Given) -> object:
    mode = known(given.values[1]) if len(given.values) > 1 else "r"
    if mode is None or set(mode) & set("wax+"):
        at.doing.writes(given.first, mode is not None and "w" not in mode)
        return None
    return _read(at, given)


def _popen(at: "Members", given: Given) -> object:
    """Do what Perl's and Ruby's ``open`` does: a file by its mode, or a command's pipe."""
    if at.language.name == "perl":
        return _perl_open(at, given.values[1:])
    name = known(given.first)
    if name is not None and name.startswith("|"):
        at.doing.shell(Word(name[1:]))
        return None
    return _open(at, given)


def _perl_open(at: "Members", rest: list[object]) -> object:
    mode = (known(rest[0]) or "").strip() if rest else ""
    if len(rest) > 1:
        if "|" in mode:
            return _system(at, Given(rest[1:]))
        if ">" not in mode and "+" not in mode:
            return _read(at, Given(rest[1:]))
        at.doing.writes(rest[1], ">>" in mode)
    elif mode.startswith("|") or mode.endswith("|"):
        at.doing.shell(Word(mode.strip("|")))
    elif mode.startswith((">", "+")):
        if not mode.startswith(">&"):
            at.doing.writes(Word(mode.lstrip("+> ")), mode.startswith(">>"))
    elif mode:
        at.doing.reads(Word(mode.lstrip("< ")))
    return None


def _read(at: "Members", given: Given) -> object:
    text = known(given.first)
    if text is not None and text.startswith(("http://", "https://", "ftp://")):
        return _fetch(at, given)
    if text in ("php://stdin", "/dev/stdin") or given.first == 0:
        return Word(STDIN, False)
    at.doing.reads(given.first)
    return either([Content(word_of(one)) for one in each(given.first)])


def _write(at: "Members", given: Given) -> object:
    at.doing.writes(given.first, known(given.options.get("flag")) == "a")
    return None


def _write_last(at: "Members", given: Given) -> object:
    target = given.options.get("con", given.at(1, "file"))
    if known(target):
        at.doing.writes(target)
    return None


def _modes(at: "Members", given: Given) -> object:
    for one in given.values[1:]:
        at.doing.touch("fs.mode", one, mode=paths.octal(given.first))
    return None


def _chmod_tree(at: "Members", given: Given) -> object:
    at.doing.command("chmod", "-R", paths.octal(given.first) or "777", "--", *given.values[1:])
    return None


def _owners(at: "Members", given: Given) -> object:
    for one in given.values[2:]:
        at.doing.touch("fs.mode", one)
    return None


# The network, programs


def _fetch(at: "Members", given: Given) -> object:
    at.doing.fetch(given.first)
    deeds.handed(at, given.values[1:])
    return Word(REMOTE, False)


def _socket(at: "Members", given: Given) -> object:
    at.doing.socket = True
    deeds.handed(at, given.values)
    return None


def _buffer(at: "Members", given: Given) -> object:
    encoded = known(given.at(1)) in ("base64", "hex", "base64url")
    return COMMON["decode"](at, given) if encoded else given.first


def _code(at: "Members", given: Given) -> object:
    if isinstance(given.first, Function):
        return at.invoke(given.first, [])
    value = given.values[-1] if given.values else given.options.get("text")
    if value is not None or at.language.name != "r":
        at.doing.code(value)
    return None


def _file_code(at: "Members", given: Given) -> object:
    text = known(given.first)
    if text is not None and "://" in text:
        at.doing.foreign(Word(REMOTE, False))
    elif given.first is not None and not isinstance(given.first, Ref):
        at.doing.code(either([Content(word_of(one)) for one in each(given.first)]))
    return None


def _import(at: "Members", given: Given) -> object:
    name = known(given.first)
    return Ref(deeds.canonical(name)) if name is not None else None


# Values


def spaced(values: list[object], between: object) -> object:
    """Return the texts of values with another between them."""
    spread: list[object] = []
    for one in values:
        spread += [between, one] if spread else [one]
    return joined(spread)


def _paste(at: "Members", given: Given) -> object:
    return spaced(given.values, given.options.get("sep", Word(" ")))


def _paste0(at: "Members", given: Given) -> object:
    return spaced(given.values, Word(""))


def _join_list(at: "Members", given: Given) -> object:
    rest: list[object] = []
    for one in given.values[1:]:
        rest += one if isinstance(one, list) else [one]
    return spaced(rest, given.first)


def _join_after(at: "Members", given: Given) -> object:
    items = given.first if isinstance(given.first, list) else [given.first]
    return spaced(items, given.values[1] if len(given.values) > 1 else Word(""))


def _each(at: "Members", given: Given) -> object:
    made, items = given.first, given.at(1)
    if isinstance(made, list):
        made, items = items, made
    some = items[:64] if isinstance(items, list) else [items]
    return [deeds.call(at, made, [one], {}) for one in some]


def _chars(at: "Members", given: Given) -> object:
    return joined([COMMON["chr"](at, Given([one])) for one in given.values])


def _shift(at: "Members", given: Given) -> object:
    if given.values:
        return given.first
    held = at.names.get("_")
    if isinstance(held, list):
        return held.pop(0) if held else None
    return at.doing.args[0] if at.doing.args else None


def _parse(at: "Members", given: Given) -> object:
    return given.at(0, "text")


def _globs(at: "Members", given: Given) -> object:
    return [paths.globbed(one) for one in given.values]


def _indirect(at: "Members", given: Given) -> object:
    return deeds.call(at, given.first, given.values[1:], {})


KINDS: "dict[str, Deed]" = {
    **COMMON,
    "system": _system, "popen-shell": _piped, "spawn": _spawn, "process": _process, "execv": _execv,
    "rm": _rm, "unlink": _unlink, "file": _files, "tree": _trees, "open": _open, "popen": _popen,
    "read": _read, "write": _write, "write-last": _write_last, "modes": _modes, "mode-first": _modes,
    "chmod-tree": _chmod_tree, "owners": _owners, "fetch": _fetch, "socket": _socket, "buffer": _buffer,
    "code": _code, "file-code": _file_code, "import": _import, "paste": _paste, "paste0": _paste0,
    "join-list": _join_list, "join-list-after": _join_after, "each": _each, "chr": _chars,
    "shift": _shift, "parse": _parse, "glob": _globs, "globs": _globs, "indirect": _indirect,
    "c": lambda at, given: list(given.values), "pass": same,
}  # fmt: skip
