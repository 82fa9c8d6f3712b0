"""Find a guard for several hosts that stands in Claude Code's file only.

Copilot and Cursor read `.claude/settings.json` as well, by rules of their own: Cursor drops `matcher`, `args` and
`onFailure`, Copilot drops all hooks for one empty matcher, and exit 2 loses its words there.

Why:
    What is shut on Claude Code is open or silent on the others.  Evidence: the outcomes of a failed hook on each host that
    reads the file.

Bad:
    ```text
    .claude/settings.json alone, in a repository with .cursor/ and .github/hooks
    ```

Good:
    ```text
    a hook file of each host's own beside it: `failshut init --scope project` writes them
    ```

Reproduce:
    `failshut doctor` in the folder
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import WARNING, Finding, Rule, on

RULE = Rule("shared-settings", "cross-file", WARNING)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard that a host in use has from another host's file only."""
    if (
        hook.native
        or not hook.guards
        or not hook.before_tools
        or hook.root.native(hook.host)
        or hook.dropped
    ):
        return
    outcome = of_run(hook, Run(None, timed_out=True))
    if opens(outcome):
        yield on(
            hook,
            RULE,
            f"{hook.contract.title} is in use here and has this guard from Claude Code's file only: without its own switches and form",
            f"Write {hook.contract.title}'s own hook file: `failshut init --hosts {hook.host} --scope project`.",
            cell=outcome.cell,
        )
