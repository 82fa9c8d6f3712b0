"""Find a refusal by `continue: false`.

It stops the whole turn where it is known at all, and the model is told nothing: it can't do better next time.

Why:
    Claude Code and Gemini stop, others ignore the key and run the call.  Evidence: the outcome of this very answer.

Bad:
    ```sh
    echo '{"continue":false,"stopReason":"no force"}'
    ```

Good:
    ```sh
    echo '{"decision":"block","reason":"Push to a new branch instead."}'
    ```

Reproduce:
    `failshut simulate codex --stdout '{"continue":false,"stopReason":"no"}'`

Exceptions:
    Where it is the only thing that stops (Codex PreCompact, TeammateIdle).
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.intent import denies, objects
from failshut.lint.outcome import of_answer, opens
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on

RULE = Rule("continue-false-refusal", "cannot-block", WARNING)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each stop that stands for a refusal before a tool."""
    if not hook.before_tools or not hook.guards:
        return
    for answer in hook.answers:
        values = objects(answer.stdout.strip())
        stopping = any(isinstance(one, dict) and one.get("continue") is False for one in values)
        if not stopping or any(denies(part) for part in _without_stop(values)):
            continue
        outcome = of_answer(hook, answer)
        if outcome is None:
            continue
        ignored = opens(outcome)
        yield on(
            hook,
            RULE,
            "`continue: false` "
            + (
                "isn't known here: the call runs"
                if ignored
                else "ends the turn, and the model isn't told why"
            ),
            "Print the host's deny JSON with a reason.",
            span=answer.said or answer.span,
            document=answer.document,
            cell=outcome.cell,
            severity=ERROR if ignored else WARNING,
        )


def _without_stop(values: list[object]) -> Iterator[str]:
    import json

    for one in values:
        if isinstance(one, dict):
            yield json.dumps({key: value for key, value in one.items() if key != "continue"})
