"""Match shell patterns, and cut, replace and recase texts by them.  Hot: no imports."""

_MOST = 400  # characters of a value that are matched with a pattern at most
_GLOBS = "*?[\\"


def matches(pattern: str, text: str) -> bool:
    """Tell whether a pattern (``*``, ``?``, ``[…]``, ``\\``) fits a whole text."""
    at = here = 0
    star = mark = -1
    while here < len(text):
        width = _one(pattern, at, text[here]) if at < len(pattern) else 0
        if at < len(pattern) and pattern[at] == "*":
            star, mark = at, here
            at += 1
        elif width:
            at += width
            here += 1
        elif star >= 0:
            mark += 1
            at, here = star + 1, mark
        else:
            return False
    return not pattern[at:].strip("*")


def _one(pattern: str, at: int, char: str) -> int:
    """Return how much of the pattern fits one character, 0 when it doesn't."""
    first = pattern[at]
    if first == "?":
        return 1
    if first == "\\" and at + 1 < len(pattern):
        return 2 if pattern[at + 1] == char else 0
    if first == "[":
        end = at + 1 + (pattern[at + 1 : at + 2] in ("!", "^"))
        end += pattern[end : end + 1] == "]"
        while end < len(pattern) and pattern[end] != "]":
            close = pattern.find(":]", end) if pattern.startswith("[:", end) else -1
            end = close + 2 if close > 0 else end + 1
        if end < len(pattern):
            return (end + 1 - at) if _set(pattern[at + 1 : end], char) else 0
    return 1 if first == char else 0


def _set(body: str, char: str) -> bool:
    negated = body[:1] in ("!", "^")
    body = body[1:] if negated else body
    found, at = False, 0
    for name, test in (("alpha", str.isalpha), ("digit", str.isdigit), ("alnum", str.isalnum),
                       ("space", str.isspace), ("upper", str.isupper), ("lower", str.islower)):  # fmt: skip
        if f"[:{name}:" in body and test(char):
            found = True
    while at < len(body):
        if body[at + 1 : at + 2] == "-" and at + 2 < len(body):
            found = found or body[at] <= char <= body[at + 2]
            at += 3
        else:
            found = found or body[at] == char
            at += 1
    return found != negated


def cut(text: str, pattern: str, op: str) -> str | None:
    """Return ``${text op pattern}`` for ``#``, ``##``, ``%`` and ``%%``; None = too long to tell."""
    size = len(text)
    if not extended(pattern) and not any([char in pattern for char in _GLOBS]):
        return text.removeprefix(pattern) if op[0] == "#" else text.removesuffix(pattern)
    if (
        extended(pattern)
        or size > (_MOST if pattern.count("*") < 2 else _MOST // 4)
        or len(pattern) > _MOST // 4
    ):
        return None
    longest = len(op) == 2
    if op[0] == "#":
        for end in range(size, -1, -1) if longest else range(size + 1):
            if matches(pattern, text[:end]):
                return text[end:]
    else:
        for start in range(size + 1) if longest else range(size, -1, -1):
            if matches(pattern, text[start:]):
                return text[:start]
    return text


def replace(text: str, pattern: str, new: str, op: str) -> str | None:
    """Return ``${text/pattern/new}`` and its kin; None = too long to tell."""
    if (
        op in ("/", "//")
        and pattern
        and not extended(pattern)
        and not any([char in pattern for char in _GLOBS])
    ):
        return text.replace(pattern, new, -1 if op == "//" else 1)
    if extended(pattern) or len(text) > _MOST // 8 or len(pattern) > _MOST // 8:
        return None
    if not pattern:
        return {"/#": new + text, "/%": text + new}.get(op, text)
    if not text:
        return new if matches(pattern, text) else text
    found, at = "", 0
    while at <= len(text):
        ends = range(len(text), at - 1, -1) if op != "/%" else (len(text),)
        end = next((one for one in ends if matches(pattern, text[at:one])), -1)
        if end >= 0 and (end > at or not text):
            found += new
            if op != "//":
                return found + text[end:]
            at = end
            continue
        if op == "/#":
            return text
        found += text[at : at + 1]
        at += 1
    return found


def extended(pattern: str) -> bool:
    """Tell whether a pattern is an extended one, which isn't followed."""
    return "(" in pattern and any([mark + "(" in pattern for mark in "?*+@!"])


def recase(text: str, op: str) -> str:
    """Return the text as ``^ ^^ , ,,`` spell it."""
    change = str.upper if op[0] == "^" else str.lower if op[0] == "," else str.swapcase
    return change(text) if len(op) == 2 else change(text[:1]) + text[1:]


def quote(text: str) -> str:
    """Return the text so that a pattern takes it as it is."""
    for char in "\\*?[":
        text = text.replace(char, "\\" + char)
    return text
