"""Match compiled globs without ``re`` (hot: imports nothing).

A compiled text glob is a tuple of tokens: ``0`` = any run, ``1`` = any character, a string =
itself, ``(negated, ranges)`` = a character class whose ranges are two-character strings.
A compiled path glob is ``(anchor, segments)``: anchor "" (the session root), "/" or "~";
a segment is ``"**"``, a literal string, or a 1-tuple holding a text glob.
"""

from __future__ import annotations

import sys

# The default file systems of macOS ignore case, so a rule must too.
FOLD = sys.platform == "darwin"


def text_matches(tokens: tuple[object, ...], text: str, fold: bool = False) -> bool:
    """Say whether the whole text fits the tokens; at most len(tokens) x len(text) steps."""
    if fold:
        text = text.lower()
    at = pos = mark = 0
    star = -1
    count, size = len(tokens), len(text)
    while True:
        if at < count:
            token = tokens[at]
            if token == 0:
                star, mark, at = at, pos, at + 1
                continue
            width = _width(token, text, pos, size, fold)
            if width:
                at += 1
                pos += width
                continue
        elif pos == size:
            return True
        if star < 0 or mark >= size:
            return False
        mark += 1
        pos, at = mark, star + 1


def _width(token: object, text: str, pos: int, size: int, fold: bool) -> int:
    """Return how many characters the token takes at ``pos``; 0 = it doesn't fit."""
    if pos >= size:
        return 0
    if type(token) is str:
        if fold:
            token = token.lower()
        return len(token) if text.startswith(token, pos) else 0
    if token == 1:
        return 1
    if type(token) is tuple:
        char = text[pos]
        inside = any(pair[0] <= char <= pair[1] for pair in token[1])
        return 1 if inside != bool(token[0]) else 0
    return 0


def any_text(globs: tuple[tuple[object, ...], ...], text: str) -> bool:
    """Say whether one of the text globs fits the whole text."""
    return any(text_matches(tokens, text) for tokens in globs)


def segments_match(pattern: tuple[object, ...], segments: tuple[str, ...]) -> bool:
    """Say whether path segments fit the pattern's; ``**`` takes any number of them, also none."""
    at = pos = mark = 0
    star = -1
    count, size = len(pattern), len(segments)
    while True:
        if at < count:
            part = pattern[at]
            if part == "**":
                star, mark, at = at, pos, at + 1
                continue
            if pos < size and segment_matches(part, segments[pos]):
                at += 1
                pos += 1
                continue
        elif pos == size:
            return True
        if star < 0 or mark >= size:
            return False
        mark += 1
        pos, at = mark, star + 1


def segment_matches(part: object, segment: str) -> bool:
    """Say whether one path segment fits one part of a pattern."""
    if type(part) is str:
        return part == segment or (FOLD and part.lower() == segment.lower())
    if type(part) is tuple:
        return text_matches(part[0], segment, FOLD)
    return False


def lies_above(pattern: tuple[object, ...], segments: tuple[str, ...]) -> bool:
    """Say whether a folder lies above (or at) the literal start of the pattern.

    Removing ``migrations`` removes what ``migrations/*.py`` protects, although no glob fits it.
    """
    for index, segment in enumerate(segments):
        part = pattern[index] if index < len(pattern) else "**"
        if part == "**" or not segment_matches(part, segment):
            return False
    return True
