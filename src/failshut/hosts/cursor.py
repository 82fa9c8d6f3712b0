"""Speak with Cursor (reported for cursor-agent 2026.09-10 and IDE 3.9; not measured).

The model reads ``user_message``; ``agent_message`` is dropped, so both carry the reason.
Silence may block every call: no opinion needs the explicit form.
"""

from failshut.errors import Unreadable
from failshut.hosts import claude_code, fields, words
from failshut.hot import strictjson
from failshut.model import (
    AGENT,
    DELETE,
    FETCH,
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

NAME = "cursor"
TITLE = "Cursor"
READ_BY: tuple[str, ...] = ()
BOM = True
EVENT = "preToolUse"
PRE_TOOL = ("preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile")
SESSION = ("sessionStart", "SessionStart")
ROOT_ENV = ("CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR")
CWD_IS_ROOT = False
TWICE = frozenset((SHELL, READ))
CAN_ASK = False
CAN_TELL = False

OTHER_EVENTS = frozenset(
    [
        "sessionStart",
        "sessionEnd",
        "postToolUse",
        "postToolUseFailure",
        "subagentStart",
        "subagentStop",
        "afterShellExecution",
        "afterMCPExecution",
        "afterFileEdit",
        "beforeSubmitPrompt",
        "preCompact",
        "stop",
        "afterAgentResponse",
        "afterAgentThought",
        "beforeTabFileRead",
        "afterTabFileEdit",
        "workspaceOpen",
    ]
)

_COMMAND = (("command", "command"), ("cwd", "cwd?"), ("working_directory", "cwd?"))
TOOLS: dict[str, tuple[str, fields.Spec]] = {
    "Shell": (SHELL, _COMMAND),
    "Bash": (SHELL, _COMMAND),
    "Write": (WRITE, (("file_path", "write"),)),
    "Edit": (WRITE, (("file_path", "write"),)),
    "Read": (READ, (("file_path", "read"),)),
    "Delete": (DELETE, (("file_path", "delete"),)),
    "Grep": (
        READ,
        (("file_path", "read?"), ("path", "read?"), ("glob", "globs?"), ("glob_pattern", "globs?")),
    ),
    "Task": (AGENT, ()),
    "WebFetch": (FETCH, (("url", "url"),)),
    "WebSearch": (FETCH, ()),
}


def decode(payload: dict[str, object], event: str) -> Call | None:
    """Normalise any of the permission events; None for the others; raises ``Unreadable``."""
    name = fields.text(payload, "hook_event_name", "the payload")
    if name in OTHER_EVENTS:
        return None
    call = Call(
        NAME,
        OTHER,
        "",
        event=name,
        cwd=fields.optional(payload, "cwd", "the payload"),
        roots=fields.texts(payload, "workspace_roots", "the payload"),
        session=fields.optional(payload, "conversation_id", "the payload")
        or fields.optional(payload, "session_id", "the payload"),
        call_id=fields.optional(payload, "tool_use_id", "the payload")
        or fields.optional(payload, "generation_id", "the payload"),
    )
    if name == "beforeShellExecution":
        call.tool, call.kind, call.arguments = "Shell", SHELL, payload
        return fields.fill(call, (("command", "command"),), {"command": payload.get("command")})
    if name == "beforeReadFile":
        call.tool, call.kind = "Read", READ
        return fields.fill(call, (("file_path", "read"),), {"file_path": payload.get("file_path")})
    if name == "beforeMCPExecution":
        return _mcp(call, payload, fields.text(payload, "tool_name", "the payload"))
    if name not in ("preToolUse", "PreToolUse"):
        raise Unreadable(f"event {words.shown(name)} isn't one of {TITLE}'s")
    call.tool = fields.text(payload, "tool_name", "the payload")
    if call.tool.startswith("MCP:"):
        return _mcp(call, payload, call.tool[4:])
    call.arguments = fields.table(payload, "tool_input", "the payload")
    return fields.tool_call(call, TOOLS, call.arguments)


def _mcp(call: Call, payload: dict[str, object], tool: str) -> Call:
    """Fill an MCP call, whose ``tool_input`` may be an object or a JSON text."""
    value = payload.get("tool_input")
    if isinstance(value, str):
        value = strictjson.loads(value.encode("utf-8", "surrogatepass"), "tool_input")
    if not isinstance(value, dict):
        raise Unreadable(f"tool_input of {words.named(tool)} is {fields.kind_of(value)}, not an object")
    call.kind, call.arguments = MCP, value
    call.tool = call.tool or tool
    server = fields.optional(payload, "mcp_server_name", "the payload")
    return fields.mcp(call, server, tool, value)


def render(verdict: Verdict, wire: str = "", event: str = "") -> Answer:
    """Say ``verdict`` to Cursor; through Claude Code's file in the nested form its import reads."""
    if event in SESSION:
        from failshut.hosts import opening

        return opening.flat(verdict, "additional_context")
    if verdict.action == PASS:
        return Answer(0, '{"permission":"allow"}', "")
    why = words.reason(verdict)
    if wire not in ("", NAME):
        return Answer(2, claude_code.decision("deny", why), why)
    text = words.quoted(why)
    body = '{"permission":"deny","user_message":' + text + ',"agent_message":' + text + "}"
    return Answer(2, body, why)
