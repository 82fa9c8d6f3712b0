"""Judge shell text that stayed unreadable: which command rules' literals does it hold (hot)."""

from __future__ import annotations

from failshut.policy.shapes import Table, Tuple


def may_mean(table: Table, text: str) -> bool:
    """Say whether the quote-stripped text may be a command that the table matches.

    Too much is refused rather than too little: every literal must occur somewhere, order and
    place don't count.  A table without commands is judged by what was read.
    """
    commands, _, _, paths, urls, hosts = table[:6]
    if not commands or not any(_command(pattern, text) for pattern in commands):
        return False
    globs = [glob for _, some in paths for glob in some]
    if globs and not any(_path(segments, text) for _, segments in globs):
        return False
    return all(not some or any(_tokens(tokens, text) for tokens in some) for some in (urls, hosts))


def _command(pattern: Tuple, text: str) -> bool:
    program, flags, words = pattern
    if not _part(program, text) or not all(_part(word, text) for word in words):
        return False
    for flag in flags:
        if flag[0] == "short":
            if not all(letter in text for letter in flag[1]):
                return False
        elif not all(part in text for part in flag[1:]):
            return False
    return True


def _path(segments: tuple[object, ...], text: str) -> bool:
    return all(_part(segment, text) for segment in segments if segment != "**")


def _part(part: object, text: str) -> bool:
    if type(part) is str:
        return part in text
    return type(part) is tuple and _tokens(part[0], text)


def _tokens(tokens: tuple[object, ...], text: str) -> bool:
    return all(token in text for token in tokens if type(token) is str)
