"""Wire Kimi Code CLI: a TOML file of the user's, and a plugin; it has no project scope.

Each outlives mistakes in the other's file, and the plugin's hook still starts when the session's folder
is gone (measured).  Both run, side by side.
"""

import posixpath

from failshut.wire.checks import Check, Handler, up_to_600
from failshut.wire.wiring import NAME, TIMEOUT, Entry, Guarded, Wiring

EVENTS = (
    *("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionResult"),
    *("UserPromptSubmit", "UserPromptQueued", "TurnStarted", "Stop", "StopFailure", "Interrupt"),
    *("SessionStart", "SessionEnd", "SessionHeartbeat", "SubagentStart", "SubagentStop"),
    *("TaskStarted", "PreCompact", "PostCompact", "Notification"),
)


def element(line: str) -> Entry:
    """Return our block."""
    return {"event": "PreToolUse", "command": line, "timeout": TIMEOUT}


def listed(path: str) -> Entry:
    """Return the plugin's row in the list of plugins, which lies at ``path``."""
    root = posixpath.join(posixpath.dirname(path), NAME)
    when = "2026-01-01T00:00:00.000Z"
    source = {"source": "local-path", "originalSource": root}
    return {"id": NAME, "root": root, **source, "enabled": True, "installedAt": when, "updatedAt": when}


PLUGIN = (
    Wiring(
        user=".kimi-code/plugins/failshut/kimi.plugin.json",
        project="",
        parent=(),
        events=("hooks",),
        words=("PreToolUse/plugin",),
        element=element,
        top=(("name", NAME), ("version", "1.0.0")),
    ),
    Wiring(
        user=".kimi-code/plugins/installed.json",
        project="",
        parent=(),
        events=("plugins",),
        element=element,
        listed=listed,
        top=(("version", 1),),
    ),
)
WIRING = Wiring(
    user=".kimi-code/config.toml",
    project="",
    parent=("hooks",),
    events=("PreToolUse",),
    element=element,
    toml=True,
    folders=(".kimi-code",),
    programs=("kimi",),
    beside=PLUGIN,
    variable="KIMI_CODE_HOME",
    advice={
        "user": "Restart running sessions; a project folder that is moved or deleted during a session "
        "takes Kimi's hooks with it.",
    },
)
CHECKS: tuple[Check, ...] = ()
BLOCK = Handler(
    untyped=True,
    number=up_to_600,
    choices=(("event", EVENTS),),
    keys=("event", "command", "matcher", "timeout"),
)
GUARDED = Guarded(
    user=(".kimi-code/config.toml", ".kimi-code/plugins"),
    variables=("KIMI_CODE_HOME", "KIMI_SHARE_DIR"),
    drops=("plugin disable failshut", "plugin remove failshut", "plugin uninstall failshut"),
    installs=("plugin install", "plugin add"),
)
