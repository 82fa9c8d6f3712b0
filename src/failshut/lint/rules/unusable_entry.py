"""Find an entry that its host can't use.

No type or an unknown one, no command, a value of the wrong type: the entry is left out, and on most hosts
its neighbours with it.

Why:
    One mistake in a formatter's entry can remove the guard beside it.  Evidence: the cell about this mistake.

Bad:
    ```json
    {"command": "bash guard.sh"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh"}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("unusable-entry", "not-loaded", ERROR, ROOT)
NAMES = (
    "bad-type",
    "incomplete",
    "bad-shape",
    "bad-handler",
    "bad-hook",
    "bad-entry",
    "no-command",
    "empty-command",
    "exec-and-shell",
    "bad-env",
)
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for one of these reasons."""
    for host, document, drop, lost in dropped(root, NAMES):
        yield finding(
            RULE,
            host,
            document,
            drop,
            lost,
            "Complete the entry: `type` and what it runs, each of the right type.",
            "type",
            "command",
            "bash",
            "env",
            "exec",
        )
