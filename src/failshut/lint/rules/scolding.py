"""Find a refusal that shouts or blames.

Capitals, exclamation marks and reproaches make a model apologise and explain; they don't tell it what to do.

Why:
    The reason is a part of the next prompt: what it says is what the model works with.

Bad:
    ```sh
    echo "STOP!!! HOW DARE YOU FORCE PUSH!" >&2
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
from failshut.lint.rule import NOTE, PEDANTIC, Finding, Rule, on

RULE = Rule("scolding", "words", NOTE, persona=PEDANTIC)
SHOUTS = re.compile(
    r"!{2,}|(?:\b[A-Z]{3,}\b[ ,!]+){4,}|\b(?:how dare|stupid|you fool|shame|never ever|idiot|bad agent|naughty)\b"
)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal that shouts or blames."""
    for one in refusals(hook):
        if SHOUTS.search(one.text):
            yield on(
                hook,
                RULE,
                "shouts or blames, which tells the model nothing to do",
                "Say plainly why, and what to do instead.",
                span=one.span,
                document=one.answer.document,
            )
