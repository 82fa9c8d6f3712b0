"""Know each host's payloads and answers: ``decode`` a payload to a ``Call``, ``render`` a ``Verdict``.

The registry is explicit and lazy: a hook run imports the one module that it needs.  Each module
has the members that ``hosts.base.Host`` describes.  One line here is all that a new host needs
besides its own files (docs/adding-a-host.md).
"""

from __future__ import annotations

MYPY = False
if MYPY:  # only type checkers come here: typing is too dear for the hot path
    from failshut.hosts.base import Host

# The host's name, as persons type it and contracts are filed: its module's, in each room.
HOSTS = {
    "claude-code": "claude_code",
    "codex": "codex",
    "copilot": "copilot",
    "cursor": "cursor",
    "gemini": "gemini",
    "antigravity": "antigravity",
    "kimi": "kimi",
}


def load(name: str) -> Host:
    """Return the module of host ``name``; KeyError for a host that isn't one of ours."""
    stem = HOSTS[name]
    return getattr(__import__("failshut.hosts", None, None, (stem,)), stem)  # type: ignore[no-any-return]


def dialect_of(payload: dict[str, object]) -> str:
    """Say whose payload this is, by top-level keys alone ("" = can't tell).

    It picks words, never the verdict: a wrong guess still refuses (exit 2 and stderr).  Only hosts
    that run the hooks of another one's file (``READ_BY``) have to be told apart; a new host may leave
    this alone, since a payload of nobody's is read as its line's own.  One function for all: asking
    the modules would import them in each hook run.
    """
    if "cursor_version" in payload:
        return "cursor"
    if payload.get("client_type") == "kimi_code_cli":
        return "kimi"
    if "toolCall" in payload or "conversationId" in payload:
        return "antigravity"
    if "toolName" in payload and "sessionId" in payload:
        return "copilot"
    event = payload.get("hook_event_name")
    if isinstance(event, str) and event in ("BeforeTool", "AfterTool", "BeforeAgent"):
        return "gemini"
    if "turn_id" in payload and "model" in payload:
        return "codex"
    if "timestamp" in payload and "transcript_path" not in payload and "session_id" in payload:
        return "copilot"
    if "transcript_path" in payload and "permission_mode" in payload and "turn_id" not in payload:
        return "claude-code"
    return ""
