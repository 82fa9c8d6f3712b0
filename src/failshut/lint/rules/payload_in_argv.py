r"""Find a payload that is passed as one argument.

Linux takes no argument above 128 KiB: the program isn't started, the result is empty, and the guard finds
nothing to refuse.

Why:
    An agent that writes a long file in one command is past that limit.  Evidence: the hook really run on a long command.

Bad:
    ```sh
    cmd=$(python3 -c 'import json,sys; print(json.loads(sys.argv[1])["tool_input"]["command"])' "$input")
    ```

Good:
    ```sh
    cmd=$(printf %s "$input" | jq -er .tool_input.command)
    ```

Reproduce:
    `/bin/echo "$(head -c 200000 /dev/zero | tr '\0' x)" | wc -c`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("payload-in-argv", "script", WARNING, SCRIPT)
ARGUMENT = re.compile(
    r"\b(?:python3?|node|perl|ruby)\s+(?:-[ce]\s+)?(?:'[^']*'|\"(?:[^\"\\\\]|\\\\.)*\"|[\w./$-]+)\s+\"\$\{?(?:input|payload|INPUT|PAYLOAD|json|JSON|data|stdin|event|hook_input|HOOK_INPUT)\}?\""
)


def check(use: Use) -> Iterator[Finding]:
    """Yield each such place of a guard."""
    text = use.text
    if text.language != "sh" or not use.guards:
        return
    for found in ARGUMENT.finditer(text.text):
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "passes the payload as an argument: above 128 KiB the program isn't started",
                "Pass it on stdin.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
