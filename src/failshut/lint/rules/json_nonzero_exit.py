"""Find a deny JSON that ends with another exit code than 0, on a host that doesn't read it then.

Why:
    Codex and Kimi take the code for a broken hook and run the call; Copilot refuses without the words.  Evidence: the
    outcome of this very answer.

Bad:
    ```sh
    echo '{"decision":"block","reason":"…"}'; exit 1
    ```

Good:
    ```sh
    echo '{"decision":"block","reason":"…"}'; exit 0
    ```

Reproduce:
    `failshut simulate codex --exit 1 --stdout '{"decision":"block","reason":"Push to a new branch."}'`

Exceptions:
    Claude Code reads the JSON at any exit code.
"""

from collections.abc import Iterator

from failshut.lint.faulty import told
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, Finding, Rule

RULE = Rule("json-nonzero-exit", "quiet", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    yield from told(
        hook,
        RULE,
        "prints a deny JSON and ends with another code than 0: this host doesn't read it then, and the call runs",
        "End with exit 0, or with exit 2 and the words on stderr.",
    )
