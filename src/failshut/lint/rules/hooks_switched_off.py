"""Find the switch that turns hooks off.

`disableAllHooks`, `hooksConfig.enabled`, `features.hooks`: one line in one file, and no hook of any file runs.

Why:
    The files look complete; the guard isn't on.  Evidence: the cell about the switch.

Bad:
    ```json
    {"disableAllHooks": true, "hooks": {}}
    ```

Good:
    ```json
    {"hooks": {}}
    ```

Reproduce:
    `failshut doctor` in the folder; the cell that the finding names holds the measurement.

Exceptions:
    A switch in a file of the person's own is theirs to set.
"""

from collections.abc import Iterator

from failshut.lint.document import Document, Span
from failshut.lint.drops import dropped
from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("hooks-switched-off", "not-loaded", ERROR, ROOT)
NAMES = ("disabled-all", "off", "disabled-file", "managed-only")
"""Reasons for which hosts leave something out that this rule tells."""


def check(root: Root) -> Iterator[Finding]:
    """Yield each switch, in the file that holds it."""
    seen = set()
    for host, _, drop, _ in dropped(root, NAMES):
        for document, span in switches(root, host):
            if (host, document.path) not in seen:
                seen.add((host, document.path))
                reason = drop.reason.rstrip(".")
                yield Finding(RULE, document, span, reason, "Take the switch out.", (host,), drop.cell)
    for host, found in root.loadings.items():
        for drop in found.dropped:
            if drop.file or drop.cell.rpartition("/")[2] not in NAMES or not root.native(host):
                continue
            for document, span in switches(root, host):
                yield Finding(
                    RULE,
                    document,
                    span,
                    drop.reason.rstrip("."),
                    "Take the switch out.",
                    (host,),
                    drop.cell,
                )


def switches(root: Root, host: str) -> Iterator[tuple[Document, Span]]:
    """Yield each place of a switch in the host's files."""
    for document in root.files(host).values():
        top = document.root
        for path, off in PLACES:
            node = top.get(*path) if top else None
            if node is not None and node.value is off:
                yield document, Span(node.key.start, node.span.end) if node.key else node.span


PLACES = (
    (("disableAllHooks",), True),
    (("hooksConfig", "enabled"), False),
    (("features", "hooks"), False),
    (("features", "codex_hooks"), False),
    (("allow_managed_hooks_only",), True),
)
"""Switches, and the value that turns hooks off."""
