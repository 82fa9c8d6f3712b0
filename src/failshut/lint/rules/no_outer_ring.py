"""Find a guard that opens when it breaks, on a host without a switch against it.

Codex, Gemini CLI and Kimi Code run the call when the hook's command ends with another code than 0 and 2:
a missing file, a traceback, a signal.  No key of the entry changes that, only the command itself can.

Why:
    These hosts take exit 1 for a broken hook and go on.  A ring around the command turns each of its
    failures into exit 2, and says so.  Evidence: the outcome of exit 1 with this entry, by the contract.

Bad:
    ```json
    {"type": "command", "command": "python3 guard.py"}
    ```

Good:
    ```json
    {"type": "command", "command": "python3 guard.py || { [ $? -eq 2 ] || echo 'The guard failed, so this is refused.' >&2; exit 2; }"}
    ```

Reproduce:
    `failshut drill --hosts codex,gemini,kimi -- python3 guard.py`

Exceptions:
    A timeout still opens: the ring is inside what the host ends.
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint import edits
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rings import ringed
from failshut.lint.rule import SAFE, WARNING, Finding, Rule, on

RULE = Rule("no-outer-ring", "opens", WARNING, fix=SAFE)
RING = " || { [ $? -eq 2 ] || echo 'The guard failed, so this is refused.' >&2; exit 2; }"
SWITCHES = ("pre-tool/failure-words", "spawn/failing-switch")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard before tools that opens with exit 1, on a host without a switch."""
    if not hook.guards or not hook.before_tools or hook.type != "command" or ringed(hook):
        return
    if not hook.native or any(hook.contract.has(name) for name in SWITCHES):
        return
    outcome = of_run(hook, Run(1))
    if opens(outcome):
        yield on(
            hook,
            RULE,
            "lets the call run when it crashes or can't be started, and this host has no switch against it",
            "Put a ring around the command that turns each failure into exit 2.",
            keys=(hook.command_key,),
            cell=outcome.cell,
            edits=edits.put(hook, hook.command_key, hook.command + RING),
        )
