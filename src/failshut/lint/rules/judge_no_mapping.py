"""Find a judge whose prompt doesn't say which JSON stands for yes and which for no.

The host adds its own instructions; a prompt that says "block" while the field says `ok` leaves the polarity to the model.

Why:
    Format alone moved accuracy by up to 76 points in a study that the seeds cite; here it decides whether a call runs.

Bad:
    ```json
    {"prompt": "Check this command for danger."}
    ```

Good:
    ```json
    {"prompt": "… Answer {\"ok\": true} when it may run, {\"ok\": false, \"reason\": \"…\"} when not."}
    ```

Reproduce:
    `failshut simulate claude-code --wiring '{"type": "prompt", "prompt": "x"}' --stdout '{"ok": false, "reason": "no"}'`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.rule import NOTE, PEDANTIC, Finding, Rule, on

RULE = Rule("judge-no-mapping", "judged", NOTE, persona=PEDANTIC)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a prompt without the answer's field in it."""
    prompt = hook.wiring.get("prompt")
    if (
        hook.type in ("prompt", "agent")
        and isinstance(prompt, str)
        and hook.native
        and '"ok"' not in prompt
        and "'ok'" not in prompt
    ):
        yield on(
            hook,
            RULE,
            "doesn't spell out the JSON of a yes and of a no",
            'Add: Answer {"ok": true} when …, {"ok": false, "reason": …} when not.',
            keys=("prompt",),
        )
