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

NEAR = 800
"""Characters behind the test in which the check has to be started."""


def _started_below(test: str, rest: str) -> bool:
    """Say whether what a test asks about is run behind it."""
    names = re.findall(r"\$\{?(\w+)", test) or re.findall(r"\b([a-z_]\w*)\b(?=[.)])", test)
    for name in names:
        shell = (
            rf"(?:^|[|;&({{]|\bdo\b|\bthen\b|\b(?:bash|sh|python3?|node|source|exec|timeout \S+)|\.)"
            rf"\s*\"?[\w./${{}}-]*\$\{{?{name}\b"
        )
        python = rf"(?:run|Popen|call|check_output|import_module|run_path|exec\w*)\([^\n]*\b{name}\b"
        if re.search(shell, rest, re.M) or re.search(python, rest):
            return True
    return False


def check(use: Use) -> Iterator[Finding]:
    """Yield each such place of a guard."""
    text = use.text
    if not text.text or not use.guards:
        return
    for found in SKIPS.finditer(text.text):
        if not _started_below(found[0], text.text[found.end() : found.end() + NEAR]):
            continue  # files that are looked at, no checks that are run
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "skips a check that isn't there or can't be started: the guard loses it without a word",
                "Refuse when a check that is named is missing.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
