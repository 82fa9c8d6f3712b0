"""Speak with GitHub Copilot CLI (measured on 1.0.102).

The model reads only its own JSON on stdout; with exit 2 a damaged JSON still denies, without
the reason.  ``hookSpecificOutput`` beside it would lose the reason on PascalCase events.
"""

from failshut.errors import Unreadable
from failshut.hosts import fields, words
from failshut.hot import strictjson
from failshut.model import (
    AGENT,
    ASK,
    DENY,
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

NAME = "copilot"
TITLE = "GitHub Copilot CLI"
READ_BY: tuple[str, ...] = ()
BOM = False
EVENT = "preToolUse"
PERMISSION = ("permissionRequest", "PermissionRequest")
"""Events that come after the first ones, for what runs, writes or calls a server; in one form."""
PRE_TOOL = ("preToolUse", "PreToolUse", *PERMISSION)
SESSION = ("sessionStart", "SessionStart")
ROOT_ENV = ("COPILOT_PROJECT_DIR", "CLAUDE_PROJECT_DIR")
CWD_IS_ROOT = True
TWICE = frozenset((SHELL, WRITE))
CAN_ASK = True
CAN_TELL = True

OTHER_EVENTS = frozenset(
    [
        "sessionStart",
        "userPromptSubmitted",
        "userPromptTransformed",
        "preMcpToolCall",
        "postToolUse",
        "postToolUseFailure",
        "subagentStart",
        "subagentStop",
        "agentStop",
        "notification",
        "errorOccurred",
        "preCompact",
        "sessionEnd",
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "PostToolUseFailure",
        "SubagentStart",
        "SubagentStop",
        "Stop",
        "Notification",
        "PreCompact",
        "SessionEnd",
        "ErrorOccurred",
    ]
)

_SHELL = (SHELL, (("command", "command"),))
_PATH = (("path", "write"),)
_FILE = (("file_path", "write"),)
_SEARCH = (READ, (("paths", "read?"), ("path", "read?"), ("glob", "globs?")))
_PATCH = (("patch", "patch"),)
PATCHING = frozenset(("apply_patch", "edit", "Edit", "create", "Write", "MultiEdit"))
"""Tools whose arguments may be a patch text; PascalCase events call ``apply_patch`` an Edit."""
TOOLS: dict[str, tuple[str, fields.Spec]] = {
    "bash": _SHELL,
    "Bash": _SHELL,
    "powershell": _SHELL,
    "PowerShell": _SHELL,
    "shell": _SHELL,
    "Shell": _SHELL,
    "write_bash": (LATER, (("input", "command"),)),
    "write_powershell": (LATER, (("input", "command"),)),
    "create": (WRITE, _PATH),
    "Write": (WRITE, _PATH),
    "edit": (WRITE, _PATH),
    "Edit": (WRITE, _PATH),
    "view": (READ, (("path", "read"),)),
    "Read": (READ, (("path", "read"),)),
    "grep": _SEARCH,
    "Grep": _SEARCH,
    "rg": _SEARCH,
    "glob": (OTHER, ()),
    "Glob": (OTHER, ()),
    "task": (AGENT, (("prompt", "text"),)),
    "Agent": (AGENT, (("prompt", "text"),)),
    "write_agent": (AGENT, (("message", "text"),)),
    "web_fetch": (FETCH, (("url", "url"),)),
    "WebFetch": (FETCH, (("url", "url"),)),
    "web_search": (FETCH, (("query", "text"),)),
    "sql": (OTHER, (("query", "text"),)),
    "session_store_sql": (OTHER, (("query", "text"),)),
}
# Built-in tools with a hyphen would look like MCP tools (``server-tool``); none has one today.


def decode(payload: dict[str, object], event: str) -> Call | None:
    """Normalise either payload form; None for other events; raises ``Unreadable``."""
    camel = "toolName" in payload or "toolArgs" in payload or "sessionId" in payload
    name = fields.optional(payload, "hook_event_name", "the payload") or event
    name = fields.optional(payload, "hookName", "the payload") or name
    if name in SESSION and "toolName" in payload:
        name = EVENT  # our line was moved: the payload names no event
    if name in OTHER_EVENTS and name not in PRE_TOOL:
        return None
    if name not in PRE_TOOL:
        raise Unreadable(f"event {words.shown(name)} isn't one of {TITLE}'s")
    tool = fields.text(payload, "toolName" if camel else "tool_name", "the payload")
    call = Call(
        NAME,
        OTHER,
        tool,
        event=name,
        cwd=fields.optional(payload, "cwd", "the payload"),
        session=fields.optional(payload, "sessionId" if camel else "session_id", "the payload"),
        agent=fields.optional(payload, "agentId" if camel else "agent_id", "the payload"),
    )
    key = "toolInput" if name in PERMISSION else "toolArgs" if camel else "tool_input"
    return _filled(call, payload, key)


def _filled(call: Call, payload: dict[str, object], key: str) -> Call:
    if key not in payload:
        raise Unreadable(f"the payload has no {key}")
    value = payload[key]
    if isinstance(value, str):
        try:
            value = strictjson.loads(value.encode("utf-8", "surrogatepass"), key)
        except Unreadable:
            if call.tool not in PATCHING or "*** Begin Patch" not in value:
                raise
            call.kind, call.arguments = WRITE, {"patch": value}
            return fields.fill(call, _PATCH, call.arguments)
    if not isinstance(value, dict):
        raise Unreadable(f"{key} of the payload is {fields.kind_of(value)}, not an object")
    call.arguments = value
    if key == "toolInput" and "file_path" in value:
        call.kind = WRITE
        return fields.fill(call, _FILE, value)
    server, hyphen, tool = call.tool.partition("/" if key == "toolInput" else "-")
    if call.tool not in TOOLS and hyphen and server and tool:
        call.kind = MCP
        return fields.mcp(call, server, tool, value)
    return fields.tool_call(call, TOOLS, value)


def render(verdict: Verdict, wire: str = "", event: str = "") -> Answer:
    """Say ``verdict`` to Copilot; through a foreign line an ask becomes a refusal.

    There is no note for the person: he sees the whole reason, and with ``exec`` entries a
    progress line beside the JSON would cost the answer (measured).  A permission event has a form of
    its own; an ask is silence there, since the host asks by itself.
    """
    if event in SESSION:
        from failshut.hosts import opening

        return opening.flat(verdict, "additionalContext")
    if event in PERMISSION:
        return _permission(verdict)
    if verdict.action == PASS:
        if not verdict.tell:
            return Answer(0, "", "")
        text = words.quoted(words.clipped(words.clean(verdict.tell)))
        return Answer(0, '{"additionalContext":' + text + "}", "")
    asked = verdict.action == ASK and verdict.asks and wire in ("", NAME)
    why = words.reason(verdict, can_ask=asked)
    decision = (
        '{"permissionDecision":"'
        + ("ask" if asked else "deny")
        + '","permissionDecisionReason":'
        + words.quoted(why)
        + "}"
    )
    return Answer(0 if asked else 2, decision, why)


def _permission(verdict: Verdict) -> Answer:
    if verdict.action != DENY:
        return Answer(0, "", "")
    why = words.reason(verdict)
    return Answer(2, '{"behavior":"deny","message":' + words.quoted(why) + "}", why)
