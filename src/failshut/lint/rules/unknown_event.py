"""Find a hook on an event that its host doesn't have.

A name of another host, a wrong case or a slip: the hook never runs, and on some hosts the file goes.

Why:
    Event names are read as they are written; each host has its own list.  Evidence: the host's list of events, and
    the cell about an unknown one.

Bad:
    ```json
    {"hooks": {"preToolUse": [{"hooks": [{"type": "command", "command": "bash guard.sh"}]}]}}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "bash guard.sh"}]}]}}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.
"""

from collections.abc import Iterator

from failshut.interpret.contracts import contract
from failshut.lint.drops import closest, dropped, finding
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("unknown-event", "not-loaded", ERROR, ROOT)
NAMES = ("unknown-event",)
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield what a host in use leaves out for one of these reasons."""
    for host, document, drop, lost in dropped(root, NAMES):
        name = drop.where.removeprefix("hooks.").partition("[")[0]
        node = document.root.at(drop.where) if document.root else None
        if node is not None and node.value == []:
            continue
        sharing = [
            one.host for one in root.found if one.document.path == document.path and one.host != host
        ]
        if any(name in contract(other).events for other in sharing):
            continue  # the file is written for both
        yield finding(RULE, host, document, drop, lost, meant(host, drop.where))


def meant(host: str, where: str) -> str:
    """Return what to write instead of the event at a place."""
    name = where.removeprefix("hooks.").partition("[")[0]
    known = tuple(contract(host).events)
    near = closest(name, known) or next(
        (event for event in known if contract(host).events[event] == BEFORE.get(name.lower())), ""
    )
    return f"Write {near}." if near else f"Name one of its events: {', '.join(known[:12])}."


BEFORE = dict.fromkeys(("pretooluse", "beforetool", "beforeshellexecution", "pretoolcall"), "pre-tool")
"""Names of other hosts for the event before a tool call."""
