"""Find a hook file that its host can't read.

A comment, a trailing comma, a byte order mark or a cut end: most hosts take strict JSON only, and drop the
file with all its hooks, or don't start.

Why:
    Each host says in a log at best that it has read nothing.  Evidence: the cell about such a file.

Bad:
    ```json
    {"hooks": {"PreToolUse": []},}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": []}}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.

Exceptions:
    Gemini CLI takes comments.  An empty file of Claude Code is fine, and so is it for the hosts that import it.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("not-strict-json", "not-loaded", ERROR, ROOT)
NAMES = ("not-json", "bom", "bad-json", "not-toml", "bad-toml", "bad-manifest", "bad-extension")
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for one of these reasons."""
    for host, document, drop, lost in dropped(root, NAMES):
        own = any(one.host == host and one.document is document for one in root.found)
        if not own and not document.text.strip():
            continue  # an empty file of another host holds nothing that could be lost
        yield finding(
            RULE,
            host,
            document,
            drop,
            lost,
            "Write strict JSON (or TOML): no comments, no trailing commas, no byte order mark.",
        )
