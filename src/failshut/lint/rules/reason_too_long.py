"""Find a refusal that is longer than its host shows.

What is past the limit is cut, or kept in a file that nobody opens.

Why:
    Evidence: the cell with the host's longest reason.

Bad:
    ```sh
    cat policy.md >&2; exit 2
    ```

Good:
    ```sh
    echo "Push to a new branch instead; CONTRIBUTING.md says why." >&2; exit 2
    ```

Reproduce:
    `failshut simulate claude-code --exit 2 --stderr "…"` shows what the model reads
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.refusals import refusals
from failshut.lint.rule import NOTE, PEDANTIC, Finding, Rule, on

RULE = Rule("reason-too-long", "words", NOTE, persona=PEDANTIC)
LONGEST = 1500
"""Characters that a model reads as one reason; hosts' own limits are far above."""


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal of more than ``LONGEST`` characters."""
    for one in refusals(hook):
        if len(one.text) > LONGEST:
            yield on(
                hook,
                RULE,
                f"says no in {len(one.text)} characters: the sentence that matters is lost in them",
                "Keep the reason to what is wrong and what to do instead.",
                span=one.span,
                document=one.answer.document,
                cell=f"{hook.host}/facts/reason-limit",
            )
