"""Find an answer that gives a reason and no decision.

`{"reason": "…"}` alone is no refusal: Copilot asks, and asks nobody when all tools are allowed; the others run the call.

Why:
    Without the word the host has nothing to do.  Evidence: the outcome of this very answer.

Bad:
    ```sh
    echo '{"reason":"Push to a new branch instead."}'
    ```

Good:
    ```sh
    echo '{"decision":"block","reason":"Push to a new branch instead."}'
    ```

Reproduce:
    `failshut simulate claude-code --stdout '{"reason":"no"}'`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.intent import decisions
from failshut.lint.outcome import of_answer, stops
from failshut.lint.rule import ERROR, Finding, Rule, on
from failshut.lint.shapes import REASONS, parts

RULE = Rule("reason-without-decision", "quiet", ERROR)
OTHERS = ("additionalcontext", "systemmessage", "updatedinput", "modifiedargs")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each JSON answer before tools that holds a reason, and no word that decides."""
    if not hook.before_tools or not hook.guards:
        return
    for answer in hook.answers:
        values = [one for one in parts(answer.stdout)[1] if isinstance(one, dict)]
        if answer.exit != 0 or len(values) != 1 or decisions(values[0]):
            continue
        inner = values[0].get("hookSpecificOutput")
        keys = {key.lower() for one in (values[0], inner) if isinstance(one, dict) for key in one}
        goes_on = values[0].get("continue") is True
        if goes_on or not keys & {*REASONS, "permissiondecisionreason"} or keys & {*OTHERS}:
            continue
        outcome = of_answer(hook, answer)
        if outcome is None or (stops(outcome) and outcome.effect != "asked"):
            continue
        yield on(
            hook,
            RULE,
            "gives a reason and no decision: nothing is refused",
            "Add the host's word for a refusal.",
            span=answer.said or answer.span,
            document=answer.document,
            cell=outcome.cell,
        )
