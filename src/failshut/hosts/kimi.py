"""Speak with Kimi Code CLI (measured on 2.1.0): with exit 2 the model reads stderr, nothing else."""

from failshut.errors import Unreadable
from failshut.hosts import claude_code, fields, words
from failshut.model import (
    AGENT,
    FETCH,
    LATER,
    OTHER,
    PASS,
    READ,
    SHELL,
    WRITE,
    Answer,
    Call,
    Verdict,
)

NAME = "kimi"
TITLE = "Kimi Code CLI"
READ_BY: tuple[str, ...] = ()
BOM = False
EVENT = "PreToolUse"
PRE_TOOL = (EVENT,)
SESSION: tuple[str, ...] = ()
ROOT_ENV: tuple[str, ...] = ()
CWD_IS_ROOT = True
TWICE = frozenset[str]()
CAN_ASK = False
CAN_TELL = False

OTHER_EVENTS = frozenset(
    [
        "PostToolUse",
        "PostToolUseFailure",
        "PermissionRequest",
        "PermissionResult",
        "UserPromptSubmit",
        "UserPromptQueued",
        "TurnStarted",
        "Stop",
        "StopFailure",
        "Interrupt",
        "SessionStart",
        "SessionEnd",
        "SessionHeartbeat",
        "SubagentStart",
        "SubagentStop",
        "TaskStarted",
        "PreCompact",
        "PostCompact",
        "Notification",
    ]
)

TOOLS: dict[str, tuple[str, fields.Spec]] = {
    "Bash": (SHELL, (("command", "command"), ("cwd", "cwd?"))),
    "Shell": (SHELL, (("command", "command"), ("cwd", "cwd?"))),
    "Write": (WRITE, (("path", "write"),)),
    "Edit": (WRITE, (("path", "write"),)),
    "Read": (READ, (("path", "read"),)),
    "ReadMediaFile": (READ, (("path", "read"),)),
    "Glob": (OTHER, (("pattern", "text"),)),
    "Grep": (READ, (("pattern", "text"), ("path", "read?"), ("glob", "globs?"))),
    "FetchURL": (FETCH, (("url", "url"),)),
    "SearchWeb": (FETCH, (("query", "text"),)),
    "Agent": (AGENT, (("prompt", "text"),)),
    "AgentSwarm": (AGENT, (("prompt_template", "text"),)),
    "CronCreate": (LATER, (("prompt", "text"),)),
    "Skill": (OTHER, (("skill", "text"),)),
}


def decode(payload: dict[str, object], event: str) -> Call | None:
    """Normalise a PreToolUse payload; None for the host's other events; raises ``Unreadable``."""
    name = fields.text(payload, "hook_event_name", "the payload")
    if name in OTHER_EVENTS:
        return None
    if name != "PreToolUse":
        raise Unreadable(f"event {words.shown(name)} isn't one of {TITLE}'s")
    call = claude_code.pre_tool(payload, NAME, name, TOOLS)
    folder = fields.optional(payload, "cwd", "the payload")
    call.roots = (folder,) if folder else ()  # the session's, which no call can set
    return call


def render(verdict: Verdict, wire: str = "", event: str = "") -> Answer:
    """Say ``verdict`` to Kimi; an ask is a refusal, since Kimi treats a hook's ask as allow."""
    if verdict.action == PASS:
        return Answer(0, "", "")
    return Answer(2, "", words.reason(verdict))
