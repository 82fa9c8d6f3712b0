"""Wire Codex CLI: a hooks.json of its own; nothing runs before the person trusts the entry."""

from failshut.wire.checks import Check, Handler, handlers, is_int, no_mark, only_keys
from failshut.wire.wiring import TIMEOUT, Entry, Guarded, Trust, Wiring


def element(line: str) -> Entry:
    """Return our matcher group; Codex's trust hash covers it."""
    return {"hooks": [{"type": "command", "command": line, "timeout": TIMEOUT}]}


PIN = Wiring(
    user="",
    project="",
    parent=(),
    events=(),
    element=element,
    machine="/etc/codex/requirements.toml",
    pins=("features", "hooks"),
    toml=True,
)
"""Keeps `--disable hooks` and configuration files from switching hooks off."""
WIRING = Wiring(
    user=".codex/hooks.json",
    project=".codex/hooks.json",
    parent=("hooks",),
    events=("PreToolUse", "SessionStart"),
    words=("", "SessionStart"),
    element=element,
    grouped=True,
    folders=(".codex",),
    programs=("codex",),
    trust=Trust(hashes=".codex/config.toml"),
    variable="CODEX_HOME",
    machine="/etc/codex/hooks.json",
    beside=(PIN,),
    advice={
        "user": "Codex skips a hook silently until you trust it: open `codex`, type `/hooks`, trust "
        "Failshut's two entries.",
        "project": "Codex loads it only in a trusted project, and each person has to trust the hook: "
        "open `codex` in the project, trust the folder, then `/hooks`.",
        "managed": "Restart running sessions; nobody has to trust these entries, and `--disable hooks` "
        "leaves them in.",
    },
)
CHECKS: tuple[Check, ...] = (
    no_mark,
    only_keys((), ("description", "hooks"), "top-level key"),
    handlers(Handler(types=("command", "mcp_tool", "prompt", "agent"), number=is_int)),
)
GUARDED = Guarded(
    user=(".codex/hooks.json", ".codex/config.toml", ".codex/rules", ".codex/.env"),
    project=(".codex/hooks.json", ".codex/config.toml"),
    machine=("/etc/codex",),
    secrets=(".codex/auth.json",),
    flags=(
        ("--disable", "hooks"),
        ("--ignore-user-config", "*"),
        ("-c", "features.hooks"),
        ("--config", "features.hooks"),
        ("-c", "hooks"),
        ("--config", "hooks"),
    ),
    variables=("CODEX_HOME",),
    words=("features.hooks",),
    package="@openai/codex",
    environments=("~/.codex/.env",),
    endings=((".codex", ".config.toml"),),
    asks=(("-p", ""), ("--profile", "")),
    drops=("features disable hooks",),
    installs=("plugin install", "plugin add", "plugin marketplace add"),
)
