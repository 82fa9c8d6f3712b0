"""Speak with Antigravity CLI (reported for agy 1.2.16; not measured).

Any non-zero exit blocks and the model reads stderr inside the host's own sentence; silence with
exit 0 runs the call, so a refusal never depends on stdout and no opinion is explicit.
"""

from failshut.errors import Unreadable
from failshut.hosts import fields, words
from failshut.model import (
    AGENT,
    DELETE,
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

NAME = "antigravity"
TITLE = "Antigravity CLI"
READ_BY: tuple[str, ...] = ()
BOM = False
EVENT = "PreToolUse"
PRE_TOOL = (EVENT,)
SESSION: tuple[str, ...] = ()
ROOT_ENV: tuple[str, ...] = ()
CWD_IS_ROOT = False
TWICE = frozenset[str]()
CAN_ASK = False
CAN_TELL = False

OTHER_EVENTS = frozenset(("PostToolUse", "PreInvocation", "PostInvocation", "Stop", "SessionStart"))

_TARGET = (("TargetFile", "write"),)
TOOLS: dict[str, tuple[str, fields.Spec]] = {
    "run_command": (SHELL, (("CommandLine", "command"), ("Cwd", "cwd?"))),
    "send_command_input": (LATER, (("Input", "command?"),)),
    "manage_task": (LATER, (("Input", "command?"),)),
    "schedule": (LATER, ()),
    "write_to_file": (WRITE, _TARGET),
    "replace_file_content": (WRITE, _TARGET),
    "multi_replace_file_content": (WRITE, _TARGET),
    "create_file": (WRITE, (("TargetFile", "write?"), ("AbsolutePath", "write?"))),
    "edit_file": (WRITE, (("TargetFile", "write?"), ("AbsolutePath", "write?"))),
    "delete_file": (DELETE, (("TargetFile", "delete?"), ("AbsolutePath", "delete?"))),
    "view_file": (READ, (("AbsolutePath", "read"),)),
    "list_dir": (OTHER, ()),
    "find_by_name": (OTHER, ()),
    "grep_search": (READ, (("SearchPath", "read?"), ("Includes", "globs?"))),
    "search_web": (FETCH, ()),
    "read_url_content": (FETCH, (("Url", "url"),)),
    "invoke_subagent": (AGENT, ()),
    "define_subagent": (AGENT, ()),
}


def decode(payload: dict[str, object], event: str) -> Call | None:
    """Normalise a PreToolUse payload; None for other events and for a null ``toolCall``.

    The payload names no event: ``event`` comes from the wired line.
    """
    if event in OTHER_EVENTS:
        return None
    if event != EVENT:
        raise Unreadable(f"event {words.shown(event)} isn't one of {TITLE}'s")
    if "toolCall" not in payload:
        raise Unreadable("the payload has no toolCall")
    if payload["toolCall"] is None:
        return None
    inner = fields.table(payload, "toolCall", "the payload")
    arguments = fields.table(inner, "args", "toolCall")
    call = Call(
        NAME,
        OTHER,
        fields.text(inner, "name", "toolCall"),
        event=event,
        arguments=arguments,
        roots=fields.texts(payload, "workspacePaths", "the payload"),
        session=fields.optional(payload, "conversationId", "the payload"),
    )
    if call.tool != "call_mcp_tool":
        return fields.tool_call(call, TOOLS, arguments)
    call.kind = MCP
    server = fields.text(arguments, "ServerName", call.tool)
    inside = arguments.get("Arguments")
    named = inside if isinstance(inside, dict) else {"Arguments": inside}
    return fields.mcp(call, server, fields.text(arguments, "ToolName", call.tool), named)


def render(verdict: Verdict, wire: str = "", event: str = "") -> Answer:
    """Say ``verdict`` to Antigravity; no field but its own two, or the reason is lost."""
    if verdict.action == PASS:
        return Answer(0, '{"decision":"allow"}', "")
    why = words.reason(verdict)
    return Answer(2, '{"decision":"deny","reason":' + words.quoted(why) + "}", why)
