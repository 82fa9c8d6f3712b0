"""Read compound commands: groups, branches, loops.  Those that fewer texts hold are in ``cases``.  Hot."""

from failshut.shell.parse import grammar, lexer, simple
from failshut.shell.parse.scanner import META, Scanner
from failshut.shell.syntax import List, Node, Part, Simple, Word


class Group(Node):
    """Hold ``{ … }``, or ``( … )`` when ``subshell``."""

    __slots__ = ("body", "subshell")

    def __init__(self, start: int, body: List, subshell: bool) -> None:
        super().__init__(start)
        self.body = body
        self.subshell = subshell


class If(Node):
    """Hold ``(condition, branch)`` pairs; the last may have no condition (``else``)."""

    __slots__ = ("arms",)

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.arms: list[tuple[List | None, List]] = []


class Loop(Node):
    """Hold ``while`` and ``until``."""

    __slots__ = ("body", "condition", "until")

    def __init__(self, start: int, condition: List, body: List, until: bool = False) -> None:
        super().__init__(start)
        self.condition = condition
        self.until = until
        self.body = body


class For(Node):
    """Hold ``for name in words`` and ``select``; ``words`` is None for the arguments."""

    __slots__ = ("body", "name", "select", "words")

    def __init__(self, start: int, name: str, words: list[Word] | None, body: List, select: bool) -> None:
        super().__init__(start)
        self.name = name
        self.words = words
        self.body = body
        self.select = select


def read(scan: Scanner, word: str) -> Node:
    """Read the command that a reserved word begins, or a parenthesis ("")."""
    scan.deepen()
    node = inside(scan, word) if word else parentheses(scan)
    scan.depth -= 1
    if takes(word, node):
        node.redirects = simple.redirections(scan)
    node.end = scan.base + scan.at
    return node


def takes(word: str, node: Node) -> bool:
    """Tell whether redirections behind a command are its own."""
    if word == "time":
        from failshut.shell.parse.cases import Coproc, Function

        return not isinstance(node, (Simple, Function, Coproc))
    return word not in ("function", "coproc")


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
    from failshut.shell.parse import cases

    return cases.inside(scan, word, start)


def parentheses(scan: Scanner) -> Node:
    """Read ``((…))`` or a subshell."""
    start = scan.at
    parts = arithmetic(scan, start)
    if parts is not None:
        from failshut.shell.parse.cases import ArithCommand

        return ArithCommand(scan.base + start, parts)
    scan.at += 1
    found = some(scan)
    close(scan)
    return Group(scan.base + start, found, True)


def arithmetic(scan: Scanner, at: int) -> tuple[Part, ...] | None:
    """Read ``((…))``, if that is what stands at a position."""
    if not scan.operator(("((",), at)[0]:
        return None
    from failshut.shell.parse import sums

    return sums.read(scan, at)


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
        from failshut.shell.parse.cases import ForArith

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
