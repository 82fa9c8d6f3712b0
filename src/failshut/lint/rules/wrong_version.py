"""Find a hook file with a version that its host doesn't take.

Cursor wants `"version": 1`; Copilot wants the number 1 or none.  Anything else drops the file.

Why:
    A text `"1"` looks the same and isn't.  Evidence: the cell about the version.

Bad:
    ```json
    {"hooks": {"beforeShellExecution": [{"command": "bash guard.sh"}]}}
    ```

Good:
    ```json
    {"version": 1, "hooks": {"beforeShellExecution": [{"command": "bash guard.sh"}]}}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("wrong-version", "not-loaded", ERROR, ROOT)
NAMES = ("bad-version",)
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for one of these reasons."""
    for host, document, drop, lost in dropped(root, NAMES):
        yield finding(RULE, host, document, drop, lost, 'Write `"version": 1` at the top.', "version")
