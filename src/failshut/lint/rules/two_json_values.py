"""Find a hook that prints two JSON values where the host wants one.

Why:
    A log line in JSON in front of the answer makes both unreadable, and the call runs.  Evidence: the outcome of this
    very answer, and of its last value alone.

Bad:
    ```sh
    echo '{"log":"checked"}'; echo '{"decision":"block","reason":"…"}'
    ```

Good:
    ```sh
    echo '{"decision":"block","reason":"…"}'
    ```

Reproduce:
    `failshut simulate codex --stdout '{"log":1}{"decision":"block","reason":"no"}'`
"""

from collections.abc import Iterator

from failshut.lint.faulty import told
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, Finding, Rule

RULE = Rule("two-json-values", "quiet", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    yield from told(
        hook,
        RULE,
        "prints several JSON values: the host can't read the refusal among them, and the call runs",
        "Print the answer alone; write logs to a file.",
    )
