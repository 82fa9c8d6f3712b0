"""Find a guard without a timeout of its own, where a late answer lets the call run.

Without `timeout` the host's default counts: up to ten minutes in which the agent stands still, and then
the call runs.

Why:
    A guard that waits for a service or a lock is as open as none; only its author knows how long it may
    take.  Evidence: the outcome of a timeout with this entry, and the cell with the host's default.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh", "onFailure": "block"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh", "timeout": 10, "onFailure": "block"}
    ```

Reproduce:
    `failshut drill --hosts claude-code --faults moments -- bash guard.sh`
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint import edits
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import NOTE, UNSAFE, Finding, Rule, on
from failshut.lint.times import KEYS, default, key_of, units

RULE = Rule("no-timeout", "opens", NOTE, fix=UNSAFE)
LONG = 120
"""Seconds from which on a default is worse than what anybody would write."""
USUAL = 10
"""Seconds that the fix writes."""


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard before tools without a timeout, when a timeout opens."""
    if (
        not hook.guards
        or hook.type != "command"
        or not hook.before_tools
        or not hook.native
        or any(key in hook.wiring for key in KEYS)
    ):
        return
    outcome = of_run(hook, Run(None, timed_out=True))
    if not opens(outcome) or default(hook.host) < LONG:
        return
    key = key_of(hook.host)
    yield on(
        hook,
        RULE,
        f"has no timeout: after the host's default of {default(hook.host):g} seconds the call runs",
        f'Add `"{key}": {units(hook.host, USUAL):g}`, and answer well before that.',
        keys=(hook.command_key,),
        cell=outcome.cell,
        edits=edits.add(hook, key, int(units(hook.host, USUAL))),
    )
