"""Find a judge that is told what to do instead of asked whether a condition holds.

"Block commands that…" was judged the wrong way round before Claude Code 2.1.294; on Stop and SubagentStop an order is still
less likely to be read as meant.

Why:
    The answer field says whether something is `ok`; an order has no truth value.  Evidence: the cell about the wording.

Bad:
    ```json
    {"prompt": "Block commands that delete data."}
    ```

Good:
    ```json
    {"prompt": "Does this command leave all data as it is? Answer {\"ok\": …}"}
    ```

Reproduce:
    `failshut simulate claude-code --wiring '{"type": "prompt", "prompt": "x"}' --stdout '{"ok": false, "reason": "no"}'`
"""

import re
from collections.abc import Iterator

from failshut.interpret.versions import holds
from failshut.lint.hook import Hook
from failshut.lint.rule import NOTE, WARNING, Finding, Rule, on

RULE = Rule("judge-imperative", "judged", WARNING)
ORDER = re.compile(
    r"^\s*(?:please\s+)?(?:you (?:must|should)\s+)?(?:block|deny|refuse|reject|prevent|stop|disallow|forbid|allow|approve|carry on|continue|don'?t|do not|never)\b",
    re.I,
)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield an order, where the host's version or the event misreads it."""
    prompt = hook.wiring.get("prompt")
    if hook.type not in ("prompt", "agent") or not isinstance(prompt, str) or not ORDER.match(prompt):
        return
    version = hook.root.version(hook.host) or hook.contract.version
    old, turn = holds("<2.1.294", version), hook.table == "turn"
    if not (old or turn) or hook.host != "claude-code":
        return
    yield on(
        hook,
        RULE,
        "is an order, not a condition: "
        + (
            "this version judges it the wrong way round"
            if old
            else "at the end of a turn it is read as meant less often"
        ),
        "Ask whether a condition holds, and spell out the JSON for yes and no.",
        keys=("prompt",),
        cell="claude-code/pre-tool/prompt-wording",
        severity=WARNING if old else NOTE,
    )
