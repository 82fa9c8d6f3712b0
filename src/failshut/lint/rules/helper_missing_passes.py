"""Find a guard that lets calls pass when a program it needs isn't installed.

The script looks for `jq` (or another helper) and ends with exit 0, or with a code that lets the call run, when
it isn't there.

Why:
    A fresh runner, a container, another machine: the guard is gone and nothing says so.  Evidence: the outcome of this
    very answer.

Bad:
    ```sh
    command -v jq >/dev/null || exit 0
    ```

Good:
    ```sh
    command -v jq >/dev/null || { echo "The guard needs jq. Ask the person to install it." >&2; exit 2; }
    ```

Reproduce:
    `failshut drill --hosts claude-code -- bash .claude/hooks/guard.sh`
"""

from collections.abc import Iterator

from failshut.lint.answers import MISSING
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_answer, opens, stops
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("helper-missing-passes", "opens", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each such ending after which the call runs."""
    if not hook.guards or not hook.before_tools:
        return
    told = [answer for answer in hook.answers if answer.why == MISSING]
    if any(stops(of_answer(hook, answer)) for answer in told):
        return  # some calls are refused there: it was thought of
    for answer in hook.answers:
        if answer.why != MISSING:
            continue
        outcome = of_answer(hook, answer)
        if opens(outcome) and outcome is not None:
            yield on(
                hook,
                RULE,
                "lets the call run when what it needs isn't installed",
                "Refuse there: say on stderr what is missing, and end with exit 2.",
                span=answer.span,
                document=answer.document,
                cell=outcome.cell,
            )
