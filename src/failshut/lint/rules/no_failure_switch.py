"""Find a guard that opens when it breaks, on a host that has a switch against it.

Claude Code and Cursor let a call run when its guard crashes, times out or can't be started, unless
the entry says `onFailure: "block"` or `failClosed: true`.

Why:
    A missing interpreter, a traceback or a slow machine is exit 127, 1 or a timeout: the call runs.
    Evidence: the outcome of exit 1 with this entry, by the host's contract.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh", "timeout": 10, "onFailure": "block"}
    ```

Reproduce:
    `failshut drill --hosts claude-code,cursor -- bash guard.sh`

Exceptions:
    A command that turns each of its own failures into exit 2 still needs the switch: it can't answer when
    it isn't started.
"""

from collections.abc import Iterator
from dataclasses import replace

from failshut.interpret import Run
from failshut.lint import edits
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens, stops
from failshut.lint.rule import SAFE, WARNING, Finding, Rule, on

RULE = Rule("no-failure-switch", "opens", WARNING, fix=SAFE, hosts=("claude-code", "cursor"))
SWITCHES = {"claude-code": ("onFailure", "block"), "cursor": ("failClosed", True)}


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard that opens with exit 1, and wouldn't with the host's switch."""
    if hook.host not in SWITCHES or not hook.native or not hook.guards or hook.type != "command":
        return
    key, value = SWITCHES[hook.host]
    outcome = of_run(hook, Run(1))
    if key in hook.wiring or not opens(outcome):
        return
    if not stops(of_run(_with(hook, key, value), Run(1))):
        return
    shown = "true" if value is True else f'"{value}"'
    yield on(
        hook,
        RULE,
        "lets the call run when it crashes, times out or can't be started",
        f'Add `"{key}": {shown}` to the entry.',
        keys=(hook.command_key,),
        cell=outcome.cell,
        edits=edits.add(hook, key, value),
    )


def _with(hook: Hook, key: str, value: object) -> Hook:
    return replace(hook, wiring={**hook.wiring, key: value})
