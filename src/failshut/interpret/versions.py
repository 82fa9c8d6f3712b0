"""Compare the hosts' version numbers, and read the condition of a cell that holds for some."""

from __future__ import annotations

import re

_CONDITION = re.compile(r"(<|>=)(\d[\w.+-]*)\Z")


LONGEST = 64


def readable(version: str) -> bool:
    """Say whether a text can be a version: printable, not long, with a digit in it."""
    return version.isprintable() and len(version) <= LONGEST and bool(number(version))


def number(version: str) -> tuple[int, ...]:
    """Return a version as numbers (``2.1.332`` → (2, 1, 332)); without digits: ()."""
    return tuple(int(part) for part in re.findall(r"[0-9]{1,18}", version))


def holds(condition: str, version: str) -> bool:
    """Say whether ``version`` satisfies ``<X`` or ``>=X``; raises ValueError for another form."""
    found = _CONDITION.match(condition)
    if found is None:
        raise ValueError(f"{condition!r} is no condition: write <VERSION or >=VERSION")
    mine, bound = number(version), number(found[2])
    if not mine:
        return False  # a text without a number is no older version
    return mine < bound if found[1] == "<" else mine >= bound
