"""Read arithmetic: ``$((…))``, ``$[…]``, ``((…))`` and what ``for`` has of it.  Hot."""

from failshut.shell.parse import lexer
from failshut.shell.parse.scanner import Scanner
from failshut.shell.syntax import Lit, Part

STOPS = frozenset("\"'\\$`")


class Arith(Part):
    """Hold ``$((…))`` by the parts of its expression."""

    __slots__ = ("parts", "quoted")

    def __init__(self, parts: tuple[Part, ...], quoted: bool) -> None:
        self.parts = parts
        self.quoted = quoted


def read(scan: Scanner, at: int) -> tuple[Part, ...] | None:
    """Read arithmetic from its two parentheses on, if they also close together."""
    op, start = scan.operator(("((",), at)
    if not op:
        return None
    if at not in scan.closes:
        match(scan, at)
    outer, inner = scan.closes.get(at, -1), scan.closes.get(start - 1, -1)
    if inner < 0 or outer < 0 or scan.operator(("))",), inner)[1] != outer + 1:
        return None
    scan.at = start
    found = expression(scan, inner)
    scan.at = outer + 1
    return found


def added(scan: Scanner, at: int, parts: list[Part], quoted: bool) -> bool:
    """Read ``$((…))`` from its first parenthesis on; False = it is something else."""
    found = read(scan, at)
    if found is None:
        return False
    parts.append(Arith(found, quoted))
    return True


def expression(scan: Scanner, end: int) -> tuple[Part, ...]:
    """Read an arithmetic expression up to a position."""
    text = scan.text
    found: list[Part] = [Lit("", True)]
    while scan.at < end:
        at = scan.at
        while at < end and text[at] not in STOPS:
            at += 1
        if at > scan.at:
            found.append(Lit(text[scan.at : at], True))
            scan.at = at
        elif text[at] in "\"'":
            scan.at += 1
        else:
            lexer.special(scan, text[at], found, "\\$`")
    if scan.at != end:
        raise scan.fail("an expression that doesn't close")
    return tuple(found)


def match(scan: Scanner, at: int) -> None:
    """Note for each parenthesis from a position on where it closes (-1 = nowhere)."""
    text, size, stack = scan.text, scan.size, [at]
    at += 1
    while at < size and stack:
        char = text[at]
        if char == "(":
            stack.append(at)
        elif char == ")":
            scan.closes[stack.pop()] = at
        elif char == "\\":
            at += 1
        elif char in "'\"":
            end = text.find(char, at + 1)
            at = end if end > 0 else at
        at += 1
    for left in stack:
        scan.closes[left] = -1
