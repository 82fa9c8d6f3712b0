"""Wire Copilot CLI: a file of ours alone; its `exec` form keeps start-up files of shells out."""

from failshut.wire.checks import Check, events_are_lists, flag, is_value
from failshut.wire.wiring import TIMEOUT, Entry, Guarded, Trust, Wiring


def element(line: str) -> Entry:
    """Return our entry."""
    return {"type": "command", "exec": "/bin/sh", "args": ["-c", line], "timeoutSec": TIMEOUT}


WIRING = Wiring(
    user=".copilot/hooks/failshut.json",
    project=".github/hooks/failshut.json",
    parent=("hooks",),
    events=("preToolUse", "preToolUse", "permissionRequest", "sessionStart"),
    words=("preToolUse", "preToolUse/2", "permissionRequest", "sessionStart"),
    element=element,
    top=(("version", 1),),
    folders=(".copilot",),
    programs=("copilot",),
    trust=Trust(".copilot/config.json", key="trusted_folders"),
    variable="COPILOT_HOME",
    machine="/etc/github-copilot/policy.d/failshut.json",
    advice={
        "user": "Restart running sessions; nothing else is needed.",
        "project": "`copilot -p` loads hooks of a repository only in a trusted folder: start `copilot` "
        "there once and trust it.",
        "managed": "Restart running sessions; nothing else is needed.",
    },
)
CHECKS: tuple[Check, ...] = (flag(("disableAllHooks",), True), is_value("version", 1), events_are_lists)
GUARDED = Guarded(
    user=(".copilot/hooks", ".copilot/settings.json", ".copilot/config.json"),
    project=(".github/hooks", ".github/copilot/settings.json", ".github/copilot/settings.local.json"),
    machine=("/etc/github-copilot",),
    flags=(("--config-dir", "*"),),
    variables=("COPILOT_HOME",),
    words=("disableAllHooks",),
    package="@github/copilot",
    drops=("plugin disable failshut", "plugin uninstall failshut"),
    installs=("plugin install", "plugin marketplace add"),
)
