"""Name the effects, their parameters and the hosts' events that a policy may speak of.

A test compares the tables with what ``effects`` emits and with what the hosts' modules know.
"""

from __future__ import annotations

OPEN: tuple[str, ...] = ()
"""A parameter whose values can't be listed: a name, an address, a mode."""
YES_NO = ("yes", "no")
YES = ("yes",)

WHERE = (
    "root",
    "system",
    "home",
    "home-dir-secret",
    "session-root",
    "session-parent",
    "git-dir",
    "inside",
    "outside",
    "tmp",
    "tmp-root",
    "unknown",
)
PLACE: dict[str, tuple[str, ...]] = {
    "where": WHERE,
    "recursive": YES_NO,
    "contents": YES_NO,
    "glob": YES_NO,
    "device": YES_NO,
}
FILE: dict[str, tuple[str, ...]] = {**PLACE, "secret": ("key", "env", "store"), "by": OPEN}
REMOTE: dict[str, tuple[str, ...]] = {"branch": OPEN, "remote": OPEN}

EFFECTS: dict[str, dict[str, tuple[str, ...]]] = {
    "fs.read": {**FILE},
    "fs.write": {**FILE, "append": YES_NO, "many": YES, "whole": YES},
    "fs.delete": {**FILE, "filtered": YES_NO, "whole": YES},
    "fs.move": {**FILE, "whole": YES},
    "fs.mode": {**PLACE, "mode": OPEN},
    "disk.wipe": {"device": YES},
    "git.rewrite-remote": {
        **REMOTE,
        "how": ("option", "refspec", "mirror"),
        "lease": YES_NO,
        "protected": ("yes", "no", "unknown"),
    },
    "git.delete-remote": {**REMOTE, "how": ("ref", "prune"), "protected": ("yes", "no", "unknown")},
    "git.discard": {
        "what": ("reset", "checkout", "restore", "switch", "clean", "checkout-index", "read-tree")
    },
    "git.rewrite-history": {
        "what": ("stash", "branch", "reflog", "gc", "prune", "update-ref", "worktree", "filter")
    },
    "git.skip-hooks": {"what": ("no-verify", "hooks-path")},
    "net.fetch": {"url": OPEN, "secret": ("cloud-metadata",)},
    "exec.remote-code": {"how": ("network", "decoder", "downloaded", "socket-shell")},
    "sys.kill-all": {},
    "sys.power": {},
    "sys.schedule": {"what": ("crontab",)},
    "guard.tamper": {
        "what": ("files", "settings", "flag", "environment", "verb"),
        "agent": OPEN,
        "verb": OPEN,
    },
    "host.tamper": {"what": ("files",)},
    "opaque.target": {"what": ("command", "text", "depth", "git", "awk", "find")},
}

PRE_TOOL = (
    "PreToolUse",
    "preToolUse",
    "BeforeTool",
    "beforeShellExecution",
    "beforeMCPExecution",
    "beforeReadFile",
)
"""The events at which a host asks the guard."""

LATER_EVENTS = tuple(
    """
    AfterAgent AfterModel AfterTool BeforeAgent BeforeModel BeforeToolSelection ConfigChange
    CwdChanged DirectoryAdded Elicitation ElicitationResult ErrorOccurred FileChanged
    InstructionsLoaded Interrupt MessageDisplay Notification PermissionDenied PermissionRequest
    PermissionResult PostCompact PostInvocation PostModelRequest PostModelSwitch PostToolBatch
    PostToolUse PostToolUseFailure PreCompact PreCompress PreInvocation PreModelRequest
    PreModelSwitch PreSkillShellCommand SessionEnd SessionHeartbeat SessionStart Setup Stop
    StopFailure SubagentStart SubagentStop TaskCompleted TaskCreated TaskStarted TeammateIdle
    TurnStarted UserPromptExpansion UserPromptQueued UserPromptSubmit WorktreeCreate
    WorktreeRemove afterAgentResponse afterAgentThought afterFileEdit afterMCPExecution
    afterShellExecution afterTabFileEdit agentStop beforeSubmitPrompt beforeTabFileRead
    errorOccurred preMcpToolCall userPromptSubmitted userPromptTransformed workspaceOpen
    """.split()
)
"""The hosts' other events, at which no rule is looked at."""


def named(names: tuple[str, ...]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the effects that the names and groups stand for; all for no name."""
    return {
        effect: params
        for effect, params in EFFECTS.items()
        if not names or any(_stands_for(name, effect) for name in names)
    }


def groups() -> tuple[str, ...]:
    """Return the groups, such as ``fs.*``."""
    return tuple(dict.fromkeys(name.split(".")[0] + ".*" for name in EFFECTS))


def values(names: tuple[str, ...], key: str) -> tuple[str, ...] | None:
    """Return the values a parameter of these effects can have; () = any, None = none has it."""
    found = [params[key] for params in named(names).values() if key in params]
    if not found:
        return None
    return OPEN if OPEN in found else tuple(dict.fromkeys(one for some in found for one in some))


def _stands_for(name: str, effect: str) -> bool:
    return name == effect or (name.endswith(".*") and effect.startswith(name[:-1]))
