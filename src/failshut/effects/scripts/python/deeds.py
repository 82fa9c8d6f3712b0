"""Do what Python's functions do, each kind by its own function.

Each gets what evaluates and what the call is given.  Hot.
"""

from failshut.effects.scripts import paths
from failshut.effects.scripts.common import COMMON, same
from failshut.effects.scripts.python import texts
from failshut.effects.scripts.values import (
    REMOTE,
    UNKNOWN,
    Below,
    Content,
    Given,
    PathText,
    Ref,
    each,
    either,
    known,
    path_joined,
    word_of,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from failshut.effects.scripts.python.expressions import Expressions

    Deed = Callable[[Expressions, Given], object]

_WRITES = frozenset("wax+")
_ITEMS = 64


def _process(at: "Expressions", given: Given) -> object:
    command = given.at(0, "args")
    cwd, shell = given.options.get("cwd"), given.options.get("shell", False)
    if shell is not False and shell != 0:
        at.doing.shell(command[0] if isinstance(command, list) and command else command, cwd)
    else:
        at.doing.run(command, cwd)
    return None


def _argv(at: "Expressions", given: Given) -> object:
    at.doing.run(given.first)
    return None


def _words(at: "Expressions", given: Given) -> object:
    at.doing.run(given.values, given.options.get("cwd"))
    return None


def _execv(at: "Expressions", given: Given) -> object:
    rest = given.at(1)
    at.doing.run([given.first, *(rest[1:] if isinstance(rest, list) else [UNKNOWN])])
    return None


def _execl(at: "Expressions", given: Given) -> object:
    at.doing.run([given.first, *[one for one in given.values[2:] if not isinstance(one, dict)]])
    return None


def _spawnv(at: "Expressions", given: Given) -> object:
    return _execv(at, Given(given.values[1:]))


def _spawnl(at: "Expressions", given: Given) -> object:
    return _execl(at, Given(given.values[1:]))


def opened(at: "Expressions", given: Given) -> object:
    """Do what ``open`` does; the value is the file's content, where it is read."""
    mode = given.at(1, "mode")
    if isinstance(given.first, int):
        return None
    text = "r" if mode is None and len(given.values) < 2 and "mode" not in given.options else known(mode)
    if text is not None and _WRITES.isdisjoint(text):
        at.doing.reads(given.first)
        return either([Content(word_of(one)) for one in each(given.first)])
    at.doing.writes(given.first, text is not None and "w" not in text)
    return None


def _fd(at: "Expressions", given: Given) -> object:
    at.doing.reads(given.first)
    return None


def _code(at: "Expressions", given: Given) -> object:
    at.doing.code(given.first)
    return None


def _file_code(at: "Expressions", given: Given) -> object:
    at.doing.code(either([Content(word_of(one)) for one in each(given.first)]))
    return None


def _fetch(at: "Expressions", given: Given) -> object:
    method = (known(given.first) or "x").isupper() and len(given.values) > 1  # request("GET", address)
    at.doing.fetch(given.values[1] if method else given.at(0, "url"))
    return Word(REMOTE, False)


def _socket(at: "Expressions", given: Given) -> object:
    at.doing.socket = True
    return None


def _kill(at: "Expressions", given: Given) -> object:
    at.doing.command("kill", "-9", "--", given.first)
    return None


def _getattr(at: "Expressions", given: Given) -> object:
    name = known(given.at(1))
    return at.attribute(given.first, name) if name is not None else None


def _import(at: "Expressions", given: Given) -> object:
    name = known(given.first)
    return Ref(name) if name is not None else None


def _path(at: "Expressions", given: Given) -> object:
    made = path_joined(given.values or [Word(".")])
    return either([one if isinstance(one, Below) else PathText(word_of(one)) for one in each(made)])


def mapped(at: "Expressions", given: Given) -> object:
    """Do what ``map`` does: call a function for each item."""
    from failshut.effects.scripts.python.calls import call

    items = given.at(1)
    some = items[:_ITEMS] if isinstance(items, list) else [at.item(items)]
    return [call(at, given.first, [one], {}) for one in some]


def _range(at: "Expressions", given: Given) -> object:
    numbers = [one for one in given.values if isinstance(one, int) and abs(one) < 1000]
    if not numbers or len(numbers) < len(given.values) or (len(numbers) > 2 and not numbers[2]):
        return None
    return list(range(*numbers[:3]))[:_ITEMS]


def _glob(at: "Expressions", given: Given) -> object:
    return paths.globbed(given.first, given.options.get("root_dir"))


def _walk(at: "Expressions", given: Given) -> object:
    return either([Below(word_of(one)) for one in each(given.first)])


def _scan(at: "Expressions", given: Given) -> object:
    word = word_of(given.first) if given.values else Word(".")
    return PathText(Word(word.text.rstrip("/") + "/*", word.literal, True))


def _vars(at: "Expressions", given: Given) -> object:
    text = known(given.first)
    return Word(text, "$" not in text) if text is not None else None


def _shjoin(at: "Expressions", given: Given) -> object:
    return texts.method(Word(" "), "join", [given.first], {})


DEEDS: "dict[str, Deed]" = {
    **COMMON,
    "process": _process, "argv": _argv, "words": _words, "execv": _execv, "execl": _execl,
    "spawnv": _spawnv, "spawnl": _spawnl, "open": opened, "fd": _fd, "code": _code, "compile": same,
    "file-code": _file_code, "fetch": _fetch, "socket": _socket, "walk": _walk, "glob": _glob,
    "scan": _scan, "kill": _kill, "path": _path, "vars": _vars, "getattr": _getattr, "import": _import,
    "shjoin": _shjoin,
    "map": mapped, "range": _range, "quote": same, "which": same, "partial": same,
    "str": lambda at, given: texts.text_of(given.first),
    "split": lambda at, given: texts.words_of(given.first),
    "home": lambda at, given: PathText(Word("$HOME", False)),
    "here": lambda at, given: PathText(paths.folder(at.doing)),
    "globals": lambda at, given: dict(at.names),
}  # fmt: skip
