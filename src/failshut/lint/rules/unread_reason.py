"""Find a refusal whose reason stands in a field that its host doesn't hand to the model.

Why:
    The call is refused, and the model is told something general.  Evidence: the outcome of this very answer.

Bad:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","reason":"…"}}'
    ```

Good:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"…"}}'
    ```

Reproduce:
    `failshut simulate claude-code --stdout '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","reason":"no"}}'`
"""

from collections.abc import Iterator

from failshut.lint.faulty import told
from failshut.lint.hook import Hook
from failshut.lint.rule import WARNING, Finding, Rule

RULE = Rule("unread-reason", "quiet", WARNING)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    yield from told(
        hook,
        RULE,
        "says why in a field that this host doesn't read: the model isn't told",
        "Put the words into the key that the host reads.",
    )
