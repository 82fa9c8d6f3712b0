"""Find `echo "$payload" | jq` in a shell whose `echo` changes the text.

dash, which is `sh` on many systems, turns `\\n` in the payload into a real new line: the JSON breaks, `jq` fails,
the field is empty, and the guard finds nothing to refuse.

Why:
    Claude Code, Kimi Code and Antigravity start command strings with `/bin/sh`.  Evidence: the hook really run in dash on a
    command of two lines.

Bad:
    ```sh
    input=$(cat); cmd=$(echo "$input" | jq -r .tool_input.command)
    ```

Good:
    ```sh
    input=$(cat); cmd=$(printf %s "$input" | jq -r .tool_input.command)
    ```

Reproduce:
    `dash -c 'x="{\"a\":\"1\\n2\"}"; echo "$x" | jq .a'`

Exceptions:
    bash prints the text as it is.
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("echo-payload-in-sh", "script", WARNING, SCRIPT)
ECHO = re.compile(r"\becho\s+\"\$\{?(\w+)\}?\"\s*\|\s*(?:jq|python3?|node)\b")
DASH = ("sh", "dash", "ash")


def check(use: Use) -> Iterator[Finding]:
    """Yield each such place of a guard."""
    text = use.text
    if text.language != "sh" or not use.guards:
        return
    for found in ECHO.finditer(text.text):
        if text.program not in DASH:
            continue
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "`echo` of this shell changes backslashes, so the JSON of a command with several lines breaks",
                f'Write `printf %s "${found[1]}"`.',
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
