"""Find a guard that answers "defer" where it has no objection.

`defer` isn't "no opinion": on Claude Code the run ends there, for every call that the guard doesn't refuse.

Why:
    Silence and exit 0 are no opinion.  Evidence: the outcome of this very answer.

Bad:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer"}}'; exit 0
    ```

Good:
    ```sh
    exit 0
    ```

Reproduce:
    `failshut simulate claude-code --stdout '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer"}}'`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.intent import decisions, objects
from failshut.lint.outcome import of_answer
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("defer-ends-session", "closed", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each defer before tools that ends the run."""
    if not hook.before_tools:
        return
    for answer in hook.answers:
        words = [word for value in objects(answer.stdout.strip()) for _, word in decisions(value)]
        outcome = of_answer(hook, answer) if "defer" in words else None
        if outcome is not None and outcome.effect == "ended":
            yield on(
                hook,
                RULE,
                "`defer` ends the run at every call that the guard has nothing against",
                "Print nothing and end with exit 0.",
                span=answer.said or answer.span,
                document=answer.document,
                cell=outcome.cell,
            )
