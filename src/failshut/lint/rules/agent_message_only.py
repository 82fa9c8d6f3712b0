"""Find a refusal on Cursor whose instruction stands in `agent_message` only.

Why:
    Reports say that the model is given `user_message`, and `agent_message` not at all.  Evidence: the cell of Cursor's deny
    (reported).

Bad:
    ```sh
    echo '{"permission":"deny","user_message":"Blocked","agent_message":"Push to a new branch."}'
    ```

Good:
    ```sh
    echo '{"permission":"deny","user_message":"Push to a new branch."}'
    ```

Reproduce:
    `failshut simulate cursor --stdout '{"permission":"deny","agent_message":"Push to a new branch."}'`
"""

import json
from collections.abc import Iterator

from failshut.lint.answers import Answer
from failshut.lint.hook import Hook
from failshut.lint.rule import WARNING, Finding, Rule, on
from failshut.lint.shapes import faults

RULE = Rule("agent-message-only", "quiet", WARNING)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    for found in faults(hook):
        if found.kind == RULE.id and not _said_twice(found.answer):
            yield on(
                hook,
                RULE,
                "tells the model what to do in `agent_message`, which isn't known to reach it",
                "Put the whole text into `user_message` as well.",
                span=found.answer.said or found.answer.span,
                document=found.answer.document,
                cell=found.outcome.cell,
            )


def _said_twice(answer: Answer) -> bool:
    """Say whether the person's text holds the reason too: what the agent's begins with."""
    try:
        value = json.loads(answer.stdout)
    except ValueError:
        return False
    first = value.get("user_message") if isinstance(value, dict) else None
    second = value.get("agent_message") if isinstance(value, dict) else None
    return isinstance(first, str) and isinstance(second, str) and bool(first) and second.startswith(first)
