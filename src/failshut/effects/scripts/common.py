"""Do what functions of the same kind do in every language.

Each gets what evaluates (its ``doing`` collects) and what the call is given.  Hot.
"""

from failshut.effects.scripts import paths
from failshut.effects.scripts.values import (
    DECODED,
    REMOTE,
    STDIN,
    Given,
    PathText,
    each,
    either,
    known,
    path_joined,
    variable,
    word_of,
)
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from failshut.effects.scripts.doing import Doing

    class Walker(Protocol):
        """What walks a program."""

        doing: Doing

    Deed = Callable[[Walker, Given], object]

_SURE = ("HOME", "PWD", "USER")


def _shell(at: "Walker", given: Given) -> object:
    at.doing.shell(given.at(0, "command"), given.options.get("cwd"))
    return None


def _file(at: "Walker", given: Given) -> object:
    at.doing.deletes(given.first)
    return None


def _tree(at: "Walker", given: Given) -> object:
    at.doing.deletes(given.first, True)
    return None


def _append(at: "Walker", given: Given) -> object:
    at.doing.writes(given.first, True)
    return None


def _mode(at: "Walker", given: Given) -> object:
    at.doing.touch("fs.mode", given.first, mode=paths.octal(given.at(1, "mode")))
    return None


def _owner(at: "Walker", given: Given) -> object:
    at.doing.touch("fs.mode", given.first)
    return None


def _chdir(at: "Walker", given: Given) -> object:
    if given.values:
        at.doing.moves(given.first)
    return None


def _retrieve(at: "Walker", given: Given) -> object:
    at.doing.fetch(given.first)
    if len(given.values) > 1:
        at.doing.touch("fs.write", given.values[1], by="download")
    return None


def _decode(at: "Walker", given: Given) -> object:
    return Word(REMOTE if word_of(given.first).text == REMOTE else DECODED, False)


def _env(at: "Walker", given: Given) -> object:
    name = known(given.first)
    if name is None:
        return None
    held = variable(name, at.doing.site.command.assigns)
    if len(given.values) < 2 or held.literal or name in _SURE:
        return held
    return either([Word("${" + name + ":-}", False), given.values[1]])


def _join(at: "Walker", given: Given) -> object:
    return path_joined(given.values)


def _dirname(at: "Walker", given: Given) -> object:
    return either([paths.parent(word_of(one)) for one in each(given.first)])


def _basename(at: "Walker", given: Given) -> object:
    text = known(given.first)
    return Word(text.rpartition("/")[2]) if text is not None else None


def _tilde(at: "Walker", given: Given) -> object:
    second = given.at(1)
    return paths.tilde(given.first if second is None else path_joined([second, given.first]))


def _chr(at: "Walker", given: Given) -> object:
    code = given.first
    return Word(chr(code)) if isinstance(code, int) and 0 < code < 0x110000 else None


def same(at: "Walker", given: Given) -> object:
    """Return what is given."""
    return given.first


COMMON: "dict[str, Deed]" = {
    "shell": _shell, "file": _file, "tree": _tree, "append": _append, "mode": _mode, "owner": _owner,
    "chdir": _chdir, "retrieve": _retrieve, "decode": _decode, "env": _env, "join": _join,
    "dirname": _dirname, "basename": _basename, "tilde": _tilde, "chr": _chr, "same": same,
    "path": lambda at, given: PathText(word_of(given.first)),
    "home": lambda at, given: Word("$HOME", False),
    "cwd": lambda at, given: paths.folder(at.doing),
    "temp": lambda at, given: Word("/tmp/${mktemp}", False),
    "tempdir": lambda at, given: Word("/tmp"),
    "stdin": lambda at, given: Word(STDIN, False),
}  # fmt: skip
AS = {
    "move": ("mv", "-T"), "into": ("mv",), "copy": ("cp",), "copies": ("cp", "-r"), "link": ("ln", "-s"),
    "truncate": ("truncate", "-s", "0"),
}  # fmt: skip
"""Deeds that are those of the shell's programs."""
