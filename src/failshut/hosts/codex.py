"""Speak with Codex CLI (measured on 0.171.0).

A denial is exit 2 with a non-blank reason on stderr and nothing else: any unknown field beside
a JSON denial opens it, and stdout is not looked at with exit 2.
"""

from failshut.errors import Unreadable
from failshut.hosts import claude_code, fields, words
from failshut.model import AGENT, LATER, MCP, OTHER, PASS, READ, SHELL, WRITE, Answer, Call, Verdict

NAME = "codex"
TITLE = "Codex CLI"
READ_BY: tuple[str, ...] = ()
BOM = False
EVENT = "PreToolUse"
PRE_TOOL = (EVENT,)
SESSION = ("SessionStart",)
ROOT_ENV: tuple[str, ...] = ()
CWD_IS_ROOT = True
TWICE = frozenset[str]()
CAN_ASK = False
CAN_TELL = True

OTHER_EVENTS = frozenset(
    [
        "PostToolUse",
        "PermissionRequest",
        "UserPromptSubmit",
        "Stop",
        "SubagentStop",
        "SubagentStart",
        "SessionStart",
        "SessionEnd",
        "PreCompact",
        "PostCompact",
        "Interrupt",
        "PreModelRequest",
        "PostModelRequest",
        "StopFailure",
    ]
)

TOOLS: dict[str, tuple[str, fields.Spec]] = {
    "Bash": (SHELL, (("command", "command"),)),
    "exec_command": (SHELL, (("cmd", "command"), ("workdir", "cwd?"))),
    "shell": (SHELL, (("command", "command"), ("workdir", "cwd?"))),
    "write_stdin": (LATER, (("chars", "command"),)),
    "apply_patch": (WRITE, (("command", "patch"),)),
    "view_image": (READ, (("path", "read"),)),
    "read_mcp_resource": (MCP, (("server", "server"), ("uri", "text?"))),
    "list_mcp_resources": (OTHER, ()),
    "spawn_agent": (AGENT, ()),
    "collaborationspawn_agent": (AGENT, ()),
    "multi_agent_v1spawn_agent": (AGENT, ()),
    "create_goal": (OTHER, ()),
    "get_goal": (OTHER, ()),
    "update_goal": (OTHER, ()),
    "clocksleep": (OTHER, ()),
}


def decode(payload: dict[str, object], event: str) -> Call | None:
    """Normalise a PreToolUse payload; None for the host's other events; raises ``Unreadable``."""
    name = fields.text(payload, "hook_event_name", "the payload")
    if name in OTHER_EVENTS:
        return None
    if name != "PreToolUse":
        raise Unreadable(f"event {words.shown(name)} isn't one of {TITLE}'s")
    return claude_code.pre_tool(payload, NAME, name, TOOLS)


def render(verdict: Verdict, wire: str = "", event: str = "") -> Answer:
    """Say ``verdict`` to Codex; an ask is a refusal, since its own ``ask`` lets the call run."""
    if event in SESSION:
        from failshut.hosts import opening

        return opening.nested(verdict)
    if verdict.action != PASS:
        reason = words.reason(verdict)
        # At exit 2 Codex reads stderr alone; where that is lost the line says this at exit 0.
        return Answer(2, claude_code.denied(reason), reason)
    return Answer(0, claude_code.told(verdict.tell) if verdict.tell else "", "")
