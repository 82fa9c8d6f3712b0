"""Wire Cursor (documented and reported, not measured): five events, one hooks.json."""

from failshut.wire.checks import Check, is_value, no_address, only_keys
from failshut.wire.wiring import TIMEOUT, Entry, Guarded, Wiring

EVENTS = (
    *("sessionStart", "sessionEnd", "preToolUse", "postToolUse", "postToolUseFailure"),
    *("subagentStart", "subagentStop", "beforeShellExecution", "afterShellExecution"),
    *("beforeMCPExecution", "afterMCPExecution", "beforeReadFile", "afterFileEdit"),
    *("beforeSubmitPrompt", "preCompact", "stop", "afterAgentResponse", "afterAgentThought"),
    *("beforeTabFileRead", "afterTabFileEdit", "workspaceOpen"),
)
"""The names that the file may hold; any other drops it."""


def element(line: str) -> Entry:
    """Return our entry."""
    return {"type": "command", "command": line, "timeout": TIMEOUT, "failClosed": True}


def at_start(line: str) -> Entry:
    """Return our entry at a session's start, where nothing is refused."""
    return {"type": "command", "command": line, "timeout": TIMEOUT}


WIRING = Wiring(
    user=".cursor/hooks.json",
    project=".cursor/hooks.json",
    parent=("hooks",),
    events=("preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "sessionStart"),
    words=("", "", "", "", "sessionStart"),
    element=element,
    forms={"sessionStart": at_start},
    top=(("version", 1),),
    folders=(".cursor",),
    programs=("cursor-agent", "cursor"),
    machine="/etc/cursor/hooks.json",
    advice={
        "user": "Look into Cursor Settings > Hooks: five entries of Failshut have to be listed. Cloud "
        "agents don't read user hooks.",
        "project": "Cursor loads project hooks only in a trusted workspace: trust it, then look into "
        "Cursor Settings > Hooks.",
        "managed": "Look into Cursor Settings > Hooks: four entries of Failshut have to be listed.",
    },
)
CHECKS: tuple[Check, ...] = (is_value("version", 1), only_keys(("hooks",), EVENTS, "event"), no_address)
GUARDED = Guarded(
    user=(".cursor/hooks.json", ".cursor/hooks", ".cursor/cli-config.json"),
    project=(".cursor/hooks.json", ".cursor/hooks", ".cursor/cli.json"),
    machine=("/etc/cursor",),
    variables=("CURSOR_CONFIG_DIR",),
)
