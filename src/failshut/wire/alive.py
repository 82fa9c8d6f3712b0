"""Find what makes a host drop its file or switch its hooks off without a word.

Measured per host unless the host's module says otherwise; each row of ``CHECKS`` is one cause.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from failshut.wire import tomledit
from failshut.wire.checks import (
    Check,
    Handler,
    events_are_lists,
    flag,
    handlers,
    is_int,
    is_positive,
    is_value,
    list_of_texts,
    lists_us,
    no_address,
    no_mark,
    only_keys,
    texts_in_groups,
    up_to_600,
)
from failshut.wire.entries import NAME, WIRINGS
from failshut.wire.jsondoc import decode, read
from failshut.wire.line import LAUNCHER


@dataclass(frozen=True)
class Finding:
    """One cause: the host would not load our entry because of ``path:line``.

    With the state ``not alone`` it would, and run another home's guard too.
    """

    host: str
    path: str
    line: int
    problem: str
    fix: str
    state: str = "not alive"


_CURSOR_EVENTS = (
    *("sessionStart", "sessionEnd", "preToolUse", "postToolUse", "postToolUseFailure"),
    *("subagentStart", "subagentStop", "beforeShellExecution", "afterShellExecution"),
    *("beforeMCPExecution", "afterMCPExecution", "beforeReadFile", "afterFileEdit"),
    *("beforeSubmitPrompt", "preCompact", "stop", "afterAgentResponse", "afterAgentThought"),
    *("beforeTabFileRead", "afterTabFileEdit", "workspaceOpen"),
)
_KIMI_EVENTS = (
    *("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionResult"),
    *("UserPromptSubmit", "UserPromptQueued", "TurnStarted", "Stop", "StopFailure", "Interrupt"),
    *("SessionStart", "SessionEnd", "SessionHeartbeat", "SubagentStart", "SubagentStop"),
    *("TaskStarted", "PreCompact", "PostCompact", "Notification"),
)
KIMI = Handler(
    untyped=True,
    number=up_to_600,
    choices=(("event", _KIMI_EVENTS),),
    keys=("event", "command", "matcher", "timeout"),
)
REMOVE = "Remove or repair it"
OTHERS = "Delete the entry by hand, or run `failshut uninstall --home` with that home"
CHECKS: dict[str, tuple[Check, ...]] = {
    "claude-code": (
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
    ),
    "codex": (
        no_mark,
        only_keys((), ("description", "hooks"), "top-level key"),
        handlers(Handler(types=("command", "mcp_tool", "prompt", "agent"), number=is_int)),
    ),
    "copilot": (flag(("disableAllHooks",), True), is_value("version", 1), events_are_lists),
    "cursor": (is_value("version", 1), only_keys(("hooks",), _CURSOR_EVENTS, "event"), no_address),
    "gemini": (
        flag(("hooksConfig", "enabled"), False),
        lists_us(("hooksConfig", "disabled")),
        texts_in_groups("BeforeTool"),
    ),
    "antigravity": (
        no_mark,
        flag((NAME, "enabled"), False),
        handlers(
            Handler(types=("command", "prompt"), untyped=True, number=is_int),
            events=("PreToolUse", "PostToolUse"),
            parent=None,
        ),
        handlers(
            Handler(types=("command", "prompt"), untyped=True, number=is_int),
            events=("PreInvocation", "PostInvocation", "Stop", "SessionStart"),
            grouped=False,
            parent=None,
        ),
    ),
    "kimi": (),
}


def findings(host: str, path: str, data: bytes) -> list[Finding]:
    """Return what keeps ``host`` from loading our entry in the file ``path`` that holds ``data``."""
    text = decode(data, path)
    if WIRINGS[host].toml:
        return list(_blocks(host, path, text))
    document = read(text, path, WIRINGS[host].comments)
    if document.root is None:
        return []
    found = [item for check in CHECKS[host] for item in check(document, document.root)]
    return [Finding(host, path, document.line(at), problem, REMOVE) for at, problem in sorted(set(found))]


def strangers(host: str, path: str, data: bytes, ours: str) -> list[Finding]:
    """Return the entries in ``data`` that run a launcher of another home beside ``ours``."""
    found = []
    for number, row in enumerate(decode(data, path).split("\n"), 1):
        for place in launchers(row):
            if place not in ours:
                problem = (
                    f"an entry runs the guard of another home ({place}); if that breaks, it refuses all"
                )
                found.append(Finding(host, path, number, problem, OTHERS, "not alone"))
    return found


def launchers(text: str) -> list[str]:
    """Return the absolute paths of launchers that ``text`` names, each once."""
    found = []
    for piece in text.split(LAUNCHER)[:-1]:
        start = max(piece.rfind(mark) for mark in (*" \t'\"`=(:", "\\")) + 1
        if piece[start:].startswith("/") and piece.endswith("/"):
            found.append(piece[start:] + LAUNCHER)
    return list(dict.fromkeys(found))


def _blocks(host: str, path: str, text: str) -> Iterator[Finding]:
    hooks = tomledit.parse(text, path).get("hooks", [])
    lines = tomledit.block_lines(text)
    for index, hook in enumerate(hooks if isinstance(hooks, list) else []):
        problem = KIMI.problem(hook) or (
            "" if isinstance(hook, dict) and "event" in hook else "a hook without event"
        )
        if problem:
            line = lines[index] if index < len(lines) else 1
            yield Finding(host, path, line, f"{problem} makes the host drop all hooks", REMOVE)
