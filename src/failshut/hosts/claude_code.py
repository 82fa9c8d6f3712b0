"""Speak with Claude Code (measured on 2.1.332).

Its JSON denial wins over stderr and keeps the wired line out of the model's text; exit 2 with
stderr still denies when the JSON is damaged.
"""

from failshut.errors import Unreadable
from failshut.hosts import fields, words
from failshut.model import (
    AGENT,
    ASK,
    FETCH,
    LATER,
    MCP,
    OTHER,
    PASS,
    READ,
    SHELL,
    WRITE,
    Answer,
    Call,
    Verdict,
)

NAME = "claude-code"
TITLE = "Claude Code"
READ_BY = ("copilot", "cursor")
BOM = False
EVENT = "PreToolUse"
PRE_TOOL = (EVENT,)
SESSION = ("SessionStart",)
ROOT_ENV = ("CLAUDE_PROJECT_DIR",)
CWD_IS_ROOT = True
TWICE = frozenset[str]()
CAN_ASK = True
CAN_TELL = True

OTHER_EVENTS = frozenset(
    [
        "PostToolUse",
        "PostToolUseFailure",
        "PostToolBatch",
        "Notification",
        "UserPromptSubmit",
        "UserPromptExpansion",
        "SessionStart",
        "SessionEnd",
        "Stop",
        "StopFailure",
        "SubagentStart",
        "SubagentStop",
        "PreCompact",
        "PostCompact",
        "PreModelSwitch",
        "PostModelSwitch",
        "PermissionRequest",
        "PermissionDenied",
        "Setup",
        "TeammateIdle",
        "TaskCreated",
        "TaskCompleted",
        "Elicitation",
        "ElicitationResult",
        "ConfigChange",
        "WorktreeCreate",
        "WorktreeRemove",
        "InstructionsLoaded",
        "CwdChanged",
        "FileChanged",
        "DirectoryAdded",
        "MessageDisplay",
        "PreSkillShellCommand",
    ]
)

ASKING = ("default", "acceptEdits")
"""Permission modes in which an ask is one.  At files that Claude Code itself asks about (``.claude``,
``.git`` …) its own question takes the ask's place, and bypass mode answers that without a person: the call
runs (measured on 2.1.332).  An ask is a refusal in all other modes."""
TOOLS: dict[str, tuple[str, fields.Spec]] = {
    "Bash": (SHELL, (("command", "command"),)),
    "PowerShell": (SHELL, (("command", "command"),)),
    "Shell": (SHELL, (("command", "command"),)),
    "Write": (WRITE, (("file_path", "write"),)),
    "Edit": (WRITE, (("file_path", "write"),)),
    "MultiEdit": (WRITE, (("file_path", "write"),)),
    "NotebookEdit": (WRITE, (("notebook_path", "write"),)),
    "Read": (READ, (("file_path", "read"),)),
    "NotebookRead": (READ, (("notebook_path", "read"),)),
    "Glob": (OTHER, (("pattern", "text"),)),
    "Grep": (READ, (("pattern", "text"), ("path", "read?"), ("glob", "globs?"))),
    "LS": (OTHER, ()),
    "WebFetch": (FETCH, (("url", "url"),)),
    "WebSearch": (FETCH, (("query", "text"),)),
    "Agent": (AGENT, (("prompt", "text"),)),
    "Task": (AGENT, (("prompt", "text"),)),
    "SendMessage": (AGENT, ()),
    "Workflow": (LATER, ()),
    "Monitor": (LATER, (("command", "command?"),)),
    "CronCreate": (LATER, (("prompt", "text?"),)),
    "ScheduleWakeup": (LATER, (("prompt", "text?"),)),
    "Skill": (OTHER, ()),
}


def decode(payload: dict[str, object], event: str) -> Call | None:
    """Normalise a PreToolUse payload; None for the host's other events; raises ``Unreadable``."""
    name = fields.text(payload, "hook_event_name", "the payload")
    if name in OTHER_EVENTS:
        return None
    if name not in ("PreToolUse", "preToolUse"):
        raise Unreadable(f"event {words.shown(name)} isn't one of {TITLE}'s")
    call = pre_tool(payload, NAME, name, TOOLS)
    call.asks = payload.get("permission_mode") in ASKING
    return call


def pre_tool(
    payload: dict[str, object],
    host: str,
    event: str,
    tools: dict[str, tuple[str, fields.Spec]],
    named: tuple[str, str] = ("", ""),
) -> Call:
    """Normalise the snake_case pre-tool payload that several hosts share.

    ``named`` are the MCP server and tool where the payload says them.
    """
    tool = fields.text(payload, "tool_name", "the payload")
    arguments = fields.table(payload, "tool_input", "the payload")
    call = Call(
        host,
        OTHER,
        tool,
        event=event,
        arguments=arguments,
        cwd=fields.optional(payload, "cwd", "the payload"),
        session=fields.optional(payload, "session_id", "the payload"),
        agent=fields.optional(payload, "agent_id", "the payload"),
        call_id=fields.optional(payload, "tool_use_id", "the payload")
        or fields.optional(payload, "tool_call_id", "the payload"),
    )
    server, mcp_tool = named if named[0] else fields.split_mcp(tool)
    if server:
        call.kind = MCP
        return fields.mcp(call, server, mcp_tool, arguments)
    return fields.tool_call(call, tools, arguments)


def render(verdict: Verdict, wire: str = "", event: str = "") -> Answer:
    """Say ``verdict`` to Claude Code; through a foreign line an ask becomes a refusal."""
    if event in SESSION:
        from failshut.hosts import opening

        return opening.nested(verdict)
    if verdict.action == PASS:
        return Answer(0, told(verdict.tell) if verdict.tell else "", "")
    asked = verdict.action == ASK and verdict.asks and wire in ("", NAME)
    why = words.reason(verdict, can_ask=asked)
    word = "ask" if asked else "deny"
    return Answer(0 if asked else 2, decision(word, why, words.note(verdict)), why)


def decision(word: str, why: str, note: str = "") -> str:
    """Return the nested decision object on one line."""
    end = ',"systemMessage":' + words.quoted(note) + "}" if note else "}"
    return (
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"'
        + word
        + '","permissionDecisionReason":'
        + words.quoted(why)
        + "}"
        + end
    )


def denied(why: str) -> str:
    """Return the object that refuses a call before it runs; ``why`` is clean already."""
    start = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
    return start + '"permissionDecisionReason":' + words.quoted(why) + "}}"


def told(tell: str) -> str:
    """Return the object that adds context for the model."""
    text = words.quoted(words.clipped(words.clean(tell)))
    return '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":' + text + "}}"
