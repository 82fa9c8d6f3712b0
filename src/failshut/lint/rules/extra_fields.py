"""Find a deny JSON with fields that make its host refuse the answer.

Why:
    Codex checks the answer strictly: one field that it doesn't know fails the hook, and the call runs.  Evidence: the
    outcome of this very answer, and of the same without them.

Bad:
    ```sh
    echo '{"decision":"block","reason":"…","rule":"git"}'
    ```

Good:
    ```sh
    echo '{"decision":"block","reason":"…"}'
    ```

Reproduce:
    `failshut simulate codex --stdout '{"decision":"block","reason":"no","rule":"git"}'`
"""

from collections.abc import Iterator

from failshut.lint.faulty import told
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, Finding, Rule

RULE = Rule("extra-fields", "quiet", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    yield from told(
        hook,
        RULE,
        "holds fields that this host doesn't take beside a decision: the hook fails, and the call runs",
        "Print the decision and its reason alone.",
    )
