"""Find the same guard wired several times with different settings.

One entry has a timeout or a switch, its copy hasn't: the weaker one decides nothing, but each call waits for both, and
who reads one believes it.

Why:
    Entries of all layers add up.  Evidence: the cell about layers.

Bad:
    ```json
    "command": "bash guard.sh", "timeout": 5   …   "command": "bash guard.sh"
    ```

Good:
    ```json
    one entry
    ```

Reproduce:
    `failshut doctor` in the folder

Exceptions:
    Entries on different events, or with matchers that share no tool.
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.project import Root
from failshut.lint.rule import NOTE, PEDANTIC, ROOT, Finding, Rule, on

RULE = Rule("duplicate-hook", "cross-file", NOTE, ROOT, persona=PEDANTIC)


def check(root: Root) -> Iterator[Finding]:
    """Yield each further entry of a host that starts the same thing at the same event for the same tools."""
    seen: dict[tuple[str, ...], Hook] = {}
    for hook in root.hooks:
        if hook.dropped or not hook.used or not hook.native or not hook.command:
            continue
        key = (hook.host, hook.event, str(hook.matcher or ""), hook.command, str(hook.wiring.get("args")))
        first = seen.setdefault(key, hook)
        if first is hook:
            continue
        line, _ = first.document.place(first.span().start)
        differs = sorted(
            name
            for name in {*hook.wiring, *first.wiring}
            if hook.wiring.get(name) != first.wiring.get(name)
        )
        yield on(
            hook,
            RULE,
            f"is wired in {first.document.path}, line {line}, already"
            + (f", with another {' and '.join(differs)}" if differs else ""),
            "Keep one of the two.",
            cell=f"{hook.host}/facts/layers",
        )
