"""Find an explicit allow on a host that has no such answer.

Codex knows no `permissionDecision: allow`: the hook counts as failed, and each call leaves an error in the log that hides
the real ones.

Why:
    Evidence: the outcome of this very answer, and the host's list of answers.

Bad:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'   # on Codex
    ```

Good:
    ```sh
    exit 0
    ```

Reproduce:
    `failshut simulate codex --stdout '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.intent import allows
from failshut.lint.outcome import of_answer
from failshut.lint.rule import NOTE, Finding, Rule, on

RULE = Rule("unknown-allow", "quiet", NOTE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each allow before tools that makes the hook a failed one."""
    cell = hook.cell("answers")
    forms = cell.value if cell is not None and isinstance(cell.value, dict) else {}
    if not hook.before_tools or "allow" in forms:
        return
    for answer in hook.answers:
        outcome = of_answer(hook, answer) if answer.exit == 0 and allows(answer.stdout) else None
        if outcome is not None and outcome.cell.rpartition("/")[2].startswith("failed"):
            yield on(
                hook,
                RULE,
                "this host has no allow: the hook counts as failed each time",
                "Print nothing and end with exit 0.",
                span=answer.said or answer.span,
                document=answer.document,
                cell=outcome.cell,
            )
