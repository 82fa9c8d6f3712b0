"""Find a guard that ends before it checks anything.

An `exit 0` at the top, left there "for this session": the check below is never reached.

Why:
    The file still looks like a guard, and is one no more.  Evidence: the hook really run.

Bad:
    ```sh
    #!/bin/bash
    exit 0
    ```

Good:
    ```sh
    #!/bin/bash
    ```

Reproduce:
    `git log -S "exit 0" -- guard.sh`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import ERROR, SCRIPT, Finding, Rule, on

RULE = Rule("unreachable-check", "script", ERROR, SCRIPT)
FIRST = {
    "sh": re.compile(
        r"\A(?:[ \t]*(?:#[^\n]*|set [^\n]*|[A-Z_]+=[\"'\w./-]*)?[ \t]*\n)*(exit 0|exit)[ \t]*(?:#[^\n]*)?(?:\n|$)"
    ),
    "python": re.compile(
        r"^(sys\.exit\(0?\)|exit\(0?\)|raise SystemExit(?:\(0?\))?)[ \t]*(?:#[^\n]*)?$", re.M
    ),
    "javascript": re.compile(r"^(process\.exit\(0?\));?[ \t]*(?://[^\n]*)?$", re.M),
}
CHECKS = re.compile(r"exit 2|sys\.exit\(2\)|process\.exit\(2\)|\bdeny\b|\bblock\b|SystemExit\(2\)")


def check(use: Use) -> Iterator[Finding]:
    """Yield an unconditional end in front of everything that refuses."""
    text = use.text
    pattern = FIRST.get(text.language)
    found = pattern.search(text.text) if pattern and not text.within else None
    if (
        found is None
        or CHECKS.search(text.text, 0, found.start())
        or not CHECKS.search(text.text, found.end())
    ):
        return
    if re.search(r"^(?:def|function|if|for|try)\b|=>", text.text[: found.start()], re.M):
        return
    for hook in use.hooks:
        if hook.before_tools:
            yield on(
                hook,
                RULE,
                "ends here each time: the checks below are never reached",
                "Take the line out.",
                span=Span(found.start(1), found.end(1)),
                document=text.document,
            )
