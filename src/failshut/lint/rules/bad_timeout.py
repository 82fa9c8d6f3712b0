"""Find a timeout that isn't a number its host takes.

A text, a fraction, zero or too large a number: the entry goes, and on most hosts the whole file with it.

Why:
    Hosts check the type of `timeout` and drop what fails.  Evidence: the cell about such a timeout.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh", "timeout": "10"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh", "timeout": 10}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("bad-timeout", "not-loaded", ERROR, ROOT)
NAMES = ("bad-timeout",)
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
            "Write a whole number above zero, in the host's unit.",
            "timeout",
            "timeoutSec",
        )
