"""Find a guard that prints the payload back as its answer.

Passing the input through is no answer of any host: Antigravity refuses every call, Codex counts the hook as failed, and
others may read a decision in it.

Why:
    Evidence: the outcome of the payload as answer.

Bad:
    ```sh
    input=$(cat); …; echo "$input"
    ```

Good:
    ```sh
    input=$(cat); …; exit 0
    ```

Reproduce:
    `failshut simulate antigravity --stdout '{"tool_name": "run_command"}'`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("payload-echo", "script", WARNING, SCRIPT)
BACK = re.compile(
    r"^[ \t]*(?:echo|printf '?%s'?(?:\\\\n)?'?)\s+\"\$\{?(?:input|INPUT|payload|PAYLOAD|json|JSON)\}?\"[ \t]*(?:\n[ \t]*exit 0)?[ \t]*$",
    re.M,
)


def check(use: Use) -> Iterator[Finding]:
    """Yield each such place of a guard."""
    text = use.text
    if text.language != "sh" or not use.guards:
        return
    for found in BACK.finditer(text.text):
        if (
            re.search(r"\\\s*$", text.text[: found.start()].rstrip("\n")[-2:])
            or "$(" in text.text[max(0, found.start() - 3) : found.start()]
        ):
            continue
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "prints the payload back: that is no answer, and some hosts refuse every call for it",
                "Print nothing when the call may pass.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
