"""Find a judged hook on an event that ignores its verdict.

A prompt hook on PermissionRequest or PermissionDenied looks like a guard; `ok: false` has no effect there, and agent hooks
are skipped.

Why:
    The host asks, or has refused already, whatever the model says.  Evidence: the outcome of `ok: false` on this event.

Bad:
    ```json
    {"hooks": {"PermissionRequest": [{"hooks": [{"type": "prompt", "prompt": "…"}]}]}}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "bash guard.sh"}]}]}}
    ```

Reproduce:
    `failshut simulate claude-code --wiring '{"type": "prompt", "prompt": "x"}' --stdout '{"ok": false, "reason": "no"}'`
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("judge-ignored", "judged", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a prompt or agent hook whose no changes nothing."""
    if hook.type not in ("prompt", "agent") or not hook.table or hook.dropped:
        return
    no = of_run(hook, Run(None, stdout='{"ok": false, "reason": "no"}'))
    yes = of_run(hook, Run(None, stdout='{"ok": true}'))
    same = no.effect == yes.effect and no.effect != "unknown" and hook.table in ("permission", "pre-tool")
    if same or hook.table == "permission-denied":
        yield on(
            hook,
            RULE,
            f"a judge's no has no effect on {hook.event}",
            "Write a command hook on the event before the tool.",
            keys=("type",),
            cell=no.cell,
        )
