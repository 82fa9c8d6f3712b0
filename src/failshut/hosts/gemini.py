"""Speak with Gemini CLI (measured on 0.61.0).

JSON on stdout decides whatever the exit code; exit 2 beside it keeps a damaged JSON a refusal.
An empty or allowing object on stdout would open exit 2, so a refusal never has one.
"""

from failshut.errors import Unreadable
from failshut.hosts import claude_code, fields, words
from failshut.model import AGENT, FETCH, OTHER, PASS, READ, SHELL, WRITE, Answer, Call, Verdict

NAME = "gemini"
TITLE = "Gemini CLI"
READ_BY: tuple[str, ...] = ()
BOM = False
EVENT = "BeforeTool"
PRE_TOOL = (EVENT,)
SESSION = ("SessionStart",)
ROOT_ENV = ("GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR")
CWD_IS_ROOT = True
TWICE = frozenset[str]()
CAN_ASK = False
CAN_TELL = False

OTHER_EVENTS = frozenset(
    [
        "SessionStart",
        "SessionEnd",
        "BeforeAgent",
        "AfterAgent",
        "BeforeModel",
        "AfterModel",
        "BeforeToolSelection",
        "AfterTool",
        "Notification",
        "PreCompress",
    ]
)

_SEARCH = (
    ("pattern", "text"),
    ("dir_path", "read?"),
    ("include_pattern", "globs?"),
    ("include", "globs?"),
)
TOOLS: dict[str, tuple[str, fields.Spec]] = {
    "run_shell_command": (SHELL, (("command", "command"), ("dir_path", "cwd?"))),
    "write_file": (WRITE, (("file_path", "write"),)),
    "replace": (WRITE, (("file_path", "write"),)),
    "edit": (WRITE, (("file_path", "write"),)),
    "read_file": (READ, (("file_path", "read"),)),
    "read_many_files": (READ, (("include", "globs?"), ("paths", "globs?"))),
    "list_directory": (OTHER, (("dir_path", "text?"),)),
    "glob": (OTHER, (("pattern", "text"),)),
    "grep_search": (READ, _SEARCH),
    "search_file_content": (READ, _SEARCH),
    "web_fetch": (FETCH, (("prompt", "urls-in"),)),
    "google_web_search": (FETCH, (("query", "text"),)),
    "invoke_agent": (AGENT, (("prompt", "text"),)),
    "activate_skill": (OTHER, ()),
    "save_memory": (OTHER, ()),
}


def decode(payload: dict[str, object], event: str) -> Call | None:
    """Normalise a BeforeTool payload; None for the host's other events; raises ``Unreadable``."""
    name = fields.text(payload, "hook_event_name", "the payload")
    if name in OTHER_EVENTS:
        return None
    if name != "BeforeTool":
        raise Unreadable(f"event {words.shown(name)} isn't one of {TITLE}'s")
    named = ("", "")
    if payload.get("mcp_context") is not None:
        context = fields.table(payload, "mcp_context", "the payload")
        server = fields.text(context, "server_name", "mcp_context")
        named = (server or "unnamed", fields.text(context, "tool_name", "mcp_context"))
    return claude_code.pre_tool(payload, NAME, name, TOOLS, named)


def render(verdict: Verdict, wire: str = "", event: str = "") -> Answer:
    """Say ``verdict`` to Gemini; an ask is a refusal, since a headless ask tells the model nothing."""
    if event in SESSION:
        from failshut.hosts import opening

        return opening.nested(verdict)
    if verdict.action == PASS:
        return Answer(0, "", "")
    why = words.reason(verdict)
    body = '{"decision":"deny","reason":' + words.quoted(why) + ',"systemMessage":'
    return Answer(2, body + words.quoted(words.note(verdict)) + "}", why)
