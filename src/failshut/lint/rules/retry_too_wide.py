"""Find a retry of refused calls that is granted by the first words of a command.

A hook on PermissionDenied may let the model try again; one that looks at a prefix grants it to `ls; rm -rf /` as well.

Why:
    What is chained behind the harmless word is tried again with it.  Evidence: the event's cells, and the hook really run.

Bad:
    ```js
    const safe = /^(ls|cat|git status)\\b/.test(cmd)
    ```

Good:
    ```js
    grant it where every command of the text is known to read only
    ```

Reproduce:
    `failshut check "ls; rm -rf /"`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("retry-too-wide", "dangerous", ERROR)
PREFIX = re.compile(
    r"/\\?\^[^/\n$]*/\w*\.test\([^)]*\)|\.startsWith\([^)]*\)|\.startswith\([^)]*\)|re\.match\([^\n]*\)|=~\s+\^[^\n\]]*|==\s+\"?[\w ]+\"?\*"
)
GRANTS = re.compile(r"[\"']?retry[\"']?\s*[:=]\s*(?!false)\w")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each prefix by which a hook on PermissionDenied grants a retry."""
    if hook.table != "permission-denied":
        return
    for text in hook.texts:
        found = PREFIX.search(text.text) if GRANTS.search(text.text) or "retry" in text.text else None
        if found is not None:
            yield on(
                hook,
                RULE,
                "grants a retry by the command's first words: what is chained behind them is tried again, too",
                "Grant it only where every command of the text reads and nothing else, and once per call.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
                cell=f"{hook.host}/permission-denied/retry"
                if hook.contract.has("permission-denied/retry")
                else "",
            )
