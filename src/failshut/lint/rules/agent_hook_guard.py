"""Find an agent hook that stands in front of a tool.

Agent hooks are experimental, start a sub-agent for each call and need up to a minute.

Why:
    The vendor tells production workflows to prefer command hooks.

Bad:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "agent", "prompt": "…"}]}]}}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "bash guard.sh"}]}]}}
    ```

Reproduce:
    `failshut simulate claude-code --wiring '{"type": "prompt", "prompt": "x"}' --stdout '{"ok": false, "reason": "no"}'`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.rule import WARNING, Finding, Rule, on

RULE = Rule("agent-hook-guard", "judged", WARNING)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield an agent hook before tools."""
    if hook.type == "agent" and hook.before_tools and hook.native and not hook.dropped:
        yield on(
            hook,
            RULE,
            "starts a sub-agent for each call, and its verdict is a model's",
            "Write a command hook; keep the agent hook for the end of a turn.",
            keys=("type",),
        )
