"""Find a guard whose own deadline can't end it.

A `trap` on a signal runs after the foreground command has ended; a Python signal handler and a watchdog thread
wait for the interpreter: a stalled read or a slow regular expression outlasts them, and the host's timeout
lets the call run.

Why:
    Measured: the trap of a shell answers after its child, a handler after the C code that holds the interpreter.
    What holds is the kernel's own end of the process (`signal.setitimer` with the default action), or a child that
    the script waits for.  Evidence: the outcome of a timeout.

Bad:
    ```python
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(2))
    signal.alarm(5)
    ```

Good:
    ```python
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # an outer ring refuses when this process dies
    signal.setitimer(signal.ITIMER_REAL, 5)
    ```

Reproduce:
    `failshut drill --hosts claude-code --faults moments -- python3 guard.py`
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import MEDIUM, PEDANTIC, SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("deadline-not-kept", "opens", WARNING, SCRIPT, MEDIUM, PEDANTIC)
KINDS = {
    "python": re.compile(
        r"signal\.signal\(\s*signal\.SIGALRM\s*,\s*(?!signal\.SIG_DFL)[^)\n]*|threading\.(?:Timer|Thread)\([^)\n]*(?:exit|timeout|watchdog)[^)\n]*"
    ),
    "sh": re.compile(r"^[ \t]*trap\s+[^\n]*\b(?:SIG)?(?:ALRM|USR1|USR2)\b[^\n]*", re.M),
}


def check(use: Use) -> Iterator[Finding]:
    """Yield each handler or thread that is to end a guard in time."""
    pattern = KINDS.get(use.text.language)
    found = pattern.search(use.text.text) if pattern and not use.text.within else None
    if found is None:
        return
    if use.text.language == "sh" and re.search(r"^[ \t]*wait\b", use.text.text, re.M):
        return  # a signal ends `wait`
    for hook in use.guards:
        outcome = of_run(hook, Run(None, timed_out=True))
        if hook.before_tools and opens(outcome):
            yield on(
                hook,
                RULE,
                "a handler or thread can't end the guard while it waits or computes: the host's timeout comes first",
                "Let the kernel end the process (default action of SIGALRM), and a ring around it refuse.",
                span=Span(found.start(), found.end()),
                document=use.text.document,
                cell=outcome.cell,
            )
