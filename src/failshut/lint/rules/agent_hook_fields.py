"""Find fields on an agent hook that it ignores.

`continueOnBlock` and `impossible` are for prompt hooks; an agent hook reads neither.

Why:
    Evidence: the documents on agent hooks.

Bad:
    ```json
    {"type": "agent", "prompt": "…", "continueOnBlock": false}
    ```

Good:
    ```json
    {"type": "agent", "prompt": "…"}
    ```

Reproduce:
    `failshut simulate claude-code --wiring '{"type": "prompt", "prompt": "x"}' --stdout '{"ok": false, "reason": "no"}'`
"""

from collections.abc import Iterator

from failshut.lint.edits import take
from failshut.lint.hook import Hook
from failshut.lint.rule import NOTE, UNSAFE, Finding, Rule, on

RULE = Rule("agent-hook-fields", "judged", NOTE, fix=UNSAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each such field."""
    for key in ("continueOnBlock", "impossible", "onFailure") if hook.type == "agent" else ():
        if key in hook.wiring:
            yield on(
                hook,
                RULE,
                f"an agent hook doesn't read `{key}`",
                "Take it out.",
                span=hook.key_span(key),
                edits=take(hook, key),
            )
