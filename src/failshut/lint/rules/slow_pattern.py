"""Find a regular expression that can take for ever.

A repetition inside a repetition (`(a+)+`) tries every way to divide a text: thirty characters hold the guard
for half a minute, and the host's timeout lets the call run.  The text is what the agent writes.

Why:
    Measured: `(a+)+$` on 29 characters took 28.8 s with Python's `re`.  Evidence: the outcome of a timeout.

Bad:
    ```python
    re.search(r"(\\s*rm\\s*)+-rf", command)
    ```

Good:
    ```python
    re.search(r"\\brm\\s+-rf", command)
    ```

Reproduce:
    `failshut simulate claude-code --timed-out`
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.interpret.matching import NESTED
from failshut.lint.engine import Use
from failshut.lint.outcome import of_run, opens
from failshut.lint.patterns import patterns
from failshut.lint.rule import MEDIUM, SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("slow-pattern", "opens", WARNING, SCRIPT, MEDIUM)
BACKTRACKS = ("python", "javascript")
UNBOUNDED = re.compile(r"\((?:\?:)?[^()|]*[*+][^()|]*\)[*+]")
FIRM = re.compile(r"\((?:\?:)?(?:[^()|]*[^\\.)\]*+?{}()|\\s][^()|]*|[^()|]*\\[.\-/][^()|]*)\)[*+]$")

APART = re.compile(
    r"(?:\[\^\\s\]|\\S)[+*]\\s\+|\\s\+(?:\[\^\\s\]|\\S)\+|\[\^(\W)\][+*]\1\+?|\\w[+*]\\s\+|\\d[+*]\\s\+"
)
"""Two classes without a sign in common, one behind the other."""


def check(use: Use) -> Iterator[Finding]:
    """Yield each nested repetition without anything firm between its turns."""
    if use.text.language not in BACKTRACKS:
        return
    for found in patterns(use.text):
        nested = UNBOUNDED.search(found.text)
        if nested is None or not NESTED.search(found.text) or _firm(nested[0]):
            continue
        for hook in use.guards:
            outcome = of_run(hook, Run(None, timed_out=True))
            if hook.before_tools and opens(outcome):
                yield on(
                    hook,
                    RULE,
                    f"`{nested[0]}` repeats a repetition: a short text can hold the guard past the timeout",
                    "Write it without the inner or the outer repetition.",
                    span=found.span,
                    document=use.text.document,
                    cell=outcome.cell,
                )


def _firm(group: str) -> bool:
    """Say whether each turn of the group must take a certain character that its repetition doesn't."""
    inner = group[:-1].strip("()").removeprefix("?:")
    if APART.fullmatch(inner):
        return True
    plain = re.sub(r"\[[^\]]*\][*+]?|\\[swdSWD][*+]?|\.[*+]|\w[*+]|\(\?:", "", inner)
    return bool(re.search(r"\\?[^\\\s*+?()|\[\]{}]", plain))
