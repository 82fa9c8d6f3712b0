"""Find a hook that its host leaves out without any word.

A flat entry on Codex, a Copilot file without `hooks`, an invented shape: nothing complains, and the host knows no hook
of this file.

Why:
    A guard that isn't loaded refuses nothing, and looks as if it did.  Evidence: the host's own way of reading the file.

Bad:
    ```json
    {"hooks": {"PreToolUse": [{"command": "bash guard.sh"}]}}   // Codex
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "bash guard.sh"}]}]}}
    ```

Reproduce:
    `failshut doctor` in the folder
"""

import re
from collections.abc import Iterator

from failshut.interpret.contracts import contract
from failshut.lint.document import Span
from failshut.lint.places import Found
from failshut.lint.project import Root, entries
from failshut.lint.rule import ERROR, ROOT, Finding, Rule

RULE = Rule("entry-not-taken", "not-loaded", ERROR, ROOT)
SETTINGS = ("settings.json", "settings.local.json", "config.toml", "plugin.json")
"""Files that hold other things than hooks."""
COMMANDS = re.compile(r"[\"']?\b(?:command|bash|powershell|exec|matcher|hooks?)[\"']?\s*[:=]")


def check(root: Root) -> Iterator[Finding]:
    """Yield each entry that a host neither takes nor says why not; and files without one that hold a command."""
    for one in root.found:
        if one.document.kind == "markdown" or one.host not in root.loadings:
            continue
        result = root.loadings[one.host]
        names = {name for name, document in root.files(one.host).items() if document is one.document}
        if one.host == "kimi" and not root.home:
            names = {f"~/.kimi-code/plugins/0/{name}" for name in names}
        taken = {entry.where for entry in result.entries if entry.file in names}
        lost = [drop.where for drop in result.dropped if drop.file in names or not drop.file]
        every = list(entries(one.document))
        for where, _, _, node in every:
            if where in taken or any(_covers(drop, where) for drop in lost):
                continue
            place = node.members.get("command") or node.members.get("bash") or node
            yield _finding(
                one, place.span, "this host takes no hook from an entry of this shape, and says nothing"
            )
        if not every and not taken and not lost and _holds_commands(one):
            yield _finding(
                one, one.document.whole, "this host finds no hook in this file, and says nothing"
            )


def _covers(drop: str, where: str) -> bool:
    return drop in ("", where) or where.startswith((drop + ".", drop + "[")) or drop.startswith(where)


def _holds_commands(one: Found) -> bool:
    named = one.document.path.endswith(SETTINGS)
    top = one.document.root
    if named or top is None or not top.members:
        return False
    held = top.get("hooks")
    if held is None:  # settings of a tool that live beside the hooks hold no such key
        return bool(COMMANDS.search(one.document.text))
    lists = list(held.members.values())
    return bool(held.items) or any(one.members or one.items for one in lists)


def _finding(one: Found, span: Span, message: str) -> Finding:
    title = contract(one.host).title
    repair = f"Write it as {title} wants it: `failshut init --hosts {one.host} --dry-run` shows one."
    return Finding(
        RULE,
        one.document,
        Span(span.start, min(span.end, span.start + 200)),
        message,
        repair,
        (one.host,),
        f"{one.host}/load/file",
    )
