"""Find a hook that is switched off by name.

`hooksConfig.disabled`, `enabled: false` or a state in config.toml names it; the entry stands there and never
runs.

Why:
    Who reads the entry believes it on.  Evidence: the cell about this list.

Bad:
    ```json
    {"hooksConfig": {"disabled": ["guard"]}, "hooks": {}}
    ```

Good:
    ```json
    {"hooks": {}}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.lint.drops import dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ROOT, WARNING, Finding, Rule

RULE = Rule("hook-disabled", "not-loaded", WARNING, ROOT)
NAMES = ("disabled", "extension-off", "plugin-off")
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
            "Take it out of the list, or delete the entry.",
            "enabled",
            "name",
            "command",
        )
