"""Find a refusal with exit 2 whose words go to stdout.

Why:
    With exit 2 hosts read stderr.  Claude Code tells the model "No stderr output"; Codex takes the hook for broken and runs
    the call.  Evidence: the outcome of this very answer.

Bad:
    ```sh
    echo "Push to a new branch."; exit 2
    ```

Good:
    ```sh
    echo "Push to a new branch." >&2; exit 2
    ```

Reproduce:
    `failshut simulate codex --exit 2 --stdout "Push to a new branch."`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.outcome import opens
from failshut.lint.rule import ERROR, Finding, Rule, on
from failshut.lint.shapes import faults

RULE = Rule("stdout-reason", "quiet", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    for found in faults(hook):
        if found.kind == RULE.id:
            yield on(
                hook,
                RULE,
                "refuses with exit 2 and words on stdout: "
                + ("the call runs" if opens(found.outcome) else "the model doesn't read them"),
                "Print the words to stderr.",
                span=found.answer.said or found.answer.span,
                document=found.answer.document,
                cell=found.outcome.cell,
            )
