"""Find a refusal whose words are for the person only.

Why:
    `systemMessage` and `stopReason` are shown to the person; the model reads nothing and tries again.  Evidence: the outcome
    of this very answer.

Bad:
    ```sh
    echo '{"decision":"block","systemMessage":"Push to a new branch."}'
    ```

Good:
    ```sh
    echo '{"decision":"block","reason":"Push to a new branch."}'
    ```

Reproduce:
    `failshut simulate claude-code --stdout '{"continue":false,"stopReason":"Push to a new branch."}'`
"""

from collections.abc import Iterator

from failshut.lint.faulty import told
from failshut.lint.hook import Hook
from failshut.lint.rule import PEDANTIC, WARNING, Finding, Rule

RULE = Rule("reason-for-person", "quiet", WARNING, persona=PEDANTIC)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    yield from told(
        hook,
        RULE,
        "says why in a field that is for the person: the model doesn't read it",
        "Put the words into the decision's reason.",
    )
