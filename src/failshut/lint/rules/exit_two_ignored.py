"""Find a refusal by exit 2 at an event where the host ignores exit codes.

On Claude Code PermissionRequest and PermissionDenied are decided by JSON alone; exit 2 is a failed hook there.

Why:
    The same script works on PreToolUse, so its tests are green.  Evidence: the outcome of this very answer.

Bad:
    ```json
    {"hooks": {"PermissionRequest": [{"hooks": [{"type": "command", "command": "bash guard.sh"}]}]}}   // exit 2
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "bash guard.sh"}]}]}}
    ```

Reproduce:
    `failshut simulate claude-code PermissionRequest --exit 2 --stderr no`
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.answers import CHECK
from failshut.lint.hook import Hook
from failshut.lint.intent import denies
from failshut.lint.outcome import of_answer, of_run
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("exit-two-ignored", "cannot-block", ERROR)
DECIDED_BY_JSON = ("permission", "permission-denied")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal by exit code alone at an event that reads JSON only."""
    if hook.table not in DECIDED_BY_JSON:
        return
    for answer in hook.answers:
        if answer.exit != 2 or answer.why != CHECK or denies(answer.stdout):
            continue
        outcome = of_answer(hook, answer)
        if outcome is not None and outcome.effect == of_run(hook, Run(0)).effect:
            yield on(
                hook,
                RULE,
                f"refuses by exit 2, which {hook.event} ignores: the request goes on",
                "Print the event's own deny JSON, or wire the guard to the event before the tool.",
                span=answer.span,
                document=answer.document,
                cell=outcome.cell,
            )
