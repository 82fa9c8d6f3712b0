"""Find a matcher on an event that has nothing to compare it with.

Prompts, stops and the like have no tool: the hook runs each time, whatever the matcher says.

Why:
    Who wrote it believes the hook narrower than it is.  Evidence: the host's matcher rules.

Bad:
    ```json
    {"hooks": {"Stop": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "bash gate.sh"}]}]}}
    ```

Good:
    ```json
    {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "bash gate.sh"}]}]}}
    ```

Reproduce:
    `failshut matrix --format text`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.rule import NOTE, PEDANTIC, Finding, Rule, on

RULE = Rule("matcher-ignored", "not-loaded", NOTE, persona=PEDANTIC)
WITHOUT = ("prompt", "turn", "stop", "idle", "batch")
"""Tables of events without anything to match."""
EVERYTHING = ("", "*", ".*")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a matcher on such an event."""
    if hook.table not in WITHOUT or not isinstance(hook.matcher, str) or hook.matcher.strip() in EVERYTHING:
        return
    if "Subagent" in hook.event or "subagent" in hook.event or not hook.native:
        return
    node = (
        hook.document.root.at(hook.where.rpartition(".hooks[")[0] or hook.where)
        if hook.document.root
        else None
    )
    found = (node.members.get("matcher") if node else None) or hook.node.members.get("matcher")
    yield on(
        hook,
        RULE,
        f"{hook.event} has nothing to compare a matcher with: the hook runs each time",
        "Take the matcher out, and look in the script.",
        span=found.span if found else None,
        cell=f"{hook.host}/facts/matcher",
    )
