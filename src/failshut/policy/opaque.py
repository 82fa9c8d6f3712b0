"""Judge shell text that can't be parsed: which deny rules' literals does it hold (hot)."""

from __future__ import annotations

from failshut.policy.shapes import TYPE_CHECKING, Table, Tuple

if TYPE_CHECKING:
    from failshut.policy.shapes import Hints


def bare(text: str) -> str:
    """Return the text without quotes, backslashes and line continuations."""
    text = text.replace("\\\n", "")
    for char in ("'", '"', "\\"):
        text = text.replace(char, "")
    return text


def may_mean(table: Table, text: str, hints: Hints) -> bool:
    """Say whether the quote-stripped text may do what the table matches on.

    Too much is refused rather than too little: every literal must occur somewhere, order and
    place don't count.  A table without any part for commands or effects is judged elsewhere.
    """
    commands, effects, params, paths, urls, hosts = table[:6]
    names = effects + tuple(name for name, _ in paths)
    if urls or hosts:
        names += ("net.*",)
    if not commands and not names and not params:
        return False
    if commands and not any(_command(pattern, text) for pattern in commands):
        return False
    if not commands and names and not hints(names):
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
