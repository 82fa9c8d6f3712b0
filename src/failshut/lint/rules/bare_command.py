"""Find a guard whose program is looked for on PATH.

`python guard.py`, `my-guard check`: what starts hangs on the PATH that the host was started with; a desktop's, a
runner's and a shell's differ, and shims need a set-up of their own.

Why:
    Not found is exit 127, and on most hosts the call runs.  Evidence: the outcome of exit 127 with this entry.

Bad:
    ```json
    {"command": "my-guard check"}
    ```

Good:
    ```json
    {"command": "/usr/local/bin/my-guard check", "onFailure": "block"}
    ```

Reproduce:
    `env -i PATH=/nowhere sh -c "my-guard check"; echo $?`

Exceptions:
    `sh` and `bash`, which every system has at the usual place; entries that refuse when they fail.
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens, stops
from failshut.lint.rings import ringed
from failshut.lint.rule import NOTE, PEDANTIC, Finding, Rule, on
from failshut.lint.script import SHELLS
from failshut.shell import commands

RULE = Rule("bare-command", "opens", NOTE, persona=PEDANTIC)
BUILTIN = (
    "cd",
    "[",
    "test",
    "[[",
    "if",
    "case",
    "export",
    "set",
    "exec",
    "true",
    "false",
    ":",
    "echo",
    "printf",
    "cat",
    "command",
    "grep",
    "env",
)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard's program without a folder, when exit 127 opens."""
    if not hook.guards or not hook.before_tools or hook.type != "command" or ringed(hook):
        return
    outcome = of_run(hook, Run(127, stderr="not found"))
    shut = stops(outcome)
    if not opens(outcome) and not shut:
        return
    for command in commands(hook.command).commands:
        word = command.argv[0].text
        if "/" in word or "$" in word or word in (*BUILTIN, *SHELLS):
            continue
        yield on(
            hook,
            RULE,
            f"`{word}` is looked for on PATH: where it isn't found, "
            + ("every call is refused" if shut else "the call runs"),
            "Name it with its folder, and let the entry refuse when it fails.",
            keys=(hook.command_key,),
            cell=outcome.cell,
        )
        return
