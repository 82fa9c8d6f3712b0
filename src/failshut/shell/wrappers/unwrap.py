"""See through programs that run another command, shell text or file: ``sudo``, ``env``, ``sh -c`` …

Which these are and where they hold what they run is data: ``wrappers.toml``, of which
``wrappers/table.py`` is made.  A program with a grammar of its own has a module there.  Hot.
"""

from failshut.model import Word
from failshut.shell.tokens import Opaque
from failshut.shell.wrappers.found import Found, Given, program
from failshut.shell.wrappers.rows import runs
from failshut.shell.wrappers.table import SHELLS, key_of

__all__ = ["SHELLS", "Found", "Given", "Opaque", "program", "unwrap"]

_BUILTIN = ("eval", "exec", "builtin")  # no files of these names, so their case counts everywhere
_WRAPPERS = 50
_MOST = 500  # commands that one command may run


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
        key = key_of(name)
        if not key:
            if name == name.lower() or name.lower() in _BUILTIN:
                break
            name = name.lower()  # where the file system ignores case, SUDO is sudo
            if not (key := key_of(name)):
                break
        if found.assigns:
            given = _with(given, found)
        inner, keeps = runs(key, name, found.argv[1:], given)
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
    return Given(given.stdin, given.exported, [*given.assigns, *found.assigns], given.files)


def _spoken(found: Found) -> None:
    """Count a text that begins with something unknown as a command that stays unknown.

    A value put into a text is read as a variable there: it could hold shell text, which no one
    writes by mistake.
    """
    for one in (found, *found.more):
        if one.text is not None and not one.text.literal and one.text.text.startswith("$"):
            one.argv, one.text = (Word("${text}", False),), None
