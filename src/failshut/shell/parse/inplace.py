"""Read ``${ commands; }``, ``${| commands; }`` and ``${(commands)}``, which the shell at hand runs.  Hot.

Bash knows them from 5.3 on, zsh and ksh spell them so too; for an older bash they are an error, which ends
the line when it gets there.
"""

from failshut.shell.parse import expansions, grammar
from failshut.shell.parse.scanner import COMMANDS, Scanner
from failshut.shell.syntax import List, Part, Sub, Unparsable

_SLICE = 32  # characters that are read a second time for the price of a command
_SPACES = frozenset(" \t\n|")
_QUOTE = "quote"  # in the reason of an error that is found at the text's end


def read(scan: Scanner, parts: list[Part], quoted: bool) -> bool:
    """Read one from behind its brace; False = it is none."""
    start = scan.at
    kind = "${|" if scan.text.startswith("|", start) else "${"
    first = start + len(kind) - 2
    body = None if -1 - start in scan.closes else tried(scan, start, first)
    if body is not None:
        agree(scan, start, quoted)
    elif scan.text.startswith("(", start):  # flags of a parameter, for zsh
        return False
    else:
        scan.at = first
        body = spaced(scan, quoted)
    parts.append(Sub(kind, body, quoted))
    return True


def tried(scan: Scanner, start: int, first: int) -> List | None:
    """Read commands as bash does; None = that fails, which is noted so that it is tried once only."""
    before = (scan.depth, scan.inside, scan.pending)
    scan.at, scan.pending = first, []
    scan.inside += 1
    try:
        body = listing(scan)
    except Unparsable as error:
        if error.cap:
            raise
        again(scan, (scan.size if _QUOTE in error.why else scan.at) - start)
        scan.depth, scan.inside, scan.pending = before
        scan.at = start
        scan.closes[-1 - start] = -1
        return None
    scan.inside -= 1
    scan.pending = before[2] + scan.pending
    return body


def listing(scan: Scanner) -> List:
    """Read commands up to a brace that stands where one may begin, and step over it."""
    found, ended = List(scan.base + scan.at), "\n"
    while True:
        scan.lines()
        if scan.text.startswith("}", scan.at):
            break
        if scan.at >= scan.size or not ended:
            raise scan.fail("a substitution that doesn't close")
        node = grammar.chain(scan)
        ended = grammar.separator(scan)
        found.items.append((node, ended == "&"))
    found.end = scan.base + scan.at
    scan.at += 1
    return found


def spaced(scan: Scanner, quoted: bool) -> List:
    """Read commands up to the next brace, wherever it stands, as zsh does."""
    start, error = scan.at, scan.fail("a substitution that doesn't close")
    try:
        expansions.until(scan, "}", quoted)
        reader = scan.nested(scan.text[start : scan.at], scan.base + start)
        body = grammar.program(reader)
    except Unparsable as other:
        raise other if other.cap or _QUOTE in other.why else error from None
    if reader.at < reader.size:
        raise error
    scan.at += 1
    return body


def closed(scan: Scanner, start: int, depth: int, error: Unparsable) -> List | None:
    """Read a line again, now with each substitution in place ending where it does for zsh."""
    at = text_at(scan, start)
    if at < 0:
        raise error
    again(scan, scan.at - start)
    while at >= 0:
        scan.closes[-1 - at] = -1
        at = text_at(scan, at)
    position, scan.at, scan.depth, scan.inside, scan.pending = scan.at, start, depth, 0, []
    try:
        return grammar.line(scan)
    except Unparsable as other:
        scan.at = position
        raise other if other.cap else error from None


def text_at(scan: Scanner, at: int) -> int:
    """Return where the text of the next substitution in place begins that zsh may end earlier, or -1."""
    text = scan.text
    while (at := text.find("${", at) + 2) > 1:
        if text[at : at + 1] in _SPACES:
            return at
    return -1


def agree(scan: Scanner, start: int, quoted: bool) -> None:
    """Refuse a text of which an older bash runs what a newer one takes for data or a comment."""
    end, text = scan.at, scan.text
    if text.find("#", start, end) < 0 and text.find("<<", start, end) < 0:
        return
    pending, scan.pending, scan.at = scan.pending, [], start
    other = end
    try:
        expansions.until(scan, "}", quoted)
        other = scan.at + 1
    except Unparsable as error:
        if error.cap:
            raise
    again(scan, max(end, scan.at) - start)
    scan.at, scan.pending = end, pending
    if other != end:
        scan.count[0] = COMMANDS + 1  # no other reading makes up for it
        raise scan.fail("a substitution that ends elsewhere in an older bash", cap=True)


def again(scan: Scanner, size: int) -> None:
    """Count characters that are read a second time."""
    scan.count[0] += size // _SLICE
    if scan.count[0] > COMMANDS:
        raise scan.fail("too many commands", cap=True)
