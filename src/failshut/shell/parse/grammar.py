"""Read shell text into its tree, as bash's grammar has it.

``line`` reads as much as bash reads before it runs it: one complete line.  Raises ``Unparsable`` and
nothing else; time grows with the length only.  Compound commands have a room of their own.  Hot.
"""

import sys

from failshut.shell.parse import simple
from failshut.shell.parse.scanner import COMMANDS, META, Scanner, roomy
from failshut.shell.syntax import AndOr, List, Node, Pipeline, Simple, Unparsable

CLOSERS = frozenset(("then", "else", "elif", "fi", "do", "done", "esac", "}"))
KEYWORDS = frozenset(
    ("if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "select",
     "function", "coproc", "[[", "{", "}", "!", "time")
)  # fmt: skip
CASE_ENDS = (";;&", ";;", ";&")
_FIRST = frozenset("itefwudcs[{}!")
_NONE: frozenset[str] = frozenset()
_CHAINS = ("&&", "||")
_PIPES = ("||", "|&", "|")
_PARTS = (*CASE_ENDS, "&&", "&>", ";", "&")


def parse(text: str) -> List:
    """Return the tree of a whole text; raises ``Unparsable``."""
    scan, whole = Scanner(text), List(0)
    before = roomy()
    try:
        while (found := line(scan)) is not None:
            whole.items += found.items
    finally:
        sys.setrecursionlimit(before)
    whole.end = len(text)
    return whole


def line(scan: Scanner) -> List | None:
    """Return the next complete line, None at the end."""
    scan.lines()
    if scan.at >= scan.size:
        return None
    found = List(scan.base + scan.at)
    while scan.at < scan.size:
        try:
            node = chain(scan)
        except Unparsable as error:
            if not error.cap or not found.items:
                raise
            return found  # the next line fails at the same cap
        if scan.count[0] > COMMANDS:
            found.items.append((node, False))
            return found
        background = separator(scan)
        found.items.append((node, background == "&"))
        if background == "\n":
            break
        scan.skip()
        if scan.text.startswith("\n", scan.at):
            scan.newline()
            break
        if not background and scan.at < scan.size:
            raise scan.fail("an operator out of place")
    found.end = scan.base + scan.at
    return found


def program(scan: Scanner) -> List:
    """Read commands up to a closing parenthesis or the end."""
    return listing(scan, _NONE)


def listing(scan: Scanner, stops: frozenset[str]) -> List:
    """Read commands up to a parenthesis, the end or a word of ``stops``, which stays."""
    found = List(scan.base + scan.at)
    ended = "\n"
    while True:
        scan.lines()
        if scan.at >= scan.size or scan.text[scan.at] == ")":
            break
        word = bare(scan)
        if word and word in stops:
            break
        if ";;" in stops and scan.operator(_PARTS, scan.at)[0] in CASE_ENDS:
            break
        if not ended:
            raise scan.fail("an operator out of place")
        node = chain(scan)
        ended = separator(scan)
        found.items.append((node, ended == "&"))
    found.end = scan.base + scan.at
    return found


def separator(scan: Scanner) -> str:
    """Step over ``;``, ``&`` or a newline and return it; "" when none stands here."""
    scan.skip()
    if scan.text.startswith("\n", scan.at):
        scan.newline()
        return "\n"
    op, end = scan.operator(_PARTS, scan.at)
    if op in (";", "&"):
        scan.at = end
        return op
    return ""


def bare(scan: Scanner) -> str:
    """Return the reserved word that stands here, "" when none does."""
    text, at, size = scan.text, scan.at, scan.size
    if at >= size or text[at] not in _FIRST:
        return ""
    end = at + 1
    while end < size and end - at < 9 and (text[end].islower() or text[end] == "["):
        end += 1
    if end < size and text[end] not in META:
        return joined(scan) if text.startswith("\\\n", end) else ""
    found = text[at:end]
    return found if found in KEYWORDS else ""


def joined(scan: Scanner) -> str:
    """Return the reserved word that line continuations part."""
    at, found = scan.at, ""
    while at < scan.size and scan.text[at] not in META and len(found) < 9:
        if scan.text.startswith("\\\n", at):
            at += 2
            continue
        found += scan.text[at]
        at += 1
    return found if found in KEYWORDS else ""


def take(scan: Scanner, word: str) -> None:
    """Step over a reserved word."""
    for char in word:
        while scan.text.startswith("\\\n", scan.at):
            scan.at += 2
        scan.at += len(char)


def chain(scan: Scanner) -> Node:
    """Read pipelines joined by ``&&`` and ``||``."""
    start = scan.base + scan.at
    node = pipeline(scan)
    scan.skip()
    op, end = scan.operator(_CHAINS, scan.at)
    if not op:
        return node
    found = AndOr(start)
    found.items.append(("", node))
    while op:
        scan.at = end
        scan.lines()
        try:
            found.items.append((op, pipeline(scan)))
        except Unparsable as error:
            passes(scan, error)
            break
        scan.skip()
        op, end = scan.operator(_CHAINS, scan.at)
    found.end = scan.base + scan.at
    return found


def pipeline(scan: Scanner) -> Node:
    """Read commands joined by ``|``."""
    start = scan.base + scan.at
    prefixed = prefix(scan)
    if prefixed and ends(scan):
        return Simple(start)
    node = command(scan)
    scan.skip()
    end = piped(scan)
    if not end:
        return node
    found = Pipeline(start)
    found.items.append(node)
    while end:
        scan.at = end
        scan.lines()
        try:
            found.items.append(command(scan))
        except Unparsable as error:
            passes(scan, error)
            break
        scan.skip()
        end = piped(scan)
    found.end = scan.base + scan.at
    return found


def passes(scan: Scanner, error: Unparsable) -> None:
    """Let the commands before the cap stand as a chain of their own, on the outermost level."""
    if not error.cap or scan.depth != scan.floor or scan.inside or scan.count[0] <= COMMANDS:
        raise error


def piped(scan: Scanner) -> int:
    """Return where a ``|`` that stands here ends, 0 when none does."""
    op, end = scan.operator(_PIPES, scan.at)
    return end if op in ("|", "|&") else 0


def ends(scan: Scanner) -> bool:
    """Tell whether a pipeline may end here."""
    scan.skip()
    return scan.at >= scan.size or (
        scan.text[scan.at] in ";&\n)" and not scan.text.startswith("&>", scan.at)
    )


def prefix(scan: Scanner) -> bool:
    """Step over ``!`` and ``time`` with its options."""
    found = False
    scan.skip()
    while (word := bare(scan)) in ("!", "time"):
        found = True
        take(scan, word)
        scan.skip()
        while word == "time":
            op, end = scan.operator(("-p", "--"), scan.at)
            if not op or (scan.text[end : end + 1] not in (*META, "", "\\")):
                break
            scan.at = end
            scan.skip()
    return found


def command(scan: Scanner) -> Node:
    """Read one command of any kind."""
    scan.counted()
    word = bare(scan)
    if word in CLOSERS:
        raise scan.fail(f"{word} out of place")
    if not word and not scan.text.startswith("(", scan.at):
        return simple.read(scan)
    from failshut.shell.parse import compound

    return compound.read(scan, word)
