"""Find a hook that prints text in front of its deny JSON.

Why:
    A progress line, a `set -x`, a debug print: the stream is no JSON any more, and the call runs.  Evidence: the outcome
    of this very answer, and of its JSON alone.

Bad:
    ```sh
    echo "checking…"; echo '{"decision":"block","reason":"…"}'
    ```

Good:
    ```sh
    echo "checking…" >> /tmp/guard.log; echo '{"decision":"block","reason":"…"}'
    ```

Reproduce:
    `failshut simulate claude-code --stdout 'checking {"decision":"block","reason":"no"}'`
"""

from collections.abc import Iterator

from failshut.lint.faulty import told
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, Finding, Rule

RULE = Rule("output-before-json", "quiet", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    yield from told(
        hook,
        RULE,
        "prints text beside its deny JSON: the host can't read it, and the call runs",
        "Print the JSON alone; write what else there is to say to a file.",
    )
