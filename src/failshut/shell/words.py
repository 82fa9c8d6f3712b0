"""Turn a word's parts into words, with the variables that the same text has set.

What a resolved word looks like (every reader of ``Word`` relies on it):

* ``literal``: the text is exactly what the program gets.
* not ``literal``: ``$NAME`` in it is the environment's value (a reader of effects may resolve
  HOME, PWD, OLDPWD, TMPDIR, USER; ``~`` is written ``$HOME``); ``${NAME}`` and everything else
  that begins with ``$`` or ``~`` is unknown.  A word that mixes such a part with a quoted
  dollar sign is opaque, so a ``$`` in a non-literal word always is an expansion.

Hot: imports nothing but the model.
"""

from failshut.model import Word
from failshut.shell.tokens import Opaque, Part, is_name

LIMIT = 65536  # characters that expansion may produce in one text
VARIABLES = 100  # variables that one text may set
_GLOBS = "*?["


class Scope:
    """Hold what the text has set so far; a value of None = set to something unknown."""

    __slots__ = ("cwd", "exported", "old", "values")

    def __init__(self) -> None:
        self.values: dict[str, Word | None] = {}
        self.exported: dict[str, Word] = {}
        self.cwd: str | None = ""
        self.old: str | None = None

    def copy(self) -> "Scope":
        """Return a scope that can change on its own, as a subshell's does."""
        if len(self.values) > VARIABLES:
            raise Opaque("too many variables")
        other = Scope()
        other.values, other.exported = dict(self.values), dict(self.exported)
        other.cwd, other.old = self.cwd, self.old
        return other

    def forget(self) -> None:
        """Make every variable unknown that was set so far."""
        for name in self.values:
            self.values[name] = None


def has_glob(text: str) -> bool:
    """Tell whether an unquoted text would be matched against file names."""
    return any(char in text for char in _GLOBS)


def value_of(name: str, scope: Scope) -> Word:
    """Return what a variable holds, as a word."""
    if name not in scope.values:
        return Word("$" + name, False)
    value = scope.values[name]
    return Word("${" + name + "}", False) if value is None else value


def _tilde(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Mark the ``~`` of ``NAME=~/x``, which bash expands wherever the word stands."""
    kind, text, quoted = parts[0]
    if kind != "lit" or quoted or "=~" not in text:
        return parts
    name, _, rest = text.partition("=")
    if not is_name(name) or not rest.startswith("~") or (len(rest) == 1 and len(parts) > 1):
        return parts
    if len(rest) > 1 and rest[1] != "/":
        return (("lit", name + "=", False), ("user", rest, False), *parts[1:])
    tail: tuple[Part, ...] = (("lit", rest[1:], False),) if rest[1:] else ()
    return (("lit", name + "=", False), ("tilde", "~", False), *tail, *parts[1:])


def expand(parts: tuple[Part, ...], scope: Scope, split: bool = True) -> list[Word]:
    """Return the words that the parts become; ``split`` = unquoted values fall apart at blanks."""
    if split and len(parts) == 1 and parts[0][0] == "var" and not parts[0][2]:
        value = value_of(parts[0][1], scope)
        if value.literal:
            return [Word(text, True, has_glob(text)) for text in value.text.split()]
        return [value]
    text: list[str] = []
    literal, glob, dollar = True, False, False
    for kind, piece, quoted in _tilde(parts):
        if kind == "lit":
            glob = glob or (not quoted and has_glob(piece))
            dollar = dollar or "$" in piece
            text.append(piece)
            continue
        value = Word(piece, False) if kind == "user" else value_of(
            "HOME" if kind == "tilde" else piece, scope
        )  # fmt: skip
        if split and kind == "var" and not quoted and value.literal:
            if value.text.split() != [value.text]:
                value = Word("${" + piece + "}", False)
            glob = glob or has_glob(value.text)
        literal = literal and value.literal
        dollar = dollar or (value.literal and "$" in value.text)
        text.append(value.text)
    if dollar and not literal:
        raise Opaque("a quoted dollar sign beside an expansion")
    whole = "".join(text)
    if len(whole) > LIMIT:
        raise Opaque("an expansion that grows too long")
    return [Word(whole, literal, glob)]
