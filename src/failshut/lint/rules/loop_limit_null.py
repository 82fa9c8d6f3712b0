"""Find a stop hook on Cursor without a cap.

`"loop_limit": null` lifts the limit of five follow-ups.

Why:
    A hook that always has something to say then never ends.  Evidence: the cell about the cap.

Bad:
    ```json
    {"command": "bash gate.sh", "loop_limit": null}
    ```

Good:
    ```json
    {"command": "bash gate.sh", "loop_limit": 3}
    ```

Reproduce:
    `failshut matrix --format text`
"""

from collections.abc import Iterator

from failshut.lint.edits import take
from failshut.lint.hook import Hook
from failshut.lint.rule import UNSAFE, WARNING, Finding, Rule, on

RULE = Rule("loop-limit-null", "closed", WARNING, hosts=("cursor",), fix=UNSAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield the key with the value null."""
    if (
        "loop_limit" in hook.wiring
        and hook.wiring["loop_limit"] is None
        and hook.contract.has("facts/loop-cap")
    ):
        yield on(
            hook,
            RULE,
            "lifts the host's cap on follow-ups: the agent can be sent back for ever",
            "Take it out (then five is the cap), or name a small number.",
            span=hook.key_span("loop_limit"),
            cell=f"{hook.host}/facts/loop-cap",
            edits=take(hook, "loop_limit"),
        )
