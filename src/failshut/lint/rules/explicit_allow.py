"""Find a guard that answers "allow" to every call it doesn't refuse.

An explicit allow isn't "no opinion": on Claude Code it skips the person's question, on Copilot also later hooks and
deny rules. The guard has become the one that approves everything.

Why:
    Evidence: the contract's cell about permissions, and the outcome of an allow.

Bad:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'; exit 0
    ```

Good:
    ```sh
    exit 0
    ```

Reproduce:
    `failshut simulate copilot --stdout '{"permissionDecision":"allow"}'`

Exceptions:
    Cursor with `failClosed`, and Antigravity, want a word: there `allow` is the answer.
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import Hook
from failshut.lint.intent import allows
from failshut.lint.outcome import filled, of_run, opens
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("explicit-allow", "dangerous", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield the allow with which a guard before tools ends when nothing speaks against a call."""
    if not hook.guards or not hook.before_tools or hook.host in ("cursor", "antigravity"):
        return
    cell = hook.cell("answers")
    forms = cell.value if cell is not None and isinstance(cell.value, dict) else {}
    if "allow" not in forms:
        return
    for answer in hook.answers:
        if answer.exit != 0 or not allows(answer.stdout) or answer.open:
            continue
        outcome = of_run(hook, Run(0, stdout=filled(answer.stdout)))
        if opens(outcome) and outcome.cell.rpartition("/")[2] not in (
            "no-opinion",
            "failed",
            "failed-open",
            "failed-quiet",
        ):
            yield on(
                hook,
                RULE,
                "allows what it doesn't refuse: questions, and on some hosts deny rules, are skipped for every call",
                "Print nothing and end with exit 0.",
                span=answer.said or answer.span,
                document=answer.document,
                cell=outcome.cell,
            )
