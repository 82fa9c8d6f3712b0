"""Find a refusal whose words stand on stderr, on a host that doesn't hand stderr to the model.

Why:
    Copilot refuses with exit 2 and tells the model "hook exited with code 2"; the words go to the person.  Evidence: the
    outcome of this very answer.

Bad:
    ```sh
    echo "Push to a new branch." >&2; exit 2
    ```

Good:
    ```sh
    echo '{"permissionDecision":"deny","permissionDecisionReason":"Push to a new branch."}'
    ```

Reproduce:
    `failshut simulate copilot --exit 2 --stderr "Push to a new branch."`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.rule import WARNING, Finding, Rule, on
from failshut.lint.shapes import faults

RULE = Rule("stderr-only-reason", "quiet", WARNING)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    for found in faults(hook):
        if found.kind == RULE.id and hook.table != "config":  # a change by the person, who reads it
            yield on(
                hook,
                RULE,
                "refuses with words on stderr, which this host doesn't hand to the model",
                "Print the host's deny JSON on stdout as well.",
                span=found.answer.said or found.answer.span,
                document=found.answer.document,
                cell=found.outcome.cell,
            )
