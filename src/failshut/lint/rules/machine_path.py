"""Find an absolute path of one machine in a file that others get.

`/Users/…`, `/home/…`, `C:\\Users\\…`: elsewhere the file isn't there, and a guard that isn't there opens or refuses
everything.

Why:
    A shell ends with 127 then, Python with 2.  Evidence: the outcome of that code with this entry.

Bad:
    ```sh
    {"command": "bash /home/ann/repo/guard.sh"}
    ```

Good:
    ```sh
    {"command": "bash \"$CLAUDE_PROJECT_DIR\"/guard.sh"}
    ```

Reproduce:
    `failshut simulate claude-code --exit 127`
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.outcome import of_run, stops
from failshut.lint.rule import NOTE, SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("machine-path", "opens", WARNING, SCRIPT)
PERSONAL = re.compile(
    r"(?:/Users|/home)/(?!runner\b|node\b|user\b|vscode\b|USER\b|\$|<|\{)[\w.-]+/[^\s\"']*|\b[A-Z]:\\+Users\\+[^\s\"']+"
)


def check(use: Use) -> Iterator[Finding]:
    """Yield each such path in the command of a project's hook, or in its scripts."""
    text = use.text
    for found in PERSONAL.finditer(text.text):
        start = text.text.rfind("\n", 0, found.start()) + 1
        if text.text[start : found.start()].lstrip().startswith(("#", "//", "*")):
            continue
        for hook in use.hooks:
            if hook.root.home or not hook.guards:
                continue
            outcome = of_run(
                hook, Run(2 if "python" in text.text[start : found.start()] else 127, stderr="No such file")
            )
            happens = (
                "every call is refused"
                if stops(outcome)
                else "the hook doesn't run"
                if text.within
                else "it isn't there"
            )
            yield on(
                hook,
                RULE,
                f"names a path of one machine: elsewhere {happens}",
                "Name it from the project's folder.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
                cell=outcome.cell,
                severity=WARNING if hook.guards and text.within else NOTE,
            )
