"""Read what fewer texts hold of compound commands: ``case``, ``[[ … ]]``, functions, coprocesses.  Hot."""

from failshut.shell.parse import compound, grammar, lexer
from failshut.shell.parse.grammar import CASE_ENDS, CLOSERS
from failshut.shell.parse.scanner import META, Scanner
from failshut.shell.syntax import List, Node, Part, Simple, Word
from failshut.shell.tokens import is_name


class ForArith(Node):
    """Hold ``for ((a; b; c))`` by the parts between the parentheses."""

    __slots__ = ("body", "parts")

    def __init__(self, start: int, parts: tuple[Part, ...], body: List) -> None:
        super().__init__(start)
        self.parts = parts
        self.body = body


class Case(Node):
    """Hold ``case``: per arm its patterns, its body and how it ends (``;;``, ``;&``, ``;;&``)."""

    __slots__ = ("arms", "word")

    def __init__(self, start: int, word: Word) -> None:
        super().__init__(start)
        self.word = word
        self.arms: list[tuple[list[Word], List, str]] = []


class Cond(Node):
    """Hold ``[[ … ]]`` by its words."""

    __slots__ = ("words",)

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.words: list[Word] = []


class ArithCommand(Node):
    """Hold ``((…))``."""

    __slots__ = ("parts",)

    def __init__(self, start: int, parts: tuple[Part, ...]) -> None:
        super().__init__(start)
        self.parts = parts


class Function(Node):
    """Hold a function's definition."""

    __slots__ = ("body", "name")

    def __init__(self, start: int, name: str, body: Node) -> None:
        super().__init__(start)
        self.name = name
        self.body = body


class Coproc(Node):
    """Hold ``coproc``."""

    __slots__ = ("body", "name")

    def __init__(self, start: int, name: str, body: Node) -> None:
        super().__init__(start)
        self.name = name
        self.body = body


def inside(scan: Scanner, word: str, start: int) -> Node:
    """Read one of them from behind its word."""
    if word == "case":
        return case(scan, start)
    if word == "[[":
        return conditional(scan, start)
    if word == "function":
        return function(scan, start)
    return coprocess(scan, start)


def shorthand(scan: Scanner, found: Simple) -> Node:
    """Read the rest of ``NAME () body``."""
    scan.at += 1
    scan.skip()
    compound.close(scan)
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


def case(scan: Scanner, start: int) -> Node:
    """Read ``case`` from behind the word."""
    scan.skip()
    word = lexer.word(scan)
    if word is None:
        raise scan.fail("a case without a word")
    found = Case(start, word)
    scan.lines()
    if not compound.introduced(scan):
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
    compound.expect(scan, "esac")
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
    compound.close(scan)
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
        known = scan.text.startswith("(", scan.at) or (
            grammar.bare(scan) and grammar.bare(scan) not in CLOSERS
        )
        if word is not None and is_name(word.bare()) and known:
            name = word.bare()
        else:
            scan.at = mark
    return Coproc(start, name, grammar.command(scan))
