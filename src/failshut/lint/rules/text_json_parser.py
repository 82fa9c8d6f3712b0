r"""Find JSON that is taken apart with text tools.

`grep -o`, `sed` and `cut` end a value at the first quote: an escaped quote in a command cuts off what follows it.

Why:
    `echo \\"hi\\"; git push --force` becomes `echo \\`, and the guard sees nothing.  Evidence: the hook really run on a command
    with quotes.

Bad:
    ```sh
    cmd=$(cat | sed -n 's/.*"command":"\\([^"]*\\)".*/\1/p')
    ```

Good:
    ```sh
    cmd=$(jq -er .tool_input.command)
    ```

Reproduce:
    `printf '{"command":"echo \\"hi\\"; rm x"}' | grep -o '"command":"[^"]*"'`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import ERROR, SCRIPT, Finding, Rule, on

RULE = Rule("text-json-parser", "script", ERROR, SCRIPT)
CUT = re.compile(
    r"\b(?:grep\s+(?:-[A-Za-z]+\s+)*-[A-Za-z]*o[A-Za-z]*|sed|awk)\b[^\n|]*[\"'][^\n]*\\?\"(?:command|cmd|content|tool_input|file_path|path|toolArgs|new_string)\\?\"[^\n]*"
)

PATH = re.compile(r"file_path|\"path\\?\"")
ESCAPES, GREEDY = "\\\\.", "\\(.*\\)"


def check(use: Use) -> Iterator[Finding]:
    """Yield each such place of a guard."""
    text = use.text
    if text.language != "sh" or not use.guards:
        return
    for found in CUT.finditer(text.text):
        if PATH.search(found[0]) or ESCAPES in found[0] or GREEDY in found[0]:
            continue  # a path, which holds no quotes, or a pattern that takes escaped ones along
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "takes JSON apart as text: an escaped quote in the command hides what follows it",
                "Read it with `jq -er` or another JSON reader.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
