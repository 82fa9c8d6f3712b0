"""Find a guard on files that leaves the shell free.

A secret or a protected file is watched under `Edit|Write`; `cat > .env`, `sed -i` and `python -c` write it through the
shell, which no hook of this file sees.

Why:
    The agent takes the other door when the first one is shut: that is what it is good at.  Evidence: the matchers, applied to
    the host's tools.

Bad:
    ```json
    {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "bash protect-env.sh"}]}
    ```

Good:
    ```json
    {"matcher": "Edit|Write|Bash", "hooks": [{"type": "command", "command": "bash protect-env.sh"}]}
    ```

Reproduce:
    `failshut check "echo x > .env"`

Exceptions:
    A shell guard or a permission rule beside it.
"""

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.project import Root
from failshut.lint.rule import MEDIUM, ROOT, WARNING, Finding, Rule, on

RULE = Rule("shell-tools-left-out", "opens", WARNING, ROOT, MEDIUM)
WRITES = (
    "Edit",
    "Write",
    "MultiEdit",
    "edit",
    "create",
    "write_file",
    "replace",
    "write_to_file",
    "apply_patch",
)


def check(root: Root) -> Iterator[Finding]:
    """Yield each guard of files on a host where nothing before tools looks at the shell."""
    before: dict[str, list[Hook]] = {}
    for hook in root.hooks:
        if hook.before_tools and not hook.dropped and hook.used and hook.native:
            before.setdefault(hook.host, []).append(hook)
    for host, hooks in before.items():
        shell = hooks[0].contract.phrase("facts/shell-tool")
        if any(hook.takes(shell) and hook.event.lower() != "beforereadfile" for hook in hooks) or _denied(
            root, host
        ):
            continue
        for hook in hooks:
            if hook.guards and any(hook.takes(tool) for tool in WRITES):
                yield on(
                    hook,
                    RULE,
                    f"watches the edit tools, and nothing watches {shell}: the same file can be written through the shell",
                    f"Take {shell} into the matcher, and look at what its command writes.",
                    cell=f"{host}/facts/tools",
                )


def _denied(root: Root, host: str) -> bool:
    """Say whether a permission rule of the same files looks at the shell."""
    for document in root.files(host).values():
        top = document.root
        rules = top.get("permissions") if top else None
        for key in ("deny", "ask"):
            node = rules.get(key) if rules else None
            if node and any("Bash" in str(one.value) for one in node.items):
                return True
    return False
