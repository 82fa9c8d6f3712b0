"""Find a deny JSON whose keys or words are spelled in another case than the host's.

Why:
    `Deny`, `DENY`, `permission_decision`: the host compares letter by letter, and the call runs.  Evidence: the outcome of
    this very answer, and of the same in the host's spelling.

Bad:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"Deny"}}'
    ```

Good:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
    ```

Reproduce:
    `failshut simulate claude-code --stdout '{"decision":"Block","reason":"no"}'`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.outcome import opens
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on
from failshut.lint.shapes import faults

RULE = Rule("wrong-case", "quiet", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    for found in faults(hook):
        if found.kind == RULE.id:
            held = not opens(found.outcome)
            yield on(
                hook,
                RULE,
                "spells the key of its reason otherwise than the host: the call is held back, and nobody learns why"
                if held
                else "spells a key or the decision otherwise than the host: the answer isn't read, and the call runs",
                "Write it as the host does, in lower case where it does.",
                span=found.answer.said or found.answer.span,
                document=found.answer.document,
                cell=found.outcome.cell,
                severity=WARNING if held else ERROR,
            )
