"""Find a refusal whose reason is the pattern that matched.

"matches git[[:space:]]+push.*--force" tells the model nothing to do, and how to spell it so that it doesn't match.

Why:
    Nine of 86 public guards did.

Bad:
    ```sh
    echo "Blocked: matches pattern '$pattern'" >&2
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

RULE = Rule("regex-as-reason", "self-service", NOTE)
SHOWN = re.compile(r"\[\[:\w+:\]\]|\\[bsdw][+*]?|\(\?:|\.\*\S|\(\^\|")
NAMED = re.compile(r"pattern|regex|re$", re.I)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal that shows its pattern."""
    for one in refusals(hook):
        if SHOWN.search(one.text) or any(NAMED.search(name) for name in one.answer.open):
            yield on(
                hook,
                RULE,
                "shows the pattern that matched: a hint how to spell it differently",
                "Say what the command does, and what to do instead.",
                span=one.span,
                document=one.answer.document,
            )
