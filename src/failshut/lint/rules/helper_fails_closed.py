"""Find a hook that isn't there to refuse and refuses when it breaks.

`onFailure: "block"` or `failClosed: true` on a formatter, a logger, a notifier: a missing program stops all work.

Why:
    A switch against failing hooks belongs to guards; elsewhere it makes outages.  Evidence: the outcome of exit 1 with this
    entry.

Bad:
    ```json
    {"type": "command", "command": "bash log.sh", "onFailure": "block"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash log.sh"}
    ```

Reproduce:
    `failshut simulate claude-code --exit 1 --wiring '{"onFailure": "block"}'`
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.edits import take
from failshut.lint.hook import HELPER, Hook
from failshut.lint.outcome import of_run, stops
from failshut.lint.rule import UNSAFE, WARNING, Finding, Rule, on

RULE = Rule("helper-fails-closed", "closed", WARNING, fix=UNSAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield the switch of a helper whose failure stops the call or the prompt."""
    keys = [key for key in ("onFailure", "failClosed") if hook.wiring.get(key) in ("block", True)]
    if hook.role != HELPER or not keys or not hook.table:
        return
    outcome = of_run(hook, Run(1))
    if stops(outcome):
        yield on(
            hook,
            RULE,
            f"isn't a guard, and `{keys[0]}` stops the work when it breaks",
            f"Take `{keys[0]}` out.",
            span=hook.key_span(keys[0]),
            cell=outcome.cell,
            edits=take(hook, keys[0]),
        )
