"""Find a guard whose own files nothing protects.

The agent edits `.claude/settings.json` or the script by its edit tool, and the guard is gone at the next session.

Why:
    Claude Code asks about its own folder; a script elsewhere, and other hosts' files, are written like any other.

Bad:
    ```json
    {"command": "bash scripts/guard.sh"} and no rule about scripts/
    ```

Good:
    ```json
    a rule of the guard itself that refuses writes to its files, or `"deny": ["Edit(scripts/guard.sh)"]`
    ```

Reproduce:
    `failshut check "echo exit 0 > scripts/guard.sh"`
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.rule import AUDITOR, NOTE, Finding, Rule, on

RULE = Rule("hook-writable", "dangerous", NOTE, persona=AUDITOR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a project's guard whose script no text of the guard and no deny rule names."""
    if not hook.guards or not hook.before_tools or hook.root.home or not hook.native:
        return
    whole = "\n".join(text.text for text in hook.scripts)
    rules = "\n".join(
        document.text for document in hook.root.files(hook.host).values() if "deny" in document.text
    )
    for script in hook.scripts[:1]:
        name = script.path.rpartition("/")[2]
        if name in whole or f"({script.path}" in rules or "hooks/" in whole or ".claude" in whole:
            continue
        yield on(
            hook,
            RULE,
            f"nothing keeps the agent from writing {script.path}, and with it the guard",
            f'Refuse writes to it, or add `"deny": ["Edit({script.path})"]`.',
            keys=(hook.command_key,),
            cell=f"{hook.host}/facts/permissions",
        )
