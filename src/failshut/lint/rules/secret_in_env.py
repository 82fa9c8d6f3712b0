"""Find a secret in the environment of a hook.

A token in a hook file is committed with it, and every program that the hook starts gets it.

Why:
    Hook files are shared, shown and copied; the variable comes from the person's own environment instead.

Bad:
    ```json
    {"type": "command", "bash": "bash guard.sh", "env": {"TOKEN": "ghp_…"}}
    ```

Good:
    ```json
    {"type": "command", "bash": "bash guard.sh"}
    ```

Reproduce:
    `git log -p -- .github/hooks`
"""

import re
from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("secret-in-env", "dangerous", ERROR)
NAMED = re.compile(r"TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|PRIVATE_KEY|CREDENTIAL", re.I)
KNOWN = re.compile(r"^(?:gh[pousr]_|github_pat_|sk-|xox[abpr]-|AKIA|AIza|glpat-|eyJ)")
REFERENCE = re.compile(
    r"^\s*$|^\$|\$\{|^<|^(?:true|false|\d+|/|~|\./)|your|example|changeme|xxx|test|dummy", re.I
)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each value of the entry's `env` or `headers` that is a secret."""
    for key in ("env", "headers"):
        node = hook.node.members.get(key)
        for name, value in (node.members if node else {}).items():
            text = value.value if isinstance(value.value, str) else ""
            known = KNOWN.match(text.removeprefix("Bearer ").strip())
            if not known and (REFERENCE.search(text) or not (NAMED.search(name) and len(text) >= 12)):
                continue
            yield on(
                hook,
                RULE,
                f"{name} holds a secret, which everybody reads who has this file",
                "Take it out, give it out anew, and let the hook read it from the person's environment.",
                span=value.key or value.span,
            )
