"""Find a guard that looks at the beginning of a command only.

`head -c`, `${cmd:0:500}`, `command[:1000]`, `.slice(0, 200)`: what stands behind is run and not looked at.

Why:
    A long comment or a heredoc in front is enough.  Evidence: the hook really run on a long command.

Bad:
    ```sh
    cmd=$(jq -r .tool_input.command | head -c 500)
    ```

Good:
    ```sh
    cmd=$(jq -er .tool_input.command)
    ```

Reproduce:
    `failshut check "$(printf '# %0600d\nrm -rf /' 0)"`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import MEDIUM, SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("head-only-scan", "script", WARNING, SCRIPT, confidence=MEDIUM)
CUTS = {
    "sh": re.compile(
        r"\|\s*head\s+(?:-c\s*\d+|-n?\s*1\b)|\b(?:cmd|command|CMD|COMMAND|input|INPUT)=\"?\$\{\w+:0:\d+\}|\|\s*cut\s+-c\s*-?1?-?\d+"
    ),
    "python": re.compile(r"\b(?:cmd|command|payload|text)\s*=\s*[^\n=]*\[:\s*\d{2,}\s*\]"),
    "javascript": re.compile(
        r"\b(?:cmd|command|input)\s*=\s*[^\n=]*\.(?:slice|substring|substr)\(0,\s*\d{2,}\)"
    ),
}


def check(use: Use) -> Iterator[Finding]:
    """Yield each place where a guard's text is cut before it is looked at."""
    text = use.text
    pattern = CUTS.get(text.language)
    for found in pattern.finditer(text.text) if pattern and use.guards else ():
        line = text.text[text.text.rfind("\n", 0, found.start()) + 1 : found.end()]
        picks = re.search(r"grep\s+-\w*o|\bfind\b|\bls\b|\bsed -n\b", line)
        if text.language == "sh" and (
            picks or not re.search(r"(?:cmd|command|input|CMD|COMMAND|INPUT)=", line)
        ):
            continue
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "cuts the command before it is looked at: what stands behind the cut is run unseen",
                "Look at the whole text; refuse what is too long to read.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
