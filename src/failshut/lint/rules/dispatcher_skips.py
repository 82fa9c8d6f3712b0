"""Find a runner of several checks that skips one that isn't there.

`[ -x "$check" ] || continue`: a check that was renamed, or lost its executable bit, is gone without a word.

Why:
    Such runners refuse well when a check says no, and pass when there is none.  Evidence: the hook really run without the check.

Bad:
    ```sh
    for check in checks/*; do [ -x "$check" ] || continue; "$check"; done
    ```

Good:
    ```sh
    for check in force secrets; do "checks/$check" || exit 2; done
    ```

Reproduce:
    `chmod -x checks/*; bash guard.sh <payload.json; echo $?`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("dispatcher-skips", "script", WARNING, SCRIPT)
SKIPS = re.compile(
    r"(?:\[\[?|test)\s+(?:!\s+)?-[xfe]\s+[^\n\]]*(?:\]\]?)?\s*(?:\|\||&&)\s*continue|if\s+(?:\[\[?|test)\s+!\s+-[xfe][^\n]*\n?\s*then?\s*\n?\s*continue|if not [^\n]*(?:exists|is_file|access)\([^\n]*:\s*\n\s+continue"
)


def check(use: Use) -> Iterator[Finding]:
    """Yield each such place of a guard."""
    text = use.text
    if not text.text or not use.guards:
        return
    for found in SKIPS.finditer(text.text):
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "skips a check that isn't there or can't be started: the guard loses it without a word",
                "Refuse when a check that is named is missing.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
