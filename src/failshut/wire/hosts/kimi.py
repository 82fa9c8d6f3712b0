"""Wire Kimi Code CLI: a TOML file of the user's; it has no project scope."""

from failshut.wire.checks import Check, Handler, up_to_600
from failshut.wire.wiring import TIMEOUT, Entry, Guarded, Wiring

EVENTS = (
    *("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionResult"),
    *("UserPromptSubmit", "UserPromptQueued", "TurnStarted", "Stop", "StopFailure", "Interrupt"),
    *("SessionStart", "SessionEnd", "SessionHeartbeat", "SubagentStart", "SubagentStop"),
    *("TaskStarted", "PreCompact", "PostCompact", "Notification"),
)


def element(line: str) -> Entry:
    """Return our block."""
    return {"event": "PreToolUse", "command": line, "timeout": TIMEOUT}


WIRING = Wiring(
    user=".kimi-code/config.toml",
    project="",
    parent=("hooks",),
    events=("PreToolUse",),
    element=element,
    toml=True,
    folders=(".kimi-code",),
    programs=("kimi",),
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
    variables=("KIMI_CODE_HOME",),
)
