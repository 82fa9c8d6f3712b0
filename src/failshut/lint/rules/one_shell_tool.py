"""Find a guard of commands on Claude Code that names one tool that runs them.

`Bash` isn't the only one: Monitor, scheduled prompts and workflows run text too.

Why:
    In 37 public guards 31 named only `Bash`.  Evidence: the cell about calls that reach no hook, and the list of tools.

Bad:
    ```json
    {"matcher": "Bash", "hooks": […]}
    ```

Good:
    ```json
    {"matcher": "Bash|Monitor|CronCreate|Workflow", "hooks": […]}
    ```

Reproduce:
    `failshut matrix --format text`
"""

from collections.abc import Iterator

from failshut.lint.project import Root
from failshut.lint.rule import AUDITOR, NOTE, ROOT, Finding, Rule, on

RULE = Rule("one-shell-tool", "opens", NOTE, ROOT, persona=AUDITOR, hosts=("claude-code",))
OTHERS = ("Monitor", "CronCreate", "Workflow")


def check(root: Root) -> Iterator[Finding]:
    """Yield each guard on Bash when no guard of the host takes the other tools."""
    mine = [
        hook
        for hook in root.hooks
        if hook.host == "claude-code" and hook.guards and hook.before_tools and not hook.dropped
    ]
    missing = [name for name in OTHERS if not any(hook.takes(name) for hook in mine)]
    for hook in mine:
        if missing and hook.takes("Bash"):
            yield on(
                hook,
                RULE,
                f"{', '.join(missing)} run text as well, and nothing looks at them",
                f'Write "Bash|{"|".join(missing)}", and look at their fields.',
                cell="claude-code/facts/unhooked",
            )
