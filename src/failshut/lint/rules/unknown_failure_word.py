"""Find an `onFailure` with a word that the host doesn't know.

Claude Code takes `block` and `continue`; any other word costs the whole settings file, permission rules too.

Why:
    The switch that was to shut the guard removes it.  Evidence: the cell about such a word.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh", "onFailure": "deny"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh", "onFailure": "block"}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("unknown-failure-word", "not-loaded", ERROR, ROOT)
NAMES = ("bad-on-failure",)
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for one of these reasons."""
    for host, document, drop, lost in dropped(root, NAMES):
        yield finding(RULE, host, document, drop, lost, 'Write `"block"`.', "onFailure")
