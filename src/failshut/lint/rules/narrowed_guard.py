"""Find a guard that is only called for commands that look a certain way.

`if` compares the command's text before the guard sees it.  What is spelled another way (`bash -c`, a
variable, an alias) never reaches the guard, however good that is.

Why:
    The host's filter is a pattern on the text and made to save time, not to hold a boundary.  Evidence: the
    cell about calls that no hook sees.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh", "if": "Bash(git push *)"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh"}
    ```

Reproduce:
    `failshut check "bash -c 'git push --force'"` shows what a reader of shell sees in it; the filter doesn't.
"""

from collections.abc import Iterator

from failshut.lint import edits
from failshut.lint.hook import Hook
from failshut.lint.rule import UNSAFE, WARNING, Finding, Rule, on

RULE = Rule("narrowed-guard", "opens", WARNING, fix=UNSAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard on the shell with a filter on the command's text."""
    if hook.event == "beforeShellExecution" and hook.guards and isinstance(hook.matcher, str):
        if hook.matcher.strip() not in ("", "*", ".*"):
            node = hook.node.members.get("matcher")
            yield on(
                hook,
                RULE,
                "its matcher keeps commands from the guard that are spelled another way",
                "Take the matcher out and let the guard look at every command.",
                span=node.span if node else None,
                cell=f"{hook.host}/facts/matcher",
            )
        return
    condition = hook.wiring.get("if")
    if not hook.guards or not isinstance(condition, str) or not hook.contract.has("load/if-events"):
        return
    if "(" in condition and not condition.rstrip(") ").endswith(("(", "(*")):
        yield on(
            hook,
            RULE,
            "`if` keeps calls from the guard that are spelled another way",
            "Take `if` out and let the guard look at every command.",
            span=hook.key_span("if"),
            cell=f"{hook.host}/facts/unhooked",
            edits=edits.take(hook, "if"),
        )
