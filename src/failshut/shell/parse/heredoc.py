"""Read here-documents.  Hot."""

from failshut.shell.parse import lexer
from failshut.shell.parse.scanner import META, Scanner
from failshut.shell.syntax import Lit, Param, Part, Redir, Unparsable, Word


def begin(scan: Scanner, op: str, start: int) -> Redir:
    """Read a here-document's delimiter; its body follows after the line."""
    delimiter, quoted = ending(scan)
    target = Word((), scan.base + start, scan.base + scan.at)
    redirect = Redir(op, target, scan.base + start, scan.base + scan.at)
    redirect.quoted = quoted
    redirect.body = ()
    scan.pending.append((redirect, delimiter, op.endswith("-")))
    return redirect


def ending(scan: Scanner) -> tuple[str, bool]:
    """Read a here-document's delimiter; returns it without quotes, and whether it had any."""
    text, start = scan.text, scan.at
    found, quoted = [], False
    while scan.at < scan.size and text[scan.at] not in META:
        char, at = text[scan.at], scan.at
        if char == "'":
            end = text.find(char, at + 1)
            if end < 0:
                raise scan.fail("an unbalanced quote")
            found.append(text[at + 1 : end])
            scan.at, quoted = end + 1, True
        elif char == '"' or text.startswith('$"', at):
            scan.at += char == "$"
            found.append(double(scan))
            quoted = True
        elif text.startswith("$'", at):
            parts: list[Part] = []
            lexer.dollar(scan, parts, False)
            found += [one.text for one in parts if isinstance(one, Lit)]
            quoted = True
        elif char == "`" or text.startswith(("$(", "${"), at):  # as it is written, whatever stands in it
            lexer.special(scan, char, [], "")
            found.append(text[at : scan.at])
        elif char == "\\":
            following = text[scan.at + 1 : scan.at + 2]
            quoted = quoted or following != "\n"
            found.append(following if following != "\n" else "")
            scan.at += 2
        else:
            found.append(char)
            scan.at += 1
    scan.at = min(scan.at, scan.size)
    if scan.at == start:
        raise scan.fail("a here-document without a delimiter")
    return "".join(found), quoted


def double(scan: Scanner) -> str:
    """Read a double-quoted part of a delimiter, in which nothing expands."""
    start = scan.at + 1
    lexer.double(scan, [])
    pieces = scan.text[start : scan.at - 1].split("\\\\")
    for mark in '"$`':
        pieces = [one.replace("\\" + mark, mark) for one in pieces]
    return "\\".join([one.replace("\\\n", "") for one in pieces])


def body(scan: Scanner, redir: Redir, delimiter: str, tabs: bool) -> None:
    """Read a here-document's body, whose first line begins here."""
    text, size, start = scan.text, scan.size, scan.at
    found: list[str] = []
    while scan.at < size:
        end, line = row(scan, redir.quoted)
        if tabs:
            line = line.lstrip("\t")
        if line == delimiter:
            scan.at = min(end + 1, size)
            break
        if scan.inside and line.startswith(delimiter) and ")" in line[len(delimiter) :]:
            scan.at = end - len(line) + len(delimiter)
            break
        written = text[scan.at : end]
        found.append(written.lstrip("\t") if tabs else written)
        scan.at = min(end + 1, size)
    redir.lines = (scan.base + start, scan.base + scan.at)
    whole = "\n".join(found) + ("\n" if found else "")
    redir.body = (Lit(whole, True),)
    if not redir.quoted and ("$" in whole or "`" in whole or "\\" in whole):
        reader = scan.nested(whole, scan.base + start)
        try:
            redir.body = inner(reader)
        except Unparsable as error:
            if error.cap:
                raise
            redir.body = (*redir.body, Param("_", True))  # bash sees that only when it runs it


def row(scan: Scanner, quoted: bool) -> tuple[int, str]:
    """Return where a line of a here-document ends, and the line; one may go on in the next."""
    text, start, found = scan.text, scan.at, ""
    while True:
        end = text.find("\n", start)
        end = scan.size if end < 0 else end
        line = text[start:end]
        if quoted or end == scan.size or (len(line) - len(line.rstrip("\\"))) % 2 == 0:
            return end, found + line
        found, start = found + line[:-1], end + 1


def inner(scan: Scanner) -> tuple[Part, ...]:
    """Read the whole text as a here-document's body."""
    parts: list[Part] = []
    scan.deepen()
    while scan.at < scan.size:
        at = scan.at
        end = at
        while end < scan.size and scan.text[end] not in "\\$`":
            end += 1
        if end > at:
            parts.append(Lit(scan.text[at:end], True))
            scan.at = end
        else:
            lexer.special(scan, scan.text[at], parts, "\\$`")
    return tuple(parts)
