"""Find a guard that lets calls pass when it can't read what it is given.

An empty payload, JSON that doesn't parse, a field that isn't there: the script ends as if nothing were wrong.

Why:
    Hosts change their payloads, and a crash in front of the guard leaves it nothing to read.  Evidence: the outcome of
    this very answer.

Bad:
    ```sh
    [ -z "$cmd" ] && exit 0
    ```

Good:
    ```sh
    [ -n "$cmd" ] || { echo "The guard can't read this call." >&2; exit 2; }
    ```

Reproduce:
    `failshut drill --hosts claude-code -- bash .claude/hooks/guard.sh`

Exceptions:
    A test on the tool's name (`[ "$tool" = Bash ] || exit 0`) is no such ending.
"""

import re
from collections.abc import Iterator

from failshut.lint.answers import UNREADABLE
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_answer, opens
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on

RULE = Rule("unreadable-passes", "opens", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each such ending after which the call runs."""
    if not hook.guards or not hook.before_tools:
        return
    for answer in hook.answers:
        if answer.why != UNREADABLE:
            continue
        weight = _weight(answer.under)
        if not weight:
            continue
        outcome = of_answer(hook, answer)
        if opens(outcome) and outcome is not None:
            yield on(
                hook,
                RULE,
                "lets the call run when the payload can't be read",
                "Refuse what can't be read: words on stderr, exit 2. A tool without a command is told by its name.",
                span=answer.span,
                document=answer.document,
                cell=outcome.cell,
                severity=weight,
            )


EMPTY = re.compile(
    r"-z\s+\"?\$\{?(\w+)|\"?\$\{?(\w+)[^\n]*(?:=|==)\s*(?:\"\"|''|\"?null)|!\s*(\w+)\b|not\s+(\w+)\b"
)
"""A test that a value is empty."""
WHOLE = re.compile(r"input|payload|json|data|stdin|event|body|raw", re.I)
CALL = re.compile(r"cmd|command|path|file|content|tool", re.I)


def _weight(under: str) -> str:
    """Return the weight of a pass under a test: of the whole payload, or of the call's own field ("" = of neither)."""
    found = EMPTY.search(under)
    name = next((word for word in found.groups() if word), "") if found else ""
    if not name or WHOLE.search(name):
        return ERROR
    return WARNING if CALL.search(name) else ""
