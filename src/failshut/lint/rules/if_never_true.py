"""Find an `if` that keeps its hook from ever running.

`if` holds a permission rule about a tool: on events without a tool, and when it is no such rule, the hook is
loaded and never called.

Why:
    Nothing is said anywhere.  Evidence: the cell about such an `if`.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh", "if": "Bash(git push"}
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

RULE = Rule("if-never-true", "not-loaded", ERROR, ROOT)
NAMES = ("if-without-tool", "bad-if")
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for one of these reasons."""
    for host, document, drop, lost in dropped(root, NAMES):
        yield finding(
            RULE, host, document, drop, lost, "Take `if` out, or write a rule such as `Bash(git *)`.", "if"
        )
