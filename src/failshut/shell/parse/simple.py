"""Read simple commands and redirections.  Hot."""

from failshut.shell.parse import lexer
from failshut.shell.parse.scanner import Scanner
from failshut.shell.syntax import Node, Redir, Simple
from failshut.shell.tokens import is_name

_DECLARE = frozenset(("declare", "typeset", "local", "readonly", "export", "alias"))
_REDIRECTS = ("&>>", "&>", "<<<", "<<-", "<<", "<&", "<>", ">>", ">&", ">|", "<", ">")


def read(scan: Scanner) -> Node:
    """Read assignments, words and redirections, or ``NAME ()`` and a body."""
    found = Simple(scan.base + scan.at)
    redirects: list[Redir] = []
    assign, text = True, scan.text
    while True:
        scan.skip()
        if scan.at >= scan.size:
            break
        redirect = redirection(scan)
        if redirect is not None:
            redirects.append(redirect)
            continue
        word = lexer.word(scan, assign)
        if word is None:
            if text[scan.at] == "(":
                if len(found.words) != 1 or found.assigns or redirects:
                    raise scan.fail("parentheses out of place")
                from failshut.shell.parse import cases

                return cases.shorthand(scan, found)
            break
        if word.name and not found.words:
            found.assigns.append(word)
        else:
            found.words.append(word)
            if len(found.words) == 1:
                assign = word.bare() in _DECLARE
    if not found.words and not found.assigns and not redirects:
        raise scan.fail("an operator out of place")
    found.redirects = tuple(redirects)
    ends = [one.end for one in (*found.words[-1:], *found.assigns[-1:])]
    found.end = max([*ends, *[one.end for one in redirects[-1:]]])
    return found


def redirections(scan: Scanner) -> tuple[Redir, ...]:
    """Read the redirections behind a compound command."""
    found: list[Redir] = []
    while True:
        scan.skip()
        redirect = redirection(scan)
        if redirect is None:
            return tuple(found)
        found.append(redirect)


def redirection(scan: Scanner) -> Redir | None:
    """Read a redirection when one begins here."""
    text, at, size = scan.text, scan.at, scan.size
    start = at
    char = text[at : at + 1]
    variable = ""
    if char.isdigit():
        while at < size and text[at].isdigit():
            at += 1
    elif char == "{":
        end = text.find("}", at, at + 100)
        variable = text[at + 1 : end].replace("\\\n", "")
        if end < 0 or not is_name(variable):
            return None
        at = end + 1
    while text.startswith("\\\n", at):
        at += 2
    if at >= size or text[at] not in "<>&":
        return None
    first = at
    op, at = scan.operator(_REDIRECTS, at)
    if not op or (first > start and op[0] == "&"):
        return None
    if op in ("<", ">") and scan.operator(lexer.PROCESS, first)[0]:
        return None
    scan.counted()
    scan.at = at
    scan.skip()
    number = text[start:first].rstrip("\\\n")
    written = op if variable else number + op
    if op in ("<<", "<<-"):
        from failshut.shell.parse import heredoc

        return heredoc.begin(scan, written, start)
    target = lexer.word(scan)
    if target is None:
        raise scan.fail("a redirection without a target")
    redirect = Redir(written, target, scan.base + start, scan.base + scan.at)
    redirect.variable = variable
    return redirect
