"""Find a guard whose command hides its exit code.

`guard.sh || true`, `guard.sh; exit 0`, `guard.sh | tee log`, `guard.sh &`: the host sees the last command's
code, and a refusal never arrives.  So does a script that runs a guard and then ends with 0, or keeps the last code
of a loop only.

Why:
    Exit 2 of the guard becomes exit 0 of the line.  Evidence: the outcome of exit 0.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh || true"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh"}
    ```

Reproduce:
    `sh -c 'bash guard.sh || true'; echo $?`
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.passing import lost
from failshut.lint.roles import GUARDING
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("failure-hidden-by-command", "opens", ERROR)
HIDES = re.compile(
    r"\|\|\s*(?:true|:|exit 0)\s*;?\s*$|;\s*(?:exit 0|true|:)\s*;?\s*$|[^|&]\|\s*(?:tee|cat|logger|head|tail)\b[^|;&]*$|[^&>]&\s*$"
)
KEPT = re.compile(r"pipefail|PIPESTATUS|\bexec\b")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard whose line ends with exit 0 whatever the guard says, or that a script runs so."""
    for one in lost(hook) if hook.before_tools and not hook.dropped else ():
        outcome = of_run(hook, Run(0))
        if opens(outcome):
            yield on(
                hook,
                RULE,
                f"loses the exit code of {one.inner.path}: its refusals never arrive",
                "End with that code as soon as it isn't 0: `|| exit $?`.",
                span=one.span,
                document=one.script.document,
                cell=outcome.cell,
            )
    refusing = hook.guards or (hook.before_tools and GUARDING.search(hook.command))
    found = HIDES.search(hook.command) if refusing else None
    if (
        found is None
        or KEPT.search(hook.command)
        or (not hook.scripts and not GUARDING.search(hook.command[: found.start()]))
    ):
        return
    outcome = of_run(hook, Run(0))
    if opens(outcome):
        yield on(
            hook,
            RULE,
            f"`{found[0].strip()}` hides the guard's exit code: its refusals never arrive",
            "Let the guard be the last command of the line, and take what follows out.",
            keys=(hook.command_key,),
            cell=outcome.cell,
        )
