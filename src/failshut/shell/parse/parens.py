"""Read words between parentheses: those of an array, and extended patterns.  Hot."""

from failshut.shell.parse import expansions, lexer
from failshut.shell.parse.scanner import Scanner
from failshut.shell.syntax import Lit, Part, Word


def elements(scan: Scanner, word: Word) -> None:
    """Read the words of ``NAME=(…)``."""
    scan.deepen()
    scan.at += 1
    words: list[Word] = []
    while True:
        scan.lines()
        if scan.text.startswith(")", scan.at):
            break
        start = scan.at
        close = scan.bracket(start) if scan.text.startswith("[", start) else -1
        index: tuple[Part, ...] | None = None
        if close > 0 and scan.text.startswith("=", close + 1):
            scan.at = start + 1
            index = expansions.until(scan, "", False, close)
            scan.at = close + 2
        one = lexer.word(scan)
        if one is None and index is not None:
            one = Word((), scan.base + start, scan.base + scan.at)
        if one is None:
            raise scan.fail("an array that doesn't close")
        one.index = index
        words.append(one)
    scan.at += 1
    scan.depth -= 1
    word.array = tuple(words)


def pattern(scan: Scanner, parts: list[Part]) -> None:
    """Read the parentheses of an extended pattern."""
    scan.deepen()
    scan.at += 1
    parts.append(Lit("(", False))
    while scan.at < scan.size and scan.text[scan.at] != ")":
        one = lexer.word(scan)
        if one is not None:
            parts.extend(one.parts)
        elif scan.text[scan.at] in "|& \t\n<>;(":
            parts.append(Lit(scan.text[scan.at], False))
            scan.at += 1
    if scan.at >= scan.size:
        raise scan.fail("an unbalanced pattern")
    parts.append(Lit(")", False))
    scan.at += 1
    scan.depth -= 1
