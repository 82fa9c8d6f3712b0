"""Find a boundary that only a model's opinion holds.

A prompt or agent hook before tools, and no command hook or permission rule beside it: the verdict moves with wording,
with the model and with the text that the agent wrote; when the judge fails, the call runs.

Why:
    A garbage answer, an API error and a timeout let the call run, and no switch closes a prompt hook.  Evidence: the outcome of
    a failed judge.

Bad:
    ```json
    {"type": "prompt", "prompt": "Block destructive commands."}
    ```

Good:
    ```json
    a command hook or a deny rule for what must never happen, and the judge for the rest
    ```

Reproduce:
    `failshut simulate claude-code --wiring '{"type": "prompt", "prompt": "x"}' --stdout '{"ok": false, "reason": "no"}'`
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.project import Root
from failshut.lint.rule import ROOT, WARNING, Finding, Rule, on

RULE = Rule("judge-alone", "judged", WARNING, ROOT)


def check(root: Root) -> Iterator[Finding]:
    """Yield each judge before tools on a host without a deterministic guard."""
    for hook in root.hooks:
        if hook.type not in ("prompt", "agent") or not hook.before_tools or hook.dropped or not hook.used:
            continue
        if _held(root, hook):
            continue
        outcome = of_run(hook, Run(None, timed_out=True))
        if opens(outcome):
            yield on(
                hook,
                RULE,
                "is the only control here, and a model's opinion: it opens when it errs, fails or is talked round",
                "Write a command hook or a deny rule for what must never happen.",
                keys=("prompt",),
                cell=outcome.cell,
            )


def _held(root: Root, judge: Hook) -> bool:
    guards = (
        hook
        for hook in root.hooks
        if hook.host == judge.host and hook.type in ("command", "http", "mcp_tool")
    )
    if any(hook.guards and hook.before_tools and not hook.dropped for hook in guards):
        return True
    documents = root.files(judge.host).values()
    rules = (one.root.get("permissions", "deny") for one in documents if one.root)
    return any(node is not None and node.items for node in rules)
