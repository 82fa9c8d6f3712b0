"""Find a guard on Claude Code's PermissionRequest beside another hook there.

All hooks of this event start together and the first decision wins: a fast "allow" beats a slow "deny".

Why:
    Measured: deny (slow) and allow (fast), the tool ran.  Evidence: the cell about several hooks.

Bad:
    ```json
    {"hooks": {"PermissionRequest": [{"hooks": [{"type": "command", "command": "guard"}, {"type": "command", "command": "auto-approve"}]}]}}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "guard"}]}]}}
    ```

Reproduce:
    `failshut matrix --format text`
"""

from collections.abc import Iterator

from failshut.lint.project import Root
from failshut.lint.rule import ROOT, WARNING, Finding, Rule, on

RULE = Rule("first-answer-race", "cannot-block", WARNING, ROOT, hosts=("claude-code",))


def check(root: Root) -> Iterator[Finding]:
    """Yield each guard on PermissionRequest that isn't alone there."""
    mine = [
        hook
        for hook in root.hooks
        if hook.host == "claude-code" and hook.table == "permission" and not hook.dropped
    ]
    for hook in mine:
        if len(mine) > 1 and hook.guards:
            yield on(
                hook,
                RULE,
                "another hook of PermissionRequest may answer first, and the first answer wins",
                "Wire the guard to PreToolUse, where a refusal beats every allow.",
                cell="claude-code/facts/several",
            )
