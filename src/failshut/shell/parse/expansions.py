"""Read substitutions and ``${…}``.  Hot."""

from failshut.shell.parse import grammar, lexer
from failshut.shell.parse.scanner import DIGITS, NAME, QUOTED_STOPS, SPECIAL, Scanner
from failshut.shell.syntax import List, Lit, Param, Part, Sub, Unparsable, Word
from failshut.shell.tokens import is_name

OPS = (":-", ":=", ":?", ":+", "##", "%%", "//", "/#", "/%", "^^", ",,", "-", "=", "?", "+", "#", "%",
        "/", "^", ",", ":", "@", "~~", "~")  # fmt: skip

_COMMANDS = frozenset(" \t\n|(")  # what makes ``${`` begin commands


def substitution(scan: Scanner, kind: str, parts: list[Part], quoted: bool) -> None:
    """Read ``$(…)``, ``<(…)`` or ``>(…)``; the place at hand is one before the parenthesis."""
    scan.deepen()
    scan.at += 2
    waiting, scan.pending = scan.pending, []
    scan.inside += 1
    body = grammar.program(scan)
    if not scan.text.startswith(")", scan.at):
        raise scan.fail("a substitution that doesn't close")
    scan.at += 1
    scan.inside -= 1
    scan.pending = waiting + scan.pending
    scan.depth -= 1
    parts.append(Sub(kind, body, quoted))


def tick(scan: Scanner, parts: list[Part], quoted: bool) -> None:
    """Read a backtick substitution."""
    text, at = scan.text, scan.at + 1
    found: list[str] = []
    while True:
        end = at
        while end < scan.size and text[end] not in "\\`":
            end += 1
        found.append(text[at:end])
        if end >= scan.size:
            raise scan.fail("a backtick that doesn't close")
        if text[end] == "`":
            break
        following = text[end + 1 : end + 2]
        keep = following not in ("$", "`", "\\", '"' if quoted else "`")
        if following != "\n":
            found.append("\\" + following if keep else following)
        at = end + 2
    scan.deepen()
    sub = Sub("`", lines(scan, "".join(found)), quoted)
    sub.source = ("".join(found), scan.base + scan.at + 1)
    scan.depth -= 1
    scan.at = end + 1
    parts.append(sub)


def lines(scan: Scanner, text: str) -> List:
    """Read a text of its own line by line: bash sees an error in it only when it gets there."""
    reader, whole = scan.nested(text, scan.base + scan.at + 1), List(scan.base + scan.at)
    try:
        while (line := grammar.line(reader)) is not None:
            whole.items += line.items
    except Unparsable as error:
        if error.cap:
            raise
    whole.end = reader.base + reader.size
    return whole


def parameter(scan: Scanner, parts: list[Part], quoted: bool) -> None:
    """Read ``${…}`` from behind its brace."""
    scan.deepen()
    hop(scan)
    text, start = scan.text, scan.at
    found = Param("", quoted)
    if text.startswith("#", scan.at) and (
        scan.operator(("#?}", "#-}"), scan.at)[0]
        or not text.startswith(("#}", "#:", "#-", "#=", "#?", "#+"), scan.at)
    ):
        found.op = "#len"
        scan.at += 1
    elif text.startswith("!", scan.at) and scan.at + 1 < scan.size and text[scan.at + 1] in NAME:
        found.indirect = True
        scan.at += 1
    found.name = name(scan)
    if found.name and text.startswith("[", scan.at):
        scan.at += 1
        found.index = until(scan, "]", False)
        scan.at += 1
        hop(scan)
    if not found.name and scan.at == start and text[start : start + 1] in _COMMANDS:
        from failshut.shell.parse import inplace

        if inplace.read(scan, parts, quoted):
            scan.depth -= 1
            return
    if not found.name or not operation(scan, found, quoted):
        found.op = "bad"
        found.arg = until(scan, "}", quoted)
    if not text.startswith("}", scan.at):
        raise scan.fail("a parameter that doesn't close")
    scan.at += 1
    scan.depth -= 1
    parts.append(found)


def name(scan: Scanner) -> str:
    """Read a parameter's name inside braces."""
    text, at = scan.text, scan.at
    char = text[at : at + 1]
    if char and char in SPECIAL and char not in DIGITS:
        scan.at += 1
        return char
    scan.at = lexer.named(scan, at)
    name = text[at : scan.at].replace("\\\n", "")
    return name if is_name(name) or name.isdigit() else ""


def hop(scan: Scanner) -> None:
    """Step over line continuations."""
    while scan.text.startswith("\\\n", scan.at):
        scan.at += 2


def operation(scan: Scanner, found: Param, quoted: bool) -> bool:
    """Read a parameter's operator and what belongs to it; False = bash knows no such thing."""
    text = scan.text
    if text.startswith("}", scan.at):
        return True
    if found.op:
        return False
    if found.indirect and text.startswith(("*}", "@}"), scan.at):
        found.op = "names"
        scan.at += 1
        return True
    op, end = scan.operator(OPS, scan.at)
    if not op:
        return False
    found.op = op
    scan.at = end
    if op[0] == "/":
        found.arg = until(scan, "/}", quoted, pattern=True)
    elif op == ":":
        found.arg = until(scan, ":}", quoted)
    else:
        found.arg = until(scan, "}", quoted, pattern=op[0] in "#%^,@~")
    if op[0] in "/:" and len(op) + (op[0] == "/") < 4 and text[scan.at : scan.at + 1] in ("/", ":"):
        scan.at += 1
        found.more = until(scan, "}", quoted)
    return True


def until(
    scan: Scanner, stops: str, quoted: bool, end: int = -1, pattern: bool = False
) -> tuple[Part, ...]:
    """Read parts up to one of the stops (or a position), which is not stepped over."""
    text = scan.text
    found: list[Part] = []
    limit = scan.size if end < 0 else end
    marks = QUOTED_STOPS | frozenset(stops) | (frozenset("'") if pattern or not quoted else frozenset())
    while scan.at < limit:
        at = scan.at
        while at < limit and text[at] not in marks:
            at += 1
        if at > scan.at:
            found.append(Lit(text[scan.at : at], quoted and not pattern))
            scan.at = at
            continue
        char = text[at]
        if char in stops:
            return tuple(found)
        if char == "\\" and quoted and not pattern:
            lexer.special(scan, char, found, '$`"\\}')
        elif char == "$":
            lexer.dollar(scan, found, quoted)
        elif char == "`":
            tick(scan, found, quoted)
        else:
            lexer.piece(scan, char, found, Word((), 0, 0), True)
    if stops or scan.at != limit:
        raise scan.fail("an expansion that doesn't close")
    return tuple(found)
