"""Find an interpreter in `command` with its script in `args`.

Hosts that drop `args` start the interpreter alone, with the payload as its program: a shell runs what stands in the
call, Python takes the JSON for a value and ends with 0.

Why:
    Claude Code reads `args`; Copilot and Cursor read the same file without them.  Evidence: the cells about `args`.

Bad:
    ```json
    {"type": "command", "command": "bash", "args": ["guard.sh"]}
    ```

Good:
    ```json
    {"type": "command", "command": "bash guard.sh"}
    ```

Reproduce:
    `echo '{"command": "$(touch x)"}' | bash`
"""

import json
import re
import shlex
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.edits import take
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, NOTE, UNSAFE, Edit, Finding, Rule, on
from failshut.lint.script import INTERPRETERS

RULE = Rule("interpreter-args", "dangerous", ERROR, fix=UNSAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield an entry whose command is an interpreter alone, with `args` beside it."""
    args = hook.wiring.get("args")
    bare = re.sub(r"[\d.]+$", "", hook.command.strip().rpartition("/")[2])
    if (
        not isinstance(args, list)
        or not args
        or bare not in INTERPRETERS
        or not hook.contract.has("spawn/args")
    ):
        return
    shared = hook.file.endswith((".claude/settings.json", ".claude/settings.local.json"))
    kept = hook.contract.cell("spawn/args").value == "started"
    if kept and not shared:
        return
    message = "a host that drops `args` runs the interpreter alone, with the payload as its program"
    yield on(
        hook,
        RULE,
        message,
        "Write one command string: the interpreter and its script.",
        span=hook.key_span("args"),
        cell=f"{hook.host}/spawn/args",
        severity=NOTE
        if kept and not any(hook.root.project.uses(host) for host in ("copilot", "cursor"))
        else ERROR,
        edits=_edits(hook, [str(one) for one in args]),
    )


def _edits(hook: Hook, args: list[str]) -> list[Edit]:
    words = [f'"{one}"' if "$" in one else shlex.quote(one) for one in args]
    found = hook.node.members.get(hook.command_key)
    if found is None or hook.document.kind != "json":
        return []
    text = json.dumps(" ".join([hook.command, *words]), ensure_ascii=False)
    return [Edit(hook.document, Span(found.span.start, found.span.end), text), *take(hook, "args")]
