"""Say whether a matcher can't have chosen a tool, to explain why a hook was not called."""

from __future__ import annotations

import re

NESTED = re.compile(r"[*+}]\)*[^()|]{0,20}\)[*+{]")
"""A repetition inside a repetition."""
LONGEST = 200


def excludes(style: str, everything: tuple[str, ...], matcher: object, tool: str) -> bool:
    """Return True when the matcher certainly leaves the tool out.

    ``style``: ``words`` (a list of exact names, other characters make it a regular expression),
    ``anchored``, ``search`` or ``plain-search`` (regular expressions).  ``everything`` are the
    matchers that take every tool; a text that isn't a regular expression never fires.
    """
    if not isinstance(matcher, str) or matcher.strip() in everything:
        return False
    if style in ("plain-search", "anchored") and matcher.startswith("(?i"):
        return True  # JavaScript knows no inline flags; Copilot's matchers don't fire with one either
    if style == "words" and re.fullmatch(r"[\w|, ]+", matcher):
        return tool not in [word.strip() for word in re.split(r"[|,]", matcher)]
    if NESTED.search(matcher) or len(tool) > LONGEST:
        return False  # it may take for ever, and then nothing is certain
    try:
        pattern = re.compile(matcher)
    except (re.error, RecursionError, OverflowError):
        return True
    found = pattern.fullmatch(tool) if style == "anchored" else pattern.search(tool)
    return found is None
