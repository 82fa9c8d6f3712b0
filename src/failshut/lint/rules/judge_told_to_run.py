"""Find a judge that is told to run something.

A prompt hook is one question to a model without tools: "run the tests and answer ok if they pass" is answered without
any test.

Why:
    The answer is made up, and counts.  Evidence: the documents on prompt hooks.

Bad:
    ```json
    {"type": "prompt", "prompt": "Run npm test. Answer ok if it passes."}
    ```

Good:
    ```json
    {"type": "command", "command": "npm test || exit 2"}
    ```

Reproduce:
    `failshut simulate claude-code Stop --wiring '{"type": "prompt", "prompt": "x"}' --stdout '{"ok": true}'`
"""

import re
from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("judge-told-to-run", "judged", ERROR)
RUNS = re.compile(
    r"\b(?:run|execute|invoke)\b[^.\n]{0,30}\b(?:npm|pnpm|yarn|pytest|cargo|go test|make|tests?|lint(?:er)?|eslint|tsc|build|git (?:status|diff)|commands?)\b",
    re.I,
)
NOT = re.compile(
    r"\b(?:has|have|had|been|was|were|did|does|do not|don't|without|before|after)\b[^.\n]{0,20}$", re.I
)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a prompt that asks a model without tools to run something."""
    prompt = hook.wiring.get("prompt")
    found = RUNS.search(prompt) if hook.type == "prompt" and isinstance(prompt, str) else None
    if found is not None and isinstance(prompt, str) and not NOT.search(prompt[: found.start()]):
        yield on(
            hook,
            RULE,
            "asks a model without tools to run something: its answer is made up",
            "Run it in a command hook; ask the judge about what it is shown only.",
            keys=("prompt",),
        )
