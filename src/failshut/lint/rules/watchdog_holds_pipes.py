"""Find a watchdog in the background that keeps the hook's pipes open.

`( sleep 10; kill $pid ) &` inherits stdout: when the guard has ended early and the subshell is killed, its `sleep`
lives on and holds the pipe.  Hosts that read to the end of the stream wait for it with every call, some until
their timeout, and then the call runs.

Why:
    `kill` ends the subshell, not the `sleep` that it waits for.  Evidence: the cell that says whether the host waits
    for the pipes, and the outcome of a run whose child holds them past the timeout.

Bad:
    ```sh
    ( sleep 10; kill "$pid" ) &
    ```

Good:
    ```sh
    ( sleep 10; kill "$pid" ) </dev/null >/dev/null 2>&1 &
    ```

Reproduce:
    `failshut simulate copilot --holds-pipe`
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import ERROR, SAFE, SCRIPT, WARNING, Edit, Finding, Rule, on

RULE = Rule("watchdog-holds-pipes", "opens", ERROR, SCRIPT, fix=SAFE)
WATCH = re.compile(
    r"(?:\([^()\n]*\bsleep\b[^()]*?\)|\{[^{}\n]*\bsleep\b[^{}]*?\})(?P<to>(?:[^&;\n]|>&\d|&>)*)&(?![&>\d])"
)
CLOSED = re.compile(r">\s*/dev/null.*2>&1|&>\s*/dev/null|>&-.*2>&-")
WHERE = " </dev/null >/dev/null 2>&1 "


def check(use: Use) -> Iterator[Finding]:
    """Yield each background `sleep` that keeps stdout or stderr."""
    text = use.text
    if text.language != "sh" or text.within:
        return
    for found in WATCH.finditer(text.text):
        if CLOSED.search(found["to"]) or CLOSED.search(found[0]):
            continue
        for hook in use.hooks:
            name = "spawn/waits-for-pipes"
            waits = hook.contract.has(name) and hook.contract.cell(name).value is True
            outcome = of_run(hook, Run(0, timed_out=True, holds_pipe=True))
            if not waits:
                continue
            late = "and past the timeout the call runs" if opens(outcome) else "up to its timeout"
            place = Span(found.start("to"), found.end("to"))
            yield on(
                hook,
                RULE,
                f"keeps the hook's stdout open: the host waits for it with every call, {late}",
                "Send its streams to /dev/null.",
                span=Span(found.start(), found.end()),
                document=text.document,
                cell=f"{hook.host}/{name}",
                severity=ERROR if opens(outcome) and hook.guards else WARNING,
                edits=[Edit(text.document, place, WHERE)],
            )
