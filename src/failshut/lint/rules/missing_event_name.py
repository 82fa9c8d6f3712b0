"""Find a deny JSON without `hookEventName`.

Why:
    Claude Code and Codex check the nested form by that key; without it the answer is invalid and the call runs.
    Evidence: the outcome of this very answer, and of the same with the key.

Bad:
    ```sh
    echo '{"hookSpecificOutput":{"permissionDecision":"deny"}}'
    ```

Good:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
    ```

Reproduce:
    `failshut simulate claude-code --stdout '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}'`

Exceptions:
    Kimi Code takes the form without the key.
"""

from collections.abc import Iterator

from failshut.lint.faulty import told
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, Finding, Rule

RULE = Rule("missing-event-name", "quiet", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    yield from told(
        hook,
        RULE,
        "lacks `hookEventName`: the answer is invalid, and the call runs",
        f'Add `"hookEventName": "{hook.event}"` beside the decision.',
    )
