"""Find a hook at the end of a turn that can send the agent back for ever.

It answers "go on" and never looks at `stop_hook_active`: where the host has no cap, a check that the agent can't
satisfy costs tokens until somebody looks.

Why:
    Claude Code and Copilot stop after eight times; Codex and Gemini don't count; Cursor counts unless `loop_limit` is
    null.  Evidence: the cell about the cap.

Bad:
    ```sh
    npm test || exit 2
    ```

Good:
    ```sh
    [ "$(jq -r .stop_hook_active)" = true ] && exit 0; npm test || exit 2
    ```

Reproduce:
    `failshut simulate codex Stop --exit 2 --stderr "Mend the tests."`

Exceptions:
    A script with a marker or a counter of its own.
"""

import re
from collections.abc import Iterator

from failshut.lint.hook import GATE, Hook
from failshut.lint.intent import refuses
from failshut.lint.rule import NOTE, WARNING, Finding, Rule, on

RULE = Rule("endless-stop-hook", "closed", WARNING)
LOOKS = re.compile(
    r"stop_hook_active|stopHookActive|loop_count|\bcount|\battempt|\btries|\bretries|marker|sentinel|touch\b|flag_?file|\.lock|-nt\b|mtime|state",
    re.I,
)
ROUTED = re.compile(r"(?:from|require\(|import\()\s*[\"']\.|^\s*from \.|^\s*(?:source|\.) ", re.M)
"""Files of its own that may do the counting."""
NONE = re.compile(r"^(?:None|No cap|no cap|none|Not capped)", re.I)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a gate that sends the agent back without looking how often it has."""
    if hook.role != GATE or hook.type != "command" or not hook.event.lower().endswith("stop"):
        return
    cap = hook.contract.cell("facts/loop-cap")
    endless = bool(NONE.search(str(cap.value))) or (
        "loop_limit" in hook.wiring and hook.wiring["loop_limit"] is None
    )
    whole = "\n".join(text.text for text in hook.texts)
    if LOOKS.search(whole) or ROUTED.search(whole):
        return
    for answer in [one for one in hook.answers if refuses(one)][:1]:
        yield on(
            hook,
            RULE,
            "sends the agent back without looking at `stop_hook_active`"
            + (", and this host never ends that" if endless else ""),
            "Let it pass when `stop_hook_active` is true, or count, and say so.",
            span=answer.span,
            document=answer.document,
            cell="" if cap is None else cap.id,
            severity=WARNING if endless else NOTE,
        )
