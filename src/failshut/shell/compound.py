"""Read compound commands: branches, loops, groups, functions.  Hot."""

from failshut.shell import grammar, lexer, simple
from failshut.shell.grammar import CASE_ENDS, CLOSERS
from failshut.shell.nodes import (
    ArithCommand,
    Case,
    Cond,
    Coproc,
    For,
    ForArith,
    Function,
    Group,
    If,
    Loop,
)
from failshut.shell.scanner import META, Scanner
from failshut.shell.syntax import List, Node, Part, Simple, Word
from failshut.shell.tokens import is_name


def read(scan: Scanner, word: str) -> Node:
    """Read the command that a reserved word begins, or a parenthesis ("")."""
    scan.deepen()
    node = inside(scan, word) if word else parentheses(scan)
    scan.depth -= 1
    if not isinstance(node, (Simple, Function, Coproc)):
        node.redirects = simple.redirections(scan)
    node.end = scan.base + scan.at
    return node


def inside(scan: Scanner, word: str) -> Node:
    """Read the compound command that a reserved word begins."""
    start = scan.base + scan.at
    if word == "!":
        raise scan.fail("! out of place")
    if word == "time":
        grammar.prefix(scan)
        return Simple(start) if grammar.ends(scan) else grammar.command(scan)
    grammar.take(scan, word)
    if word == "{":
        return Group(start, body(scan, "}"), False)
    if word in ("while", "until"):
        condition = body(scan, "do")
        return Loop(start, condition, body(scan, "done"), word == "until")
    if word == "if":
        return branches(scan, start)
    if word in ("for", "select"):
        return loop(scan, start, word == "select")
    if word == "case":
        return case(scan, start)
    if word == "[[":
        return conditional(scan, start)
    if word == "function":
        return function(scan, start)
    return coprocess(scan, start)


def parentheses(scan: Scanner) -> Node:
    """Read ``((…))`` or a subshell."""
    start = scan.at
    parts = arithmetic(scan, start)
    if parts is not None:
        return ArithCommand(scan.base + start, parts)
    scan.at += 1
    found = some(scan)
    close(scan)
    return Group(scan.base + start, found, True)


def arithmetic(scan: Scanner, at: int) -> tuple[Part, ...] | None:
    """Read ``((…))``, if that is what stands at a position."""
    if not scan.operator(("((",), at)[0]:
        return None
    from failshut.shell import sums

    return sums.read(scan, at)


def shorthand(scan: Scanner, found: Simple) -> Node:
    """Read the rest of ``NAME () body``."""
    scan.at += 1
    scan.skip()
    close(scan)
    scan.deepen()
    node = defined(scan, found.start, found.words[0])
    scan.depth -= 1
    node.end = scan.base + scan.at
    return node


def defined(scan: Scanner, start: int, name: Word) -> Node:
    """Read a function's body."""
    scan.lines()
    word = grammar.bare(scan)
    if word in ("function", "coproc", "!", "time") or (not word and not scan.text.startswith("(", scan.at)):
        raise scan.fail("a function without a body")
    text = scan.text[name.start - scan.base : name.end - scan.base]
    return Function(start, name.bare() or text, grammar.command(scan))


def branches(scan: Scanner, start: int) -> Node:
    """Read ``if`` from behind the word."""
    found = If(start)
    word = "if"
    while word in ("if", "elif"):
        condition = body(scan, "then")
        branch = some(scan, "elif", "else", "fi")
        word = expect(scan, "elif", "else", "fi")
        found.arms.append((condition, branch))
    if word == "else":
        found.arms.append((None, body(scan, "fi")))
    return found


def loop(scan: Scanner, start: int, select: bool) -> Node:
    """Read ``for`` or ``select`` from behind the word."""
    scan.skip()
    parts = None if select else arithmetic(scan, scan.at)
    if parts is not None:
        separated(scan)
        return ForArith(start, parts, block(scan))
    name = lexer.word(scan)
    if name is None or not name.bare():
        raise scan.fail("a loop without a variable")
    scan.lines()
    words: list[Word] | None = None
    if introduced(scan):
        words = listed(scan)
        if grammar.separator(scan) not in (";", "\n"):
            raise scan.fail("a loop without do")
    separated(scan)
    return For(start, name.bare(), words, block(scan), select)


def introduced(scan: Scanner) -> bool:
    """Step over ``in``, if it stands here."""
    op, end = scan.operator(("in",), scan.at)
    found = bool(op) and scan.text[end : end + 1] in (*META, "", "\\")
    scan.at = end if found else scan.at
    return found


def separated(scan: Scanner) -> None:
    """Step over an optional ``;`` and newlines."""
    scan.skip()
    if scan.text.startswith(";", scan.at) and not scan.text.startswith(";;", scan.at):
        scan.at += 1
    scan.lines()


def block(scan: Scanner) -> List:
    """Read ``do … done`` or ``{ … }``."""
    return body(scan, "done" if expect(scan, "do", "{") == "do" else "}")


def listed(scan: Scanner) -> list[Word]:
    """Read words to the end of the line."""
    found: list[Word] = []
    while True:
        scan.skip()
        word = lexer.word(scan)
        if word is None:
            return found
        found.append(word)


def case(scan: Scanner, start: int) -> Node:
    """Read ``case`` from behind the word."""
    scan.skip()
    word = lexer.word(scan)
    if word is None:
        raise scan.fail("a case without a word")
    found = Case(start, word)
    scan.lines()
    if not introduced(scan):
        raise scan.fail("a case without in")
    while True:
        scan.lines()
        if grammar.bare(scan) == "esac":
            break
        patterns = choices(scan)
        body = grammar.listing(scan, frozenset((";;", "esac")))
        end, scan.at = scan.operator(CASE_ENDS, scan.at)
        found.arms.append((patterns, body, end))
        if not end:
            break
    expect(scan, "esac")
    return found


def choices(scan: Scanner) -> list[Word]:
    """Read the patterns of one arm and the parenthesis behind them."""
    found: list[Word] = []
    if scan.text.startswith("(", scan.at):
        scan.at += 1
    while True:
        scan.skip()
        word = lexer.word(scan)
        if word is None:
            raise scan.fail("a case without a pattern")
        found.append(word)
        scan.skip()
        if not scan.text.startswith("|", scan.at):
            break
        scan.at += 1
    close(scan)
    return found


def conditional(scan: Scanner, start: int) -> Node:
    """Read ``[[ … ]]`` from behind its opening."""
    found, extglob = Cond(start), scan.extglob
    scan.extglob = True
    opened = 0
    while True:
        scan.lines()
        text, at = scan.text, scan.at
        end = scan.operator(("]]",), at)[1]
        if end > at and text[end : end + 1] in (*META, "", "\\") and not opened:
            scan.at = end
            break
        if at >= scan.size or text[at] == ";":
            raise scan.fail("a condition that doesn't close")
        word = None if text[at] in "<>" else lexer.word(scan)
        if word is not None:
            found.words.append(word)
            if word.bare() == "=~":
                regex(scan, found)
            continue
        if text[at] == ")" and not opened:
            raise scan.fail("an unbalanced parenthesis")
        opened += {"(": 1, ")": -1}.get(text[at], 0)
        scan.at += 2 if text.startswith(("&&", "||"), at) else 1
    scan.extglob = extglob
    return found


def regex(scan: Scanner, found: Cond) -> None:
    """Read the pattern behind ``=~``, in which parentheses and bars are plain characters."""
    scan.lines()
    opened = 0
    while scan.at < scan.size:
        word = lexer.word(scan)
        if word is not None:
            found.words.append(word)
            continue
        char = scan.text[scan.at]
        if char in " \t\n;" and (not opened or char in "\n;"):
            break
        if char == ")" and not opened:
            break
        opened += {"(": 1, ")": -1}.get(char, 0)
        scan.at += 1


def function(scan: Scanner, start: int) -> Node:
    """Read ``function NAME`` from behind the word."""
    scan.skip()
    name = lexer.word(scan)
    if name is None:
        raise scan.fail("a function without a name")
    scan.skip()
    if scan.text.startswith("(", scan.at):
        mark = scan.at
        scan.at += 1
        scan.skip()
        if scan.text.startswith(")", scan.at):
            scan.at += 1
        else:
            scan.at = mark
    return defined(scan, start, name)


def coprocess(scan: Scanner, start: int) -> Node:
    """Read ``coproc`` from behind the word."""
    scan.skip()
    mark, name = scan.at, "COPROC"
    if not grammar.bare(scan) and not scan.text.startswith("(", mark):
        word = lexer.word(scan)
        scan.skip()
        compound = scan.text.startswith("(", scan.at) or (
            grammar.bare(scan) and grammar.bare(scan) not in CLOSERS
        )
        if word is not None and is_name(word.bare()) and compound:
            name = word.bare()
        else:
            scan.at = mark
    return Coproc(start, name, grammar.command(scan))


def body(scan: Scanner, *stops: str) -> List:
    """Read a compound command's list, which can't be empty, and the word that ends it."""
    found = some(scan, *stops)
    expect(scan, *stops)
    return found


def some(scan: Scanner, *stops: str) -> List:
    """Read a list that can't be empty."""
    found = grammar.listing(scan, frozenset(stops))
    if not found.items:
        raise scan.fail("an empty list of commands")
    return found


def expect(scan: Scanner, *words: str) -> str:
    """Step over one of the reserved words."""
    scan.lines()
    word = grammar.bare(scan)
    if word not in words:
        raise scan.fail(f"no {words[0]}")
    grammar.take(scan, word)
    return word


def close(scan: Scanner) -> None:
    """Step over a closing parenthesis."""
    if not scan.text.startswith(")", scan.at):
        raise scan.fail("an unbalanced parenthesis")
    scan.at += 1
