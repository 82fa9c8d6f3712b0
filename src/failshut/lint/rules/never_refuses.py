"""Find a guard whose refusal is never reached.

The script defines a function that refuses and doesn't call it, or returns before: it reads the payload and ends with 0.

Why:
    The file looks like a guard and has no way that ends in a no.  Evidence: the hook really run.

Bad:
    ```sh
    deny() { echo no >&2; exit 2; }
    ```

Good:
    ```sh
    deny() { echo no >&2; exit 2; }; [[ $cmd == *--force* ]] && deny
    ```

Reproduce:
    `failshut drill --hosts claude-code -- bash guard.sh`
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.outcome import of_run, opens
from failshut.lint.roles import GUARDING, named
from failshut.lint.rule import ERROR, MEDIUM, SCRIPT, Finding, Rule, on
from failshut.lint.shapes import refuses_anyhow

RULE = Rule("never-refuses", "script", ERROR, SCRIPT, MEDIUM)
REFUSAL = {
    "sh": re.compile(r"\bexit 2\b|\breturn 2\b"),
    "python": re.compile(r"sys\.exit\(2\)|\bexit\(2\)|SystemExit\(2\)"),
    "javascript": re.compile(r"process\.exit\(2\)"),
}
LEAVES = re.compile(r"^\s*(?:source|\.|exec|import .* from|from \.|require\()", re.M)


def check(use: Use) -> Iterator[Finding]:
    """Yield the refusal of a script in which no way leads to one, and all ways are known."""
    text = use.text
    pattern = REFUSAL.get(text.language)
    found = pattern.search(text.text) if pattern and not text.within else None
    if (
        found is None
        or text.program == "source"  # a library: who calls it decides
        or not text.answers
        or any(answer.exit is None for answer in text.answers)
        or LEAVES.search(text.text)
    ):
        return
    if any(refuses_anyhow(answer) for answer in text.answers) or (
        text.language == "python" and text.module is None
    ):
        return
    for hook in use.hooks:
        outcome = of_run(hook, Run(0))
        if hook.before_tools and opens(outcome) and (GUARDING.search(named(hook)) or hook.guards):
            yield on(
                hook,
                RULE,
                "no way through this script leads here: it ends with 0 each time",
                "Call the function that refuses, and try the script on a command that it is to refuse.",
                span=Span(found.start(), found.end()),
                document=text.document,
                cell=outcome.cell,
            )
