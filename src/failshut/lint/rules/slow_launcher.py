"""Find a guard started by a package runner that may need longer than its timeout.

`npx`, `uvx`, `uv run`, `pnpm dlx` and `bunx` look for, download and unpack packages before the guard's
first line runs: the first call of the day is late, and passes.

Why:
    A timeout opens, and the network decides whether there is one.  Evidence: the outcome of a timeout with
    this entry.

Bad:
    ```json
    {"type": "command", "command": "npx -y my-guard check", "timeout": 10}
    ```

Good:
    ```json
    {"type": "command", "command": "node_modules/.bin/my-guard check", "timeout": 10, "onFailure": "block"}
    ```

Reproduce:
    `failshut drill --hosts claude-code --faults moments -- npx -y my-guard check`
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint import times
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import MEDIUM, WARNING, Finding, Rule, on

RULE = Rule("slow-launcher", "opens", WARNING, confidence=MEDIUM)
RUNNERS = re.compile(
    r"(?:^|[;&|(]\s*|\bexec\s+)(npx|uvx|bunx|pnpm dlx|pnpm exec|yarn dlx|npm exec|pipx run|uv run|uv tool run|deno run npm:)\b"
)
ENOUGH = 60
"""Seconds in which a package can be fetched, mostly."""


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a guard behind a package runner with less than ``ENOUGH`` seconds, when a timeout opens."""
    found = RUNNERS.search(hook.command) if hook.guards and hook.before_tools else None
    if found is None or times.seconds(hook) >= ENOUGH:
        return
    outcome = of_run(hook, Run(None, timed_out=True))
    if opens(outcome):
        yield on(
            hook,
            RULE,
            f"`{found[1]}` may fetch the guard first; after {times.seconds(hook):g} seconds the call runs without it",
            "Install the guard, and start the installed file.",
            keys=(hook.command_key,),
            cell=outcome.cell,
        )
