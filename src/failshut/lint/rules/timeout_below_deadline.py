"""Find a guard whose own deadline is longer than the host's timeout.

`timeout 30`, `curl --max-time 30`, `signal.alarm(30)`, a `sleep` in a watchdog: the guard would answer in time by
its own clock, and the host has ended it before.

Why:
    The shorter clock counts, and it lets the call run.  Evidence: the outcome of a timeout with this entry.

Bad:
    ```json
    {"type": "command", "command": "timeout 30 bash guard.sh", "timeout": 10}
    ```

Good:
    ```json
    {"type": "command", "command": "timeout 5 bash guard.sh || exit 2", "timeout": 10}
    ```

Reproduce:
    `failshut simulate claude-code --timed-out`
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint import times
from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import MEDIUM, SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("timeout-below-deadline", "opens", WARNING, SCRIPT, MEDIUM)
CLOCKS = (
    (re.compile(r"(?:^|[\s;&|(])timeout\s+(?:-\S+\s+)*(\d+(?:\.\d+)?)(s|m)?\s"), 1.0),
    (re.compile(r"--(?:max-time|connect-timeout)[= ](\d+(?:\.\d+)?)()"), 1.0),
    (re.compile(r"signal\.(?:alarm|setitimer)\((?:\s*signal\.ITIMER_REAL\s*,)?\s*(\d+(?:\.\d+)?)()"), 1.0),
    (re.compile(r"\b(?:requests|httpx)\.\w+\([^\n]*\btimeout\s*=\s*(\d+(?:\.\d+)?)()"), 1.0),
    (re.compile(r"\burlopen\([^\n]*\btimeout\s*=\s*(\d+(?:\.\d+)?)()"), 1.0),
    (re.compile(r"\bsubprocess\.\w+\([^\n]*\btimeout\s*=\s*(\d+(?:\.\d+)?)()"), 1.0),
    (re.compile(r"AbortSignal\.timeout\((\d+)()\)"), 0.001),
    (re.compile(r"\(\s*sleep\s+\"?(?:\$\{\w+:-)?(\d+(?:\.\d+)?)()\}?\"?\s*;\s*kill"), 1.0),
)
"""Clocks that people set, and the seconds in their unit."""


def check(use: Use) -> Iterator[Finding]:
    """Yield each clock of a guard that isn't shorter than the host's."""
    for pattern, unit in CLOCKS:
        for found in pattern.finditer(use.text.text):
            seconds = float(found[1]) * unit * (60 if found[2] == "m" else 1)
            for hook in use.guards:
                outcome = of_run(hook, Run(None, timed_out=True))
                if seconds < times.seconds(hook) or not hook.before_tools or not opens(outcome):
                    continue
                place = Span(found.start(1), found.end(1))
                yield on(
                    hook,
                    RULE,
                    f"its own clock of {seconds:g} s ends after the host's of {times.seconds(hook):g} s: the call runs",
                    "Make it clearly shorter than the host's timeout.",
                    span=use.text.span(place),
                    document=use.text.document,
                    cell=outcome.cell,
                )
