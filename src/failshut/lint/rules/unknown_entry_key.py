"""Find a key that its host ignores, and that the author relies on.

`timeoutSec` on Claude Code and Cursor, `timeout_ms`, `blocking`, `matchers`, `tools`: nothing complains, and nothing
changes.

Why:
    Most hosts take unknown keys in silence.  Evidence: the cell about mistakes without effect.

Bad:
    ```json
    {"type": "command", "command": "bash guard.sh", "timeoutSec": 10}   // Claude Code
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh", "timeout": 10}
    ```

Reproduce:
    `failshut drill --hosts claude-code --entry '{"timeoutSec": 1}' -- sleep 5`
"""

from collections.abc import Iterator

from failshut.lint import times
from failshut.lint.hook import Hook
from failshut.lint.rule import WARNING, Finding, Rule, on

RULE = Rule("unknown-entry-key", "opens", WARNING)
MEANT = {
    "timeoutSec": "timeout", "timeout_ms": "timeout", "timeoutMs": "timeout", "timeout_seconds": "timeout",
    "blocking": "", "block": "", "matchers": "matcher", "tools": "matcher", "toolNames": "matcher", "failOpen": "",
    "fail_open": "", "required": "", "enforce": "",
}  # fmt: skip
"""Keys that no host knows, or only another one → the key that is meant."""


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each such key of a guard."""
    if not hook.guards or not hook.native or hook.dropped:
        return
    for key, meant in MEANT.items():
        if key not in hook.wiring or key == times.key_of(hook.host) or (meant and meant in hook.wiring):
            continue
        right = times.key_of(hook.host) if meant == "timeout" else meant
        yield on(
            hook,
            RULE,
            f"`{key}` is a key that this host ignores",
            f"Write `{right}`."
            if right
            else "Take it out; see `failshut lint --explain no-failure-switch`.",
            span=hook.key_span(key),
            cell=f"{hook.host}/facts/accepted",
        )
