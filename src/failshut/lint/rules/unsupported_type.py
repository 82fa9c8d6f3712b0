"""Find a type of hook that its host doesn't run.

Codex reads `prompt` and `agent` entries and skips them with a warning.

Why:
    The boundary stands in the file and nowhere else.  Evidence: the cell about these types.

Bad:
    ```json
    {"type": "prompt", "prompt": "Block commands that delete data."}
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

RULE = Rule("unsupported-type", "not-loaded", ERROR, ROOT)
NAMES = ("unsupported-type",)
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for one of these reasons."""
    for host, document, drop, lost in dropped(root, NAMES):
        yield finding(RULE, host, document, drop, lost, "Write a command hook.", "type")
