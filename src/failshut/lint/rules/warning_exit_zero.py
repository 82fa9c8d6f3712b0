"""Find a guard that prints its refusal and then ends with exit 0.

A guard says "blocked" and exits with 0 without a decision that the host reads: the call runs, and the
words go to a log, or nowhere.

Why:
    Exit 0 is "no objection".  Without a JSON decision on stdout every host runs the call; stderr is not
    shown to the model then.  Evidence: the outcome of this very answer, by the host's contract.

Bad:
    ```sh
    if [[ $cmd == *"push --force"* ]]; then
      echo "Blocked: never force-push. Use a new branch." >&2
      exit 0
    fi
    ```

Good:
    ```sh
    if [[ $cmd == *"push --force"* ]]; then
      echo "Force-pushing rewrites shared history. Push to a new branch instead." >&2
      exit 2
    fi
    ```

Reproduce:
    `failshut simulate claude-code --exit 0 --stderr "Blocked: never force-push."`

Exceptions:
    Formatters, loggers and notifiers may print what they like.
"""

from collections.abc import Iterator

from failshut.lint.answers import CHECK
from failshut.lint.hook import Hook
from failshut.lint.intent import warns
from failshut.lint.outcome import of_answer, opens
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("warning-exit-zero", "quiet", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal in words that ends with exit 0."""
    for answer in hook.answers if hook.guards else ():
        if answer.why != CHECK or answer.exit != 0 or not warns(answer):
            continue
        outcome = of_answer(hook, answer)
        if opens(outcome) and outcome is not None:
            yield on(
                hook,
                RULE,
                "prints a refusal and ends with exit 0: the call runs",
                "End with exit 2 and the words on stderr, or print the host's own deny JSON.",
                span=answer.said or answer.span,
                document=answer.document,
                cell=outcome.cell,
            )
