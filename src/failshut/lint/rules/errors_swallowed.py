"""Find a guard that turns its own errors into exit 0.

`trap 'exit 0' ERR`, `except Exception: sys.exit(0)`, `.catch(() => process.exit(0))`: whatever breaks, the call runs.

Why:
    It undoes hosts that refuse after a crash, and the switches of the others.  Evidence: the outcome of this very answer.

Bad:
    ```sh
    trap 'exit 0' ERR
    ```

Good:
    ```sh
    trap 'echo "The guard broke, so this is refused." >&2; exit 2' ERR
    ```

Reproduce:
    `failshut drill --hosts claude-code -- bash .claude/hooks/guard.sh`
"""

import re
from collections.abc import Iterator

from failshut.lint.answers import ERROR as BROKE
from failshut.lint.answers import Answer
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_answer, opens
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("errors-swallowed", "opens", ERROR)
HANDLER = re.compile(
    r"\bcatch\b|\bexcept\b|\|\||\btrap\b|\bset \+e\b|2>\s*/dev/null|\bsuppress\(|\bon\w*\(['\"]"
)
"""What may have caught the error."""


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each such ending after which the call runs."""
    if not hook.guards or not hook.before_tools:
        return
    for answer in hook.answers:
        if answer.why != BROKE or _far(answer):
            continue
        outcome = of_answer(hook, answer)
        if opens(outcome) and outcome is not None:
            yield on(
                hook,
                RULE,
                "lets the call run when the guard itself breaks",
                "Refuse there: words on stderr, exit 2.",
                span=answer.span,
                document=answer.document,
                cell=outcome.cell,
            )


def _far(answer: Answer) -> bool:
    """Say whether the end lies far behind what caught the error: it may have been about something else."""
    inner = not re.search(r"\bcatch\b|\bexcept\b|\bon\w*\(", answer.under) and bool(answer.under)
    if inner and not answer.document.path.endswith((".sh", ".bash")) and answer.document.kind != "sh":
        return True  # a later test decided
    at = -1
    for found in HANDLER.finditer(answer.document.text, 0, answer.span.end):
        at = found.start()
    return at < 0 or answer.document.place(answer.span.start)[0] - answer.document.place(at)[0] > 8
