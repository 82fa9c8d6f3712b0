"""Read the words of shell text, from left to right.  Hot.

What fewer words hold is read in rooms of its own: ``expansions``, ``sums``, ``quotes``, ``parens``.
"""

from failshut.shell.parse.scanner import LETTERS, META, NAME, QUOTED_STOPS, SPECIAL, STOPS, Scanner
from failshut.shell.syntax import Lit, Param, Part, Word

PROCESS = ("<(", ">(")


def word(scan: Scanner, assign: bool = False) -> Word | None:
    """Read one word, or None when none begins here; ``assign`` = it may be an assignment."""
    text, size, start = scan.text, scan.size, scan.at
    parts: list[Part] = []
    found = Word((), scan.base + start, 0)
    if assign and start < size and text[start] in LETTERS:
        target(scan, found)
    while scan.at < size:
        at = end = scan.at
        while end < size and text[end] not in STOPS:
            end += 1
        if end > at:
            last = parts[-1] if parts and text[at - 1] == "\n" else None
            if isinstance(last, Lit) and not last.quoted:
                parts[-1] = Lit(last.text + text[at:end], False)
            else:
                parts.append(Lit(text[at:end], False))
            scan.at = end
            continue
        if not piece(scan, text[at], parts, found, at == start):
            break
    if scan.at == start:
        return None
    found.parts = tuple(parts)
    found.end = scan.base + scan.at
    return found


def piece(scan: Scanner, char: str, parts: list[Part], word: Word, first: bool) -> bool:
    """Read what begins with a special character; False = the word ends before it."""
    text, at = scan.text, scan.at
    if char == "'":
        end = text.find("'", at + 1)
        if end < 0:
            raise scan.fail("an unbalanced quote")
        if scan.filled and "${" in text[at + 1 : end]:
            from failshut.shell.parse import quotes

            quotes.marks(scan, text[at + 1 : end], parts)
        else:
            parts.append(Lit(text[at + 1 : end], True))
        scan.at = end + 1
    elif char == '"':
        double(scan, parts)
    elif char == "\\":
        following = text[at + 1 : at + 2]
        if following != "\n":
            parts.append(Lit(following or "\\", True))
        scan.at += 2 if following else 1
    elif char == "$":
        dollar(scan, parts, False)
    elif char == "`":
        from failshut.shell.parse import expansions

        expansions.tick(scan, parts, False)
    elif char in "<>" and scan.operator(PROCESS, at)[0]:
        from failshut.shell.parse import expansions

        scan.at = scan.operator(PROCESS, at)[1] - 2
        expansions.substitution(scan, char + "(", parts, False)
    elif char == "(" and word.name and word.array is None and not parts:
        from failshut.shell.parse import parens

        parens.elements(scan, word)
        while text.startswith("\\\n", scan.at):
            scan.at += 2
        if scan.at < scan.size and text[scan.at] not in META:  # no array for bash, but a text
            word.array = None
            parts.append(Param("_", True))
            return True
        return False
    elif char == "(" and scan.extglob and not first and before(scan, at) in "?*+@!":
        from failshut.shell.parse import parens

        parens.pattern(scan, parts)
    else:
        return False
    return True


def before(scan: Scanner, at: int) -> str:
    """Return the character before a position, line continuations left out."""
    while scan.text.startswith("\\\n", at - 2):
        at -= 2
    return scan.text[at - 1]


def double(scan: Scanner, parts: list[Part]) -> None:
    """Read a double-quoted string."""
    text, at = scan.text, scan.at + 1
    parts.append(Lit("", True))
    while True:
        end = at
        size = scan.size
        while end < size and text[end] not in QUOTED_STOPS:
            end += 1
        if end > at:
            parts.append(Lit(text[at:end], True))
        if end >= size:
            raise scan.fail("an unbalanced quote")
        scan.at = end
        if text[end] == '"':
            scan.at += 1
            return
        special(scan, text[end], parts, '$`"\\')
        at = scan.at


def special(scan: Scanner, char: str, parts: list[Part], escaped: str) -> None:
    """Read ``$``, a backtick or a backslash inside double quotes."""
    if char == "$":
        dollar(scan, parts, True)
    elif char == "`":
        from failshut.shell.parse import expansions

        expansions.tick(scan, parts, True)
    else:
        following = scan.text[scan.at + 1 : scan.at + 2]
        if following and following in escaped:
            parts.append(Lit(following, True))
        elif following != "\n":
            parts.append(Lit("\\" + following, True))
        scan.at += 1 + len(following)


def dollar(scan: Scanner, parts: list[Part], quoted: bool) -> None:
    """Read what a dollar sign begins."""
    text = scan.text
    at = scan.at + 1
    while text.startswith("\\\n", at):
        at += 2
    char = text[at : at + 1]
    if char == "(":
        if scan.operator(("((",), at)[0]:
            from failshut.shell.parse import sums

            if sums.added(scan, at, parts, quoted):
                return
        from failshut.shell.parse import expansions

        scan.at = at - 1
        expansions.substitution(scan, "$(", parts, quoted)
    elif char == "{":
        from failshut.shell.parse import expansions

        scan.at = at + 1
        expansions.parameter(scan, parts, quoted)
    elif char == "[" and (end := scan.bracket(at)) > 0:
        from failshut.shell.parse import sums
        from failshut.shell.parse.sums import Arith

        scan.at = at + 1
        parts.append(Arith(sums.expression(scan, end), quoted))
        scan.at = end + 1
    elif char == "'" and not quoted:
        from failshut.shell.parse import quotes

        quotes.ansi(scan, at + 1, parts)
    elif char == '"' and not quoted:
        scan.at = at
        double(scan, parts)
    elif char and char in LETTERS:
        end = named(scan, at)
        found = Param(text[at:end].replace("\\\n", ""), quoted)
        found.loose = not quoted
        parts.append(found)
        scan.at = end
    elif char and char in SPECIAL:
        parts.append(Param(char, quoted))
        scan.at = at + 1
    else:
        parts.append(Lit("$", True))
        scan.at += 1


def target(scan: Scanner, word: Word) -> None:
    """Read ``NAME=``, ``NAME+=`` or ``NAME[…]=`` when it stands here."""
    text, at, size = scan.text, scan.at, scan.size
    end = at + 1
    while end < size and (text[end] in NAME or text.startswith("\\\n", end)):
        end += 1 if text[end] in NAME else 2
    name, index = text[at:end].replace("\\\n", ""), (0, 0)
    if text.startswith("[", end):
        close = scan.bracket(end)
        if close < 0:
            return
        index = (end + 1, close)
        end = close + 1
    op, end = scan.operator(("+=", "="), end)
    append = op == "+="
    if not op:
        return
    word.name, word.append = name, append
    if index[1]:
        scan.at = index[0]
        from failshut.shell.parse import expansions

        word.index = expansions.until(scan, "", False, index[1])
    scan.at = end


def named(scan: Scanner, at: int) -> int:
    """Return where a name that begins at a position ends, line continuations included."""
    text, end = scan.text, at
    while end < scan.size and (text[end] in NAME or (scan.joins and text.startswith("\\\n", end))):
        end += 1 if text[end] in NAME else 2
    return end
