"""Find a hook that only watches, on an event at which its host refuses after a crash.

A logger before each tool on Copilot or Antigravity, with a program that may be missing: the day it is, every call is
refused, and the model is told nothing useful.

Why:
    These hosts take a crashed hook before a tool for a no.  Evidence: the outcome of exit 1 with this entry.

Bad:
    ```json
    {"version": 1, "hooks": {"preToolUse": [{"type": "command", "bash": "python3 log.py"}]}}
    ```

Good:
    ```json
    {"version": 1, "hooks": {"postToolUse": [{"type": "command", "bash": "python3 log.py"}]}}
    ```

Reproduce:
    `failshut simulate copilot --exit 1`

Exceptions:
    A command that ends in `|| true` can't crash.
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import HELPER, Hook
from failshut.lint.outcome import of_run, stops
from failshut.lint.rule import NOTE, PEDANTIC, Finding, Rule, on

RULE = Rule("helper-under-guard-event", "closed", NOTE, persona=PEDANTIC)
HARMLESS = re.compile(r"\|\|\s*(?:true|:|exit 0)\s*;?\s*$|;\s*exit 0\s*;?\s*$|&\s*$")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a helper before tools whose crash refuses the call, without a switch that asks for it."""
    if hook.role != HELPER or not hook.before_tools or HARMLESS.search(hook.command):
        return
    if any(key in hook.wiring for key in ("onFailure", "failClosed")):
        return
    outcome = of_run(hook, Run(1))
    if stops(outcome):
        yield on(
            hook,
            RULE,
            "only watches, and refuses every call on the day it can't run",
            "Wire it behind the tool, or end the command with `|| true`.",
            cell=outcome.cell,
        )
