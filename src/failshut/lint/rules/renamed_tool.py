"""Find a matcher that names a tool by a name that its host has given up.

`edit_file` on Gemini CLI is `replace` today: edits go past the guard, and nothing says so.

Why:
    A matcher takes names, not meanings.  Evidence: the cell with the host's tools.

Bad:
    ```json
    {"matcher": "write_file|edit_file", "hooks": […]}
    ```

Good:
    ```json
    {"matcher": "write_file|replace", "hooks": […]}
    ```

Reproduce:
    `failshut matrix --format text`
"""

import re
from collections.abc import Iterator

from failshut.interpret.contracts import contract
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on

RULE = Rule("renamed-tool", "not-loaded", ERROR)
RENAMED = {
    "gemini": {
        "edit_file": "replace",
        "edit": "replace",
        "search_file_content": "grep_search",
        "shell": "run_shell_command",
    },
    "kimi": {"StrReplaceFile": "Edit", "WriteFile": "Write", "ReadFile": "Read", "Shell": "Bash"},
    "codex": {"shell": "exec_command", "local_shell": "exec_command"},
    "copilot": {"str_replace_editor": "edit", "write": "create"},
}
"""Names that hosts had, and what they are today."""


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a matcher with an old name that doesn't take the new one."""
    known = RENAMED.get(hook.host, {})
    if (
        not hook.before_tools
        or not isinstance(hook.matcher, str)
        or hook.dropped
        or not hook.native
        or not known
    ):
        return
    tools = contract(hook.host).table("facts/tools")
    for word in re.findall(r"\w+", hook.matcher):
        new = known.get(word)
        if new is None or word in tools or hook.takes(new):
            continue
        node = (
            hook.document.root.at(hook.where.rpartition(".hooks[")[0] or hook.where)
            if hook.document.root
            else None
        )
        found = (node.members.get("matcher") if node else None) or hook.node.members.get("matcher")
        yield on(
            hook,
            RULE,
            f"{word} is {new} on this host today, and the matcher doesn't take that",
            f"Write {new} as well.",
            span=found.span if found else None,
            cell=f"{hook.host}/facts/tools",
            severity=ERROR if hook.guards else WARNING,
        )
