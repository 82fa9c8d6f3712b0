"""Find a guard that refuses with an exit code that the host takes for an accident.

A guard prints why the call is refused and ends with exit 1 (or another code than 2): most hosts log a
failed hook and run the call.

Why:
    Exit 1 is "the hook is broken".  Claude Code, Codex, Gemini and Kimi go on without it; Copilot refuses
    before tools, without the words.  Evidence: the outcome of this very answer, by the host's contract.

Bad:
    ```sh
    echo "Blocked: production is read-only" >&2
    exit 1
    ```

Good:
    ```sh
    echo "Production is read-only. Run it against staging." >&2
    exit 2
    ```

Reproduce:
    `failshut simulate claude-code --exit 1 --stderr "Blocked: production is read-only"`
"""

from collections.abc import Iterator

from failshut.lint.answers import CHECK
from failshut.lint.hook import Hook
from failshut.lint.intent import refusing
from failshut.lint.outcome import of_answer, opens
from failshut.lint.rule import ERROR, SAFE, Edit, Finding, Rule, on

RULE = Rule("exit-one-refusal", "quiet", ERROR, fix=SAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal in words whose exit code, neither 0 nor 2, lets the call run."""
    for answer in hook.answers if hook.guards else ():
        if answer.why != CHECK or answer.exit in (0, 2, None) or not refusing(answer):
            continue
        outcome = of_answer(hook, answer)
        if not opens(outcome) or outcome is None:
            continue
        quoted = answer.document.quote(answer.span)
        code = str(answer.exit)
        edits = (
            [Edit(answer.document, answer.span, quoted.replace(code, "2"))]
            if quoted.count(code) == 1
            else []
        )
        yield on(
            hook,
            RULE,
            f"refuses with exit {code}, which counts as a broken hook: the call runs",
            "End with exit 2.",
            span=answer.span,
            document=answer.document,
            cell=outcome.cell,
            edits=edits,
        )
