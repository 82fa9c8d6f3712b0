"""Find a matcher that its host can't use.

A list instead of a text, an empty text, or no regular expression: the entry goes, on some hosts every hook
of the event or of the file.

Why:
    Copilot drops all hooks of a settings file for one empty matcher, Gemini every hook of the event for a list.
    Evidence: the cell about such a matcher.

Bad:
    ```json
    {"matcher": ["Bash", "Edit"], "hooks": [{"type": "command", "command": "bash guard.sh"}]}
    ```

Good:
    ```json
    {"matcher": "Bash|Edit", "hooks": [{"type": "command", "command": "bash guard.sh"}]}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("unusable-matcher", "not-loaded", ERROR, ROOT)
NAMES = ("bad-matcher",)
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for one of these reasons."""
    told = set()
    for host, document, drop, lost in dropped(root, NAMES):
        if lost and (host, document.path) in told:
            continue  # the first one costs the file already
        told.add((host, document.path))
        yield finding(
            RULE,
            host,
            document,
            drop,
            lost,
            "Write one text: a name, names divided by `|`, or leave the matcher out.",
            "matcher",
        )
