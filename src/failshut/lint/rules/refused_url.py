"""Find an address that keeps the hook from loading.

Copilot refuses `http://` without a variable of its own; Cursor refuses a file in which a command holds a URL.

Why:
    The hook isn't loaded and nothing says so.  Evidence: the cell about such an address.

Bad:
    ```json
    {"type": "http", "url": "http://localhost:8080/guard"}
    ```

Good:
    ```json
    {"type": "http", "url": "https://guard.example.com"}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("refused-url", "not-loaded", ERROR, ROOT)
NAMES = ("bad-url", "url")
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
            "Use https, or put the address into the script that the command starts.",
            "url",
            "command",
        )
