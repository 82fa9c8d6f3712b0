"""Find an entry that starts nothing.

An empty `command` is taken by some hosts, ends with 0 and has no opinion: the place of a guard without a guard.

Why:
    Nothing is said about it.  Evidence: the outcome of exit 0.

Bad:
    ```json
    {"type": "command", "command": ""}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh"}
    ```

Reproduce:
    `failshut doctor` in the folder
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import COMMANDS, Hook
from failshut.lint.outcome import of_run
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on

RULE = Rule("empty-command", "not-loaded", WARNING)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield an entry that is taken and has only blank text to start."""
    told = [hook.wiring[key] for key in COMMANDS if isinstance(hook.wiring.get(key), str)]
    if hook.dropped or hook.type != "command" or not told or any(str(one).strip() for one in told):
        return
    yield on(
        hook,
        RULE,
        f"starts nothing: at {hook.event} this hook has no opinion",
        "Name a command, or delete the entry.",
        keys=COMMANDS,
        cell=of_run(hook, Run(0)).cell if hook.table else "",
        severity=ERROR if hook.before_tools else WARNING,
    )
