"""Find a guard that switches itself off in the modes in which it is the only control.

`permission_mode` `bypassPermissions` or `dontAsk`: nobody is asked any more, and the hook leaves first.

Why:
    A hook's refusal stands in every mode; that is what it is for.  Evidence: the hook really run on a payload with that mode.

Bad:
    ```sh
    [ "$mode" = bypassPermissions ] && exit 0
    ```

Good:
    ```sh
    # the same rules in every mode
    ```

Reproduce:
    `failshut drill --hosts claude-code -- bash guard.sh`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import ERROR, SCRIPT, Finding, Rule, on

RULE = Rule("off-in-bypass", "script", ERROR, SCRIPT)
MODE = re.compile(
    r"[^\n]*\b(?:bypassPermissions|dontAsk|yolo|dangerouslySkipPermissions)\b[^\n]*(?:\n[^\n]*)?(?:exit 0|exit\(0\)|return(?: 0| None)?\s*$)",
    re.M,
)


def check(use: Use) -> Iterator[Finding]:
    """Yield each such place of a guard."""
    text = use.text
    if not text.text or not use.guards:
        return
    for found in MODE.finditer(text.text):
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "leaves in a mode in which nobody else looks at the call",
                "Judge alike in every mode.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
