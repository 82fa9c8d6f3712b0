"""Find a switch against failing hooks that the script itself undoes.

The entry says `onFailure: "block"` or `failClosed: true`; the script answers exit 0, or "allow", where it can't
tell: for the host nothing has failed.

Why:
    The switch sees exit codes and unusable answers, not a wrong exit 0.  Evidence: the outcome of this very answer
    with the switch.

Bad:
    ```sh
    cmd=$(jq -r .tool_input.command 2>/dev/null || true)
    [ -z "$cmd" ] && exit 0
    ```

Good:
    ```sh
    cmd=$(jq -er .tool_input.command) || exit 1
    ```

Reproduce:
    `failshut drill --hosts claude-code --entry '{"onFailure": "block"}' -- bash guard.sh`
"""

from collections.abc import Iterator
from dataclasses import replace

from failshut.interpret import Run
from failshut.lint.answers import ERROR as BROKE
from failshut.lint.answers import MISSING, UNREADABLE
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_answer, of_run, opens, stops
from failshut.lint.rule import PEDANTIC, WARNING, Finding, Rule, on

RULE = Rule("fail-closed-undone", "opens", WARNING, persona=PEDANTIC)
SWITCHES = ("onFailure", "failClosed")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield the switch of a guard whose script answers a failure with a pass."""
    keys = [key for key in SWITCHES if key in hook.wiring]
    if not keys or not hook.guards:
        return
    plain = replace(hook, wiring={key: value for key, value in hook.wiring.items() if key not in SWITCHES})
    if not stops(of_run(hook, Run(1))) or not opens(of_run(plain, Run(1))):
        return
    undoing = [
        (answer, outcome)
        for answer in hook.answers
        if answer.why in (MISSING, UNREADABLE, BROKE)
        and opens(outcome := of_answer(hook, answer))
        and outcome is not None
    ]
    for answer, outcome in undoing[:1]:
        line, _ = answer.document.place(answer.span.start)
        yield on(
            hook,
            RULE,
            f"`{keys[0]}` is undone in {answer.document.path}, line {line}: a failure ends there as if all were well",
            "Let the script end with another code than 0 where it can't tell.",
            span=hook.key_span(keys[0]),
            cell=outcome.cell,
        )
