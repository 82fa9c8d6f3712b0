"""Find a refusal that says what is wrong and not what to do instead.

"Blocked: destructive command." leaves the model one way: to try another spelling.

Why:
    In 83 public guards 28 % said nothing but no.  The sentence that helps names the way that is open.

Bad:
    ```sh
    echo "Blocked: force push is not allowed." >&2; exit 2
    ```

Good:
    ```sh
    echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2; exit 2
    ```

Reproduce:
    `failshut simulate claude-code --exit 2 --stderr "…"` shows what the model reads
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.refusals import refusals
from failshut.lint.rule import MEDIUM, NOTE, PEDANTIC, Finding, Rule, on
from failshut.lint.ways import WAY

RULE = Rule("no-instead", "words", NOTE, confidence=MEDIUM, persona=PEDANTIC)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal whose words, all known, name no way."""
    for one in refusals(hook):
        if one.whole and not WAY.search(one.text):
            yield on(
                hook,
                RULE,
                "says no, and not what to do instead",
                "Add the way that is open, in one sentence.",
                span=one.span,
                document=one.answer.document,
            )
