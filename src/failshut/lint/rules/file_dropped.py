"""Find a hook file that its host drops for a reason that has no rule of its own.

Each reason for which a host leaves something out belongs to a rule; this one takes what a newer contract
knows and no rule names yet.

Why:
    Nothing that a host drops may stay unsaid.  Evidence: the cell of the contract that the finding names.

Bad:
    ```json
    {"permissions": {"allow": "Bash"}, "hooks": {"PreToolUse": []}}
    ```

Good:
    ```json
    {"permissions": {"allow": ["Bash"]}, "hooks": {"PreToolUse": []}}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import CONSEQUENCES, TRUST, finding, lost_with
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("file-dropped", "not-loaded", ERROR, ROOT)
OTHERS = (
    "bad-event", "bad-extension", "bad-group", "bad-handler", "bad-hook", "bad-hooks", "bad-if", "bad-json", "bad-manifest",
    "bad-matcher", "bad-on-failure", "bad-shape", "bad-timeout", "bad-toml", "bad-type", "bad-url", "bad-version", "bom",
    "disabled", "disabled-all", "disabled-file", "double", "empty-command", "exec-and-shell", "extension-off",
    "group-in-flat", "if-without-tool", "incomplete", "bad-entry", "bad-env", "managed-only", "no-command", "not-a-list",
    "not-json", "not-toml", "off", "plugin-off", "unknown-event", "unknown-key", "unsupported-type", "url",
)  # fmt: skip
"""Reasons that other rules tell."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for a reason that no other rule tells."""
    for host, document, drop, used in root.dropped:
        if used and drop.cell.rpartition("/")[2] not in (*OTHERS, *CONSEQUENCES, *TRUST):
            lost = lost_with(root, host, document, drop)
            yield finding(RULE, host, document, drop, lost, "Mend what the reason names.")
