"""Find a regular expression that can't match what it is for.

A look-around or `\\d` in `grep -E`, `\\b` between two signs that aren't letters (`\\b--force`), an anchor in the
middle: the check is there and never fires.

Why:
    Each tool has its own dialect, and says nothing about a pattern that it reads otherwise.  Evidence: the hook really run.

Bad:
    ```sh
    grep -Eq "\\b--force\\b" <<<"$cmd"
    ```

Good:
    ```sh
    grep -Eq "(^|[[:space:]])--force" <<<"$cmd"
    ```

Reproduce:
    `grep -E "\\b--force" <<<"git push --force" || echo "no match"`
"""

import re
from collections.abc import Iterator

from failshut.lint.engine import Use
from failshut.lint.patterns import Pattern, patterns
from failshut.lint.rule import ERROR, MEDIUM, SCRIPT, Finding, Rule, on

RULE = Rule("regex-cannot-match", "script", ERROR, SCRIPT, confidence=MEDIUM)
LEADING = re.compile(r"(?:^|[\s(|])\\b(?:\(\?:)?[-./~*]|[-./*]\\b(?:$|[\s)|])")
LOOK = re.compile(r"\(\?[=!<:]|\(\?i\)")
CLASS = re.compile(r"(?<!\\)\\[dD]")
MIDDLE = re.compile(r"[\w\s]\$[\w\s]|[\w]\^[\w]")


def check(use: Use) -> Iterator[Finding]:
    """Yield each such pattern of a guard."""
    text = use.text
    if not use.guards:
        return
    for one in patterns(text):
        reason = _reason(one)
        for hook in use.guards if reason else ():
            yield on(
                hook,
                RULE,
                f"{reason}: the check never fires",
                "Write it in the tool's own dialect, and try it on a command that it is to find.",
                span=one.span,
                document=text.document,
            )


def _reason(one: Pattern) -> str:
    text, dialect = one.text, one.dialect
    """Say why a pattern can't match ("" = nothing says so)."""
    if dialect in ("basic", "extended"):
        if LOOK.search(text):
            return "grep and bash know no look-around or `(?:`"
        if text.startswith("-") and not one.marked:
            return "grep takes a pattern that begins with `-` for options (write `-e`)"
        if re.search(r"\[[^\]]*\\x[0-9a-fA-F]{2}[^\]]*\](?![?*]|\{0)", text):
            return "`\\x27` in brackets is four letters here"
        if CLASS.search(text) and "[[:digit:]]" not in text:
            return "`\\d` isn't a digit here"
    if LEADING.search(text):
        return "`\\b` beside a sign wants a letter on its other side"
    if MIDDLE.search(re.sub(r"\[[^\]]*\]|\\.|\$\{?\w+\}?|\$\(|\$'", "", text)) and dialect != "extended":
        return "an anchor stands in the middle of the pattern"
    return ""
