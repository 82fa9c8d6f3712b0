"""Find a refusal that invites another try of the same.

"Try again", "attempt 1 of 3", "rephrase the command": the model does, until one spelling passes.

Why:
    A refusal is about what a call does, and its words should close that way.

Bad:
    ```sh
    echo "Blocked, please try again with a different command" >&2
    ```

Good:
    ```sh
    echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
    ```

Reproduce:
    `failshut simulate claude-code --exit 2 --stderr "…"` shows what the model reads
"""

import re
from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.refusals import refusals
from failshut.lint.rule import NOTE, Finding, Rule, on
from failshut.lint.ways import WAY

RULE = Rule("retry-bait", "words", NOTE)
BAIT = re.compile(
    r"\btry again\b|\bretry\b(?! (?:only )?after)|\battempt \d+ ?(?:/|of)|\brephrase\b|\bdifferent(?:ly)? (?:spelling|command|way|wording)\b",
    re.I,
)
AGAINST = re.compile(r"(?:do not|don't|never|no point in|instead of|without) (?:\w+ )?(?:retry|try)", re.I)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal that asks for another try."""
    for one in refusals(hook):
        if BAIT.search(one.text) and not AGAINST.search(one.text) and not _leads(one.text):
            yield on(
                hook,
                RULE,
                "invites another try of the same in another spelling",
                "Name the way that is open, and nothing to repeat.",
                span=one.span,
                document=one.answer.document,
            )


def _leads(text: str) -> bool:
    """Say whether a text names what has to be done before the other try."""
    return bool(WAY.search(re.sub(r"\bplease\b|\bcommand\b", "", BAIT.sub("", text), flags=re.I)))
