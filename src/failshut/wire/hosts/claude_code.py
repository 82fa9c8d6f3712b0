"""Wire Claude Code: one settings file, which a single invalid entry drops as a whole."""

from failshut.wire.checks import Check, Handler, flag, handlers, is_positive, list_of_texts
from failshut.wire.wiring import TIMEOUT, Entry, Guarded, Wiring


def element(line: str) -> Entry:
    """Return our matcher group."""
    handler = {"type": "command", "command": line, "timeout": TIMEOUT, "onFailure": "block"}
    return {"hooks": [handler]}


def at_start(line: str) -> Entry:
    """Return our matcher group at a session's start, where nothing is refused."""
    return {"hooks": [{"type": "command", "command": line, "timeout": TIMEOUT}]}


WIRING = Wiring(
    user=".claude/settings.json",
    project=".claude/settings.json",
    parent=("hooks",),
    events=("PreToolUse", "SessionStart"),
    words=("", "SessionStart"),
    element=element,
    forms={"SessionStart": at_start},
    grouped=True,
    folders=(".claude",),
    programs=("claude",),
    variable="CLAUDE_CONFIG_DIR",
    machine="/etc/claude-code/managed-settings.json",
    advice={
        "user": "Restart running sessions; `--bare`, `--safe-mode`, `disableAllHooks` turn hooks off.",
        "project": "Accept Claude Code's trust question for the folder once; `--setting-sources user` "
        "leaves project hooks out.",
        "managed": "Restart running sessions; whether `disableAllHooks` of a user leaves these hooks in is "
        "not measured.",
    },
)
CHECKS: tuple[Check, ...] = (
    flag(("disableAllHooks",), True),
    list_of_texts(("permissions", "allow")),
    list_of_texts(("permissions", "deny")),
    list_of_texts(("permissions", "ask")),
    handlers(
        Handler(
            types=("command", "http", "mcp_tool", "prompt", "agent"),
            number=is_positive,
            choices=(("onFailure", ("block",)),),
        ),
        events=("PreToolUse", "PermissionRequest", "PreSkillShellCommand"),
    ),
)
GUARDED = Guarded(
    user=(".claude/settings.json", ".claude/settings.local.json", ".claude/hooks"),
    project=(".claude/settings.json", ".claude/settings.local.json", ".claude/hooks"),
    machine=("/etc/claude-code",),
    secrets=(".claude/.credentials.json",),
    flags=(
        ("--bare", "*"),
        ("--safe-mode", "*"),
        ("--setting-sources", "*"),
        ("--settings", "disableAllHooks"),
    ),
    variables=(
        "CLAUDE_CONFIG_DIR",
        "CLAUDE_CODE_SHELL_PREFIX",
        "CLAUDE_CODE_SIMPLE",
        "CLAUDE_CODE_SAFE_MODE",
        "CLAUDE_CODE_MANAGED_SETTINGS_PATH",
    ),
    words=("disableAllHooks",),
    package="@anthropic-ai/claude-code",
    disarming=(
        ("CLAUDE_CODE_SHELL_PREFIX", "any"),
        ("CLAUDE_CODE_SIMPLE", "user"),
        ("CLAUDE_CODE_SAFE_MODE", "user"),
    ),
    drops=("plugin disable failshut", "plugin uninstall failshut", "plugin remove failshut"),
    installs=("plugin install", "plugin i", "plugin marketplace add"),
)
