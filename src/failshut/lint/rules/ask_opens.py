"""Find a guard that asks where nobody is asked.

`ask` and `defer` hand the decision to the host: some hosts don't know the word and run the call, others answer
it themselves in the modes without questions.

Why:
    Codex and Kimi count `ask` as a failed hook or as no opinion; Antigravity and Copilot run it when permissions are skipped.
    Evidence: the outcome of this very answer.

Bad:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'   # on Codex
    ```

Good:
    ```sh
    echo "Ask the person to run this." >&2; exit 2
    ```

Reproduce:
    `failshut simulate codex --stdout '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`
"""

from collections.abc import Iterator

from failshut.lint.answers import Answer
from failshut.lint.hook import Hook
from failshut.lint.intent import asks, decisions, objects
from failshut.lint.outcome import of_answer, opens
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("ask-opens", "cannot-block", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each ask after which the call runs without a question."""
    if not hook.before_tools:
        return
    asking = [answer for answer in hook.answers if answer.exit is not None and asks(answer.stdout)]
    right = {one.document.path for one in asking if not opens(of_answer(hook, one))}
    for answer in asking:
        outcome = of_answer(hook, answer)
        if answer.document.path in right or outcome is None or outcome.effect == "ended":
            continue
        if opens(outcome):
            yield on(
                hook,
                RULE,
                f"answers {word(answer)}, which this host doesn't know: the call runs without a question",
                "Refuse, and say in the reason what a person has to do.",
                span=answer.said or answer.span,
                document=answer.document,
                cell=outcome.cell,
            )


def word(answer: Answer) -> str:
    """Return the word with which an answer leaves the decision to others."""
    found = [one for value in objects(answer.stdout.strip()) for _, one in decisions(value)]
    return next((f"`{one}`" for one in found if isinstance(one, str)), "`ask`")
