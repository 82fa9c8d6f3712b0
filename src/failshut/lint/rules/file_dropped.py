"""Find a hook file that its host drops as a whole.

One mistake in the file (a comment, a trailing comma, a value of the wrong type, an entry of the wrong
shape) takes all its hooks away, mostly without a word.

Why:
    Each host reads its files by rules of its own, and what it can't use it leaves out.  Evidence: the cell
    of the host's contract that the finding names.

Bad:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "guard", "timeout": "10"}]}]}}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "guard", "timeout": 10}]}]}}
    ```

Reproduce:
    `failshut simulate` on a row with the file in `config`, or `failshut doctor` in the folder.
"""

from collections.abc import Iterator

from failshut.lint.project import Root
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("file-dropped", "not-loaded", ERROR, ROOT)
NOT_THE_FILE = (
    "untrusted",
    "not-read",
    "disabled-all",
    "off",
    "project-untrusted",
    "imports-off",
    "not-imported",
)
"""Cells that say something else than that the file is wrong."""


def check(root: Root) -> Iterator[Finding]:
    """Yield each file that a host leaves out for a mistake in it."""
    for host, document, drop, used in root.dropped:
        if drop.where or not used or drop.cell.rpartition("/")[2] in NOT_THE_FILE:
            continue
        yield Finding(
            RULE,
            document,
            document.whole,
            f"the whole file is left out: {drop.reason}",
            "Mend what the reason names; `failshut doctor` shows what the host takes then.",
            (host,),
            drop.cell,
        )
