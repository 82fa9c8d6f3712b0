"""Find a key that its host refuses.

Kimi Code takes four keys in a hook, Codex two at the top of hooks.json; one more drops the section or the
file.

Why:
    Other hosts ignore what they don't know; these two check.  Evidence: the cell about such a key.

Bad:
    ```json
    {"version": 1, "hooks": {"PreToolUse": []}}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": []}}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("unknown-key", "not-loaded", ERROR, ROOT)
NAMES = ("unknown-key",)
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for one of these reasons."""
    for host, document, drop, lost in dropped(root, NAMES):
        yield finding(RULE, host, document, drop, lost, "Take the key out.", "version")
