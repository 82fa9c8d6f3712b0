"""Expand ``~`` in words and assignments.  Hot."""

from failshut.shell.syntax import Lit, Param, Part


def leading(parts: tuple[Part, ...], first: Lit, named: bool) -> tuple[Part, ...]:
    """Expand the ``~`` in a word's first part; ``named`` = also that behind ``NAME=``."""
    text = first.text
    if named and not text.startswith("~"):
        before, equals, text = text.partition("=")
        if not equals or not before.isidentifier():
            return parts
        return (Lit(before + "=", False), *assigned((Lit(text, False), *parts[1:])))
    user, slash, rest = text.partition("/")
    if not slash and len(parts) > 1:
        return parts
    return (of(user), *((Lit(slash + rest, False),) if slash else ()), *parts[1:])


def of(user: str) -> Part:
    """Return the folder that ``~``, ``~+`` or ``~NAME`` means."""
    return Param("HOME" if user == "~" else "PWD" if user == "~+" else user, True)


def assigned(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Expand each ``~`` of an assignment's value: at its beginning and behind colons."""
    found: list[Part] = []
    for at, part in enumerate(parts):
        if not isinstance(part, Lit) or part.quoted or "~" not in part.text:
            found.append(part)
            continue
        pieces = part.text.split(":")
        for number, piece in enumerate(pieces):
            if number:
                found.append(Lit(":", False))
            user, slash, rest = piece.partition("/")
            whole = slash or number < len(pieces) - 1 or at == len(parts) - 1
            if piece[:1] == "~" and (number or not at) and whole:
                inner = (number or at) and user not in ("~", "~+")
                found += [Param("_", True) if inner else of(user), Lit(slash + rest, False)]
            else:
                found.append(Lit(piece, False))
    return tuple(found)
