"""Find a guard whose empty answer its host takes for a refusal.

Antigravity reads `{}` as a refusal without words, Cursor nothing at all where `failClosed` is set: a guard that
answers so when a call may pass refuses all of them.

Why:
    Elsewhere silence is "no opinion".  Evidence: the outcome of this very answer.

Bad:
    ```sh
    echo '{}'; exit 0
    ```

Good:
    ```sh
    echo '{"decision":"allow"}'; exit 0
    ```

Reproduce:
    `failshut simulate antigravity --stdout '{}'`
"""

from collections.abc import Iterator

from failshut.drill.payloads import pre_tool_event
from failshut.lint.answers import END
from failshut.lint.hook import Hook
from failshut.lint.intent import refuses
from failshut.lint.outcome import of_answer, stops
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on

RULE = Rule("silence-refused", "closed", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield the plain end of a guard that its host takes for a refusal."""
    if (
        not hook.before_tools
        or hook.type != "command"
        or not hook.native
        or hook.event != pre_tool_event(hook.host)
    ):
        return
    ends = [one for one in hook.answers if one.exit == 0 and not refuses(one) and not one.open]
    passing = [one for one in ends if not stops(of_answer(hook, one))]
    for answer in ends if not passing else ():
        outcome = of_answer(hook, answer)
        if (
            answer.stdout.strip() not in ("", "{}")
            or outcome is None
            or (answer.why != END and len(ends) > 1)
        ):
            continue
        yield on(
            hook,
            RULE,
            "says nothing when a call may pass: this host refuses it then",
            "Print the host's own allow, such as `failshut matrix` shows it.",
            span=answer.span,
            document=answer.document,
            cell=outcome.cell,
            severity=ERROR if outcome.evidence == "measured" else WARNING,
        )
