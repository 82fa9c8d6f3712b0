"""Find hooks that aren't nested as their host wants them.

Claude Code, Codex and Gemini want a list of groups with a list named `hooks` in each; Copilot and Cursor want
the entries themselves; Antigravity both, by event.

Why:
    A file that was copied from another host looks right, and isn't taken.  Evidence: the cell about this shape.

Bad:
    ```json
    {"hooks": {"PreToolUse": [{"type": "command", "command": "bash guard.sh"}]}}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "bash guard.sh"}]}]}}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("wrong-shape", "not-loaded", ERROR, ROOT)
NAMES = ("bad-group", "group-in-flat", "bad-event", "bad-hooks", "not-a-list")
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
            "Nest the entry as the host's own example does: `failshut init --dry-run` shows one.",
        )
