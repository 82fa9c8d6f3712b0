"""Find a guard that nobody waits for.

An entry with `async: true` runs beside the call: whatever it answers comes too late.

Why:
    The host starts the hook and goes on; exit 2 and deny JSON are dropped.  Evidence: the outcome of a
    refusal with this wiring, by the host's contract.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh", "async": true}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh", "timeout": 10, "onFailure": "block"}
    ```

Reproduce:
    `failshut drill --hosts claude-code --entry '{"async": true}' -- bash guard.sh`

Exceptions:
    Loggers and notifiers: that is what `async` is for.
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint import edits
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import ERROR, UNSAFE, Finding, Rule, on

RULE = Rule("async-guard", "cannot-block", ERROR, fix=UNSAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard whose refusal is lost because of its switch."""
    keys = [key for key in ("async", "asyncRewake") if hook.wiring.get(key) is True]
    if not hook.guards or not keys:
        return
    outcome = of_run(hook, Run(2, stderr="no"))
    if opens(outcome):
        yield on(
            hook,
            RULE,
            f"`{keys[0]}` lets the call run before the guard has answered",
            f"Take `{keys[0]}` out.",
            span=hook.key_span(keys[0]),
            cell=outcome.cell,
            edits=edits.take(hook, keys[0]),
        )
