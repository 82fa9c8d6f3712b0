"""Find a prompt hook before tools whose no ends the turn without telling the model.

Without `continueOnBlock: true` a no stops the turn; the model never reads the reason and can't do better.

Why:
    Evidence: the outcome of `ok: false` with this entry.

Bad:
    ```json
    {"type": "prompt", "prompt": "…"}
    ```

Good:
    ```json
    {"type": "prompt", "prompt": "…", "continueOnBlock": true}
    ```

Reproduce:
    `failshut simulate claude-code --wiring '{"type": "prompt", "prompt": "x"}' --stdout '{"ok": false, "reason": "no"}'`
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.edits import put
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run
from failshut.lint.rule import NOTE, UNSAFE, Edit, Finding, Rule, on

RULE = Rule("judge-ends-turn", "judged", NOTE, fix=UNSAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a prompt hook before tools whose no is stopped, not blocked."""
    if hook.type != "prompt" or not hook.before_tools or not hook.native:
        return
    outcome = of_run(hook, Run(None, stdout='{"ok": false, "reason": "no"}'))
    if outcome.effect == "stopped" and outcome.model_text is None:
        yield on(
            hook,
            RULE,
            "a no ends the turn, and the model doesn't read why",
            'Add `"continueOnBlock": true`.',
            keys=("prompt",),
            cell=outcome.cell,
            edits=_edits(hook),
        )


def _edits(hook: Hook) -> list[Edit]:
    from failshut.lint.document import Span

    found = hook.node.members.get("prompt")
    if found is None or hook.document.kind != "json" or "continueOnBlock" in hook.wiring:
        return put(hook, "continueOnBlock", True) if "continueOnBlock" in hook.wiring else []
    return [Edit(hook.document, Span(found.span.end, found.span.end), ', "continueOnBlock": true')]
