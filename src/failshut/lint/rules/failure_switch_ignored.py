"""Find a switch against failing hooks that changes nothing where it stands.

`onFailure` and `failClosed` are read by one host each, on some events and types of hooks only.  Elsewhere
they are accepted and ignored: the author believes the hook to be shut.

Why:
    Claude Code ignores `onFailure` on Stop and its kin, on prompt and agent hooks, on async hooks, and before
    2.1.295; other hosts don't know the key.  Evidence: the outcome of exit 1 is the same with and without it.

Bad:
    ```json
    {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "bash tests.sh", "onFailure": "block"}]}]}}
    ```

Good:
    ```json
    {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "bash tests.sh"}]}]}}
    ```

Reproduce:
    `failshut simulate claude-code Stop --exit 1 --wiring '{"onFailure": "block"}'`

Exceptions:
    In Claude Code's own files other hosts ignore the key without harm: that is no finding.
"""

from collections.abc import Iterator
from dataclasses import replace

from failshut.interpret import Run
from failshut.lint import edits
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import NOTE, UNSAFE, WARNING, Finding, Rule, on

RULE = Rule("failure-switch-ignored", "opens", WARNING, fix=UNSAFE)
SWITCHES = {
    "onFailure": "block",
    "failClosed": True,
    "on_failure": "block",
    "fail_closed": True,
    "failureMode": "block",
}


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a switch with its closing value under which exit 1 has the same outcome as without it."""
    keys = [key for key, value in SWITCHES.items() if hook.wiring.get(key) == value]
    if not keys or not hook.native or not hook.table:
        return
    plain = replace(hook, wiring={key: value for key, value in hook.wiring.items() if key not in SWITCHES})
    failed = Run(1)
    with_it, without = of_run(hook, failed), of_run(plain, failed)
    if with_it.effect != without.effect or not opens(with_it):
        return
    yield on(
        hook,
        RULE,
        f"`{keys[0]}` changes nothing here: what happens after a failed hook is the same without it",
        "Take it out, and let the command turn its own failures into a refusal where that is wanted.",
        span=hook.key_span(keys[0]),
        cell=with_it.cell,
        severity=WARNING if hook.guards else NOTE,
        edits=edits.take(hook, keys[0]),
    )
