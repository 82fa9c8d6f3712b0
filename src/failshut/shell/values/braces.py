"""Expand braces (``{a,b}``, ``{1..9..2}``) in a word's parts, before anything else is expanded.

Hot: imports nothing but the tree.
"""

from failshut.shell.syntax import Lit, Param, Part

LIMIT = 1000  # words that one word may become
_LONG = 4000  # pieces of a word that are looked at
_NEST = 40

Piece = str | Part


def braces(parts: tuple[Part, ...]) -> list[tuple[Part, ...]] | None:
    """Return the words' parts; None = too many to tell."""
    if not any([isinstance(one, Lit) and not one.quoted and "{" in one.text for one in parts]):
        return [parts]
    # Braces inside of ${…} count as bash looks for the end of those outside.
    if any([isinstance(one, Param) and "{" in _inside(one) for one in parts]):
        return None
    pieces: list[Piece] = []
    for part in parts:
        if isinstance(part, Lit) and not part.quoted:
            pieces.extend(part.text)
        else:
            pieces.append(part)
    if len(pieces) > _LONG or pieces.count("{") > _NEST:
        return None if "," in pieces or "." in pieces else [parts]
    found = _expand(pieces)
    return None if found is None else [_parts(one) for one in found]


def _inside(part: Param) -> str:
    return "".join([one.text for one in (*part.arg, *(part.more or ())) if isinstance(one, Lit)])


def _parts(pieces: list[Piece]) -> tuple[Part, ...]:
    found: list[Part] = []
    run = ""
    for piece in pieces:
        last = found[-1] if found and not run else None
        if isinstance(piece, str) and isinstance(last, Param) and last.loose and _names(piece):
            longer = Param(last.name + piece, False)
            longer.loose, found[-1] = True, longer
            continue
        if isinstance(piece, str):
            run += piece
            continue
        if run:
            found.append(Lit(run, False))
            run = ""
        found.append(piece)
    if run:
        found.append(Lit(run, False))
    return tuple(found)


def _names(char: str) -> bool:
    return char == "_" or (char.isascii() and char.isalnum())


def _expand(pieces: list[Piece]) -> list[list[Piece]] | None:
    """Expand the first braces that hold a list or a range, then what is behind them."""
    at = 0
    while at < len(pieces):
        if pieces[at] == "{":
            end, commas = _close(pieces, at)
            if end > 0:
                some = _list(pieces, at, end, commas) if commas else _range(pieces[at + 1 : end])
                if some:
                    return _product(pieces[:at], some, pieces[end + 1 :])
                if some is None:
                    return None
        at += 1
    return [pieces]


def _close(pieces: list[Piece], at: int) -> tuple[int, list[int]]:
    """Return where the braces opened at a position close, and their commas.

    Like bash: as long as there was no comma and no ``..``, a closing brace is a plain character.
    """
    depth, dots = 0, False
    found: list[int] = []
    for end in range(at + 1, len(pieces)):
        piece = pieces[end]
        if piece == "{":
            depth += 1
        elif piece == "}" and depth:
            depth -= 1
        elif piece == "}" and (found or dots):
            return end, found
        elif piece == "," and not depth:
            found.append(end)
        elif piece == "." and not depth and pieces[end - 1] == ".":
            dots = True
    return -1, []


def _list(pieces: list[Piece], at: int, end: int, commas: list[int]) -> list[list[Piece]] | None:
    found: list[list[Piece]] = []
    edges = [at, *commas, end]
    for number, left in enumerate(edges[:-1]):
        some = _expand(pieces[left + 1 : edges[number + 1]])
        if some is None or len(found) + len(some) > LIMIT:
            return None
        found += some
    return found


def _range(inside: list[Piece]) -> list[list[Piece]] | None:
    """Return the members of ``1..9`` or ``a..e`` with a step; [] when it is none."""
    if not all([isinstance(one, str) for one in inside]):
        return []
    ends = "".join([one for one in inside if isinstance(one, str)]).split("..")
    if len(ends) not in (2, 3) or not all(ends) or (len(ends) == 3 and not _number(ends[2])):
        return []
    step = abs(int(ends[2])) if len(ends) == 3 else 1
    letters = all([len(one) == 1 and one.isascii() and one.isalpha() for one in ends[:2]])
    if letters:
        first, last = ord(ends[0]), ord(ends[1])
    elif _number(ends[0]) and _number(ends[1]):
        first, last = int(ends[0]), int(ends[1])
    else:
        return []
    if abs(last - first) // (step or 1) >= LIMIT:
        return None
    numbers = range(first, last + (1 if last >= first else -1), (step or 1) * (1 if last >= first else -1))
    if letters:
        return [[chr(one)] for one in numbers]
    padded = any([one.lstrip("-")[:1] == "0" and len(one.lstrip("-")) > 1 for one in ends[:2]])
    width = max(len(ends[0]), len(ends[1])) if padded else 0
    return [[("-" if one < 0 else "") + str(abs(one)).zfill(width - (one < 0))] for one in numbers]


def _number(text: str) -> bool:
    digits = text.removeprefix("-").removeprefix("+")
    return digits.isascii() and digits.isdigit() and len(digits) < 16


def _product(before: list[Piece], some: list[list[Piece]], after: list[Piece]) -> list[list[Piece]] | None:
    rest = _expand(after)
    if rest is None or len(rest) * len(some) > LIMIT:
        return None
    return [[*before, *one, *tail] for one in some for tail in rest]
