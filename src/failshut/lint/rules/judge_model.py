"""Find a judge without a pinned model.

Without `model` the host's own choice for background work judges, and it changes with releases and settings.

Why:
    A verdict that was tested yesterday is another model's tomorrow.  Evidence: the documents on prompt hooks.

Bad:
    ```json
    {"type": "prompt", "prompt": "…"}
    ```

Good:
    ```json
    {"type": "prompt", "prompt": "…", "model": "claude-haiku-4-5"}
    ```

Reproduce:
    `failshut simulate claude-code --wiring '{"type": "prompt", "prompt": "x"}' --stdout '{"ok": false, "reason": "no"}'`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.rule import NOTE, PEDANTIC, Finding, Rule, on

RULE = Rule("judge-model", "judged", NOTE, persona=PEDANTIC)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a judge of a guard or gate without `model`."""
    if hook.type in ("prompt", "agent") and not hook.wiring.get("model") and hook.native and hook.table:
        yield on(
            hook,
            RULE,
            "no model is named: the verdict is whatever model the host uses that day",
            'Name one: `"model": "…"`, and one that the settings allow.',
            keys=("prompt",),
        )
