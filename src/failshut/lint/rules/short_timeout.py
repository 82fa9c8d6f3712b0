"""Find a guard with so little time that a busy machine ends it.

Five seconds are plenty on an idle laptop; under a build, three agents at once or a cold start they aren't, and each
late answer lets a call run.

Why:
    In one report guards with ten seconds were ended in 86 % of the runs on a loaded machine.  Evidence: the outcome of a
    timeout with this entry.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh", "timeout": 3}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh", "timeout": 30, "onFailure": "block"}
    ```

Reproduce:
    `failshut drill --hosts claude-code --faults moments -- bash guard.sh`
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint import times
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import NOTE, PEDANTIC, Finding, Rule, on

RULE = Rule("short-timeout", "opens", NOTE, persona=PEDANTIC)
ENOUGH = 10
"""Seconds below which a loaded machine may end a guard."""


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard before tools with less than ``ENOUGH`` seconds, when a timeout opens."""
    told = times.told(hook)
    if (
        told is None
        or not 0.25 <= told < ENOUGH
        or not hook.guards
        or not hook.before_tools
        or not hook.native
    ):
        return
    outcome = of_run(hook, Run(None, timed_out=True))
    if opens(outcome):
        yield on(
            hook,
            RULE,
            f"has {told:g} s to answer: on a busy machine it is ended, and the call runs",
            f"Give it {times.units(hook.host, 30):g}, and let it answer well before.",
            keys=(times.key_of(hook.host), "timeout"),
            cell=outcome.cell,
        )
