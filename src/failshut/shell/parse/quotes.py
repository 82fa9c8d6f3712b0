"""Read ``$'…'``, and marks that stand in single quotes.  Hot."""

from failshut.shell.parse.scanner import Scanner
from failshut.shell.syntax import Lit, Param, Part

ESCAPES = {
    "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r",
    "t": "\t", "v": "\v", "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
HEX = {"x": 2, "u": 4, "U": 8}


def ansi(scan: Scanner, at: int, parts: list[Part]) -> None:
    """Decode ``$'…'`` from its first character on."""
    text, size = scan.text, scan.size
    found: list[str] = []
    while at < size and text[at] != "'":
        char = text[at]
        at += 1
        if char != "\\":
            found.append(char)
            continue
        char = text[at : at + 1]
        at += 1
        if char in ESCAPES:
            found.append(ESCAPES[char])
        elif char == "c":
            found.append(chr(ord(text[at : at + 1] or "@") & 31))
            at += 1
        elif char in HEX or char in "01234567":
            at = code(scan, char, at, found)
        else:
            found.append("\\" + char)
    if at >= size:
        raise scan.fail("an unbalanced quote")
    whole = "".join(found)
    end = whole.find("\0")
    parts.append(Lit(whole if end < 0 else whole[:end], True))
    scan.at = at + 1


def code(scan: Scanner, char: str, at: int, found: list[str]) -> int:
    """Decode a number of ``$'…'``; returns where it ends."""
    text = scan.text
    if char in HEX:
        start, width, base, chars = at, HEX[char], 16, "0123456789abcdefABCDEF"
    else:
        start, width, base, chars = at - 1, 3, 8, "01234567"
    at = start
    while at < scan.size and at - start < width and text[at] in chars:
        at += 1
    if at == start:
        found.append("\\" + char)
        return at
    code = int(text[start:at], base)
    if char not in "uU":
        code &= 255
    # A byte above 127 is part of a character that other bytes complete; it stays one here.
    found.append(chr(code) if code <= 0x10FFFF else "?")
    return at


def marks(scan: Scanner, text: str, parts: list[Part]) -> None:
    """Read what stands in single quotes where an unknown value may have been put in."""
    first, *rest = text.split("${")
    parts.append(Lit(first, True))
    for piece in rest:
        inside, close, after = piece.partition("}")
        name, blank, what = inside.partition(" ")
        if close and blank and name in ("env", "sub"):
            mark = Param(name, True)
            mark.op, mark.arg = "bad", (Lit(blank + what, True),)
            parts += [mark, Lit(after, True)]
        else:
            parts.append(Lit("${" + piece, True))
