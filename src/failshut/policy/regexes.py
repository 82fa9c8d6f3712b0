"""Check the regexes of ``text`` matchers: they compile and can't run away."""

from __future__ import annotations

import re

from failshut.policy.patterns import BadPattern


def check_regex(pattern: str) -> None:
    """Raise ``BadPattern`` for a regex that is empty, doesn't compile or nests quantifiers."""
    if not pattern:
        raise BadPattern("The regex is empty.", "Write what the text should hold.")
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise BadPattern(
            f"The regex {pattern!r} doesn't compile: {error}.",
            "Correct it; TOML's '…' strings keep backslashes as they are.",
        ) from None
    if nests_quantifiers(pattern):
        raise BadPattern(
            f"The regex {pattern!r} repeats a group that itself repeats, which can run for hours.",
            "Keep one of the two quantifiers, e.g. `a+` instead of `(a+)+`.",
        )


def nests_quantifiers(pattern: str) -> bool:
    """Say whether a repeated group holds an unbounded repetition."""
    groups = [False]
    at = 0
    while at < len(pattern):
        char = pattern[at]
        inner = False
        if char == "\\":
            at += 2
        elif char == "[":
            at = _class_end(pattern, at)
        elif char == "(":
            groups.append(False)
            at = _group_start(pattern, at)
            continue
        elif char == ")":
            inner = groups.pop() if len(groups) > 1 else False
            at += 1
        else:
            at += 1
        repeats, unbounded, at = _quantifier(pattern, at)
        if inner and repeats:
            return True
        groups[-1] = groups[-1] or unbounded or inner
    return False


def _group_start(pattern: str, at: int) -> int:
    """Return the index after ``(`` and its ``?…`` head, so that its ``?`` is no quantifier."""
    if pattern[at + 1 : at + 2] != "?":
        return at + 1
    at += 2
    while at < len(pattern) and pattern[at] not in ":=!>)#":
        at += 1
    return at if pattern[at : at + 1] == ")" else at + 1


def _class_end(pattern: str, at: int) -> int:
    at += 2 if pattern[at + 1 : at + 2] == "^" else 1
    if pattern[at : at + 1] == "]":
        at += 1
    while at < len(pattern) and pattern[at] != "]":
        at += 2 if pattern[at] == "\\" else 1
    return at + 1


def _quantifier(pattern: str, at: int) -> tuple[bool, bool, int]:
    """Return whether a quantifier at ``at`` repeats, is unbounded, and the index after it."""
    char = pattern[at : at + 1]
    if char in ("*", "+") and char:
        end, repeats, unbounded = at + 1, True, True
    elif char == "?":
        end, repeats, unbounded = at + 1, False, False
    elif found := re.compile(r"\{(\d*)(,?)(\d*)\}").match(pattern, at):
        top = found[3] if found[2] else found[1]
        end, repeats, unbounded = found.end(), top not in ("0", "1"), top == ""
    else:
        return False, False, at
    if pattern[end : end + 1] in ("?", "+") and end < len(pattern):
        end += 1
    return repeats, unbounded, end
