"""Find a guard that an environment variable switches off.

`GUARD_DISABLE=1`, `SKIP_HOOKS`, `ALLOW_FORCE`: who can set the variable, in a settings file or in the command's own
shell start, is past the guard.

Why:
    On Claude Code `env` in a project's settings reaches the hooks.  Evidence: the hook really run with the variable.

Bad:
    ```sh
    [ -n "$SKIP_GUARD" ] && exit 0
    ```

Good:
    ```sh
    # a person takes the entry out
    ```

Reproduce:
    `SKIP_GUARD=1 bash guard.sh`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import NOTE, PEDANTIC, SCRIPT, Finding, Rule, on

RULE = Rule("env-kill-switch", "dangerous", NOTE, SCRIPT, persona=PEDANTIC)
SWITCH = re.compile(
    r"(?:\$\{?|environ(?:\.get\(|\[)[\"']|process\.env\.|getenv\([\"'])(\w*(?:DISABLE|DISABLED|SKIP|BYPASS|FAIL_OPEN|DRY_RUN|ALLOW_|NO_GUARD|OFF)\w*)[^\n]*\n?[^\n]*\b(?:exit 0|exit\(0\)|return(?: 0)?\b)"
)


def check(use: Use) -> Iterator[Finding]:
    """Yield each such place of a guard."""
    text = use.text
    if not text.text or not use.guards:
        return
    for found in SWITCH.finditer(text.text):
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                f"{found[1]} in the environment switches the guard off",
                "Let a person switch it off by taking the entry out, or keep the leave where the agent can't write it.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
