"""Find a timeout in the wrong unit.

Gemini CLI counts milliseconds, the others seconds.  `"timeout": 10` in Gemini's file ends every hook at
once and the call runs; `"timeout": 5000` elsewhere waits for hours.

Why:
    The habit travels with copied files in both directions.  Evidence: the cell with the host's unit, and
    the outcome of a timeout.

Bad:
    ```json
    {"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "python3 guard.py", "timeout": 10}]}]}}
    ```

Good:
    ```json
    {"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "python3 guard.py", "timeout": 10000}]}]}}
    ```

Reproduce:
    `failshut simulate gemini --timed-out`
"""

import math
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint import edits, times
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import ERROR, UNSAFE, WARNING, Finding, Rule, on

RULE = Rule("timeout-unit", "opens", ERROR, fix=UNSAFE)
SHORTEST, LONGEST = 0.25, 1800
"""Seconds between which a timeout may be meant."""


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a timeout that only makes sense in another unit than the host's."""
    told = times.told(hook)
    if told is None or not hook.native or hook.type not in ("command", "http"):
        return
    key = next(key for key in (times.key_of(hook.host), "timeout") if key in hook.wiring)
    value = hook.wiring[key]
    assert isinstance(value, int | float)
    if not math.isfinite(told):
        yield on(
            hook, RULE, "this is no number that anything can count to", "Write how long the hook may take.",
            keys=(key,), severity=ERROR if hook.guards else WARNING,
        )  # fmt: skip
        return
    outcome = of_run(hook, Run(None, timed_out=True))
    if times.unit(hook.host) < 1 and told < SHORTEST:
        late = "and the call runs" if opens(outcome) else "and every call is refused"
        yield on(
            hook, RULE, f"{value:g} are milliseconds here: the hook is ended at once, {late}",
            f"Write {value * 1000:g}.", keys=(key,), cell="gemini/spawn/seconds-per-unit",
            edits=edits.put(hook, key, int(value * 1000)), severity=ERROR if hook.guards else WARNING,
        )  # fmt: skip
    elif times.unit(hook.host) == 1 and told > LONGEST:
        yield on(
            hook, RULE, f"{told:g} are seconds here: a hook that hangs holds the agent for {_count(told / 3600)} hours",
            f"Write {told / 1000:g}.", keys=(key,), cell=f"{hook.host}/spawn/seconds-per-unit",
            edits=edits.put(hook, key, max(1, round(told / 1000))), severity=WARNING,
        )  # fmt: skip


def _count(hours: float) -> str:
    return f"{hours:.1f}" if hours < 1e6 else f"{hours:.0e}"
