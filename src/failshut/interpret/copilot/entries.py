"""Say why Copilot refuses an entry of its hook files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from failshut.interpret.matching import excludes
from failshut.interpret.text import Object

CLAUDE_EVENTS = ("PreToolUse", "PermissionRequest")
_EVERYTHING = ("*", "**")
_SHELLS = ("bash", "command", "powershell")
_LOCAL = re.compile(r"http://(localhost|127\.[\d.]+|\[::1\])(?=[:/?#]|$)")


def handlers(event: str, listed: list[object]) -> Iterator[tuple[str, object]]:
    """Yield place and handler, with the matcher of its group, for every entry of an event's list."""
    for number, item in enumerate(listed):
        place = f"hooks.{event}[{number}]"
        inner = item.get("hooks") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(inner, list):
            yield place, item
            continue
        group = {"matcher": item["matcher"]} if "matcher" in item else {}
        for inside, handler in enumerate(inner):
            yield f"{place}.hooks[{inside}]", {**handler, **group} if isinstance(handler, dict) else handler


def fault(event: str, entry: object, env: Mapping[str, object]) -> str:
    """Return the name of the cell that says why the entry is dropped, or ""."""
    if not isinstance(entry, dict):
        return "bad-entry"
    kind = entry.get("type", "command")
    known: dict[object, Callable[[], str]] = {
        "command": lambda: _command(entry),
        "http": lambda: _http(entry, env),
    }
    if event in ("sessionStart", "SessionStart"):
        known["prompt"] = lambda: "" if isinstance(entry.get("prompt"), str) else "bad-entry"
    if not isinstance(kind, str) or kind not in known:
        return "bad-type"
    return _common(event, entry) or known[kind]()


def _common(event: str, entry: Object) -> str:
    if "matcher" in entry and not _is_matcher(event, entry["matcher"]):
        return "bad-matcher"
    for key in ("timeoutSec", "timeout"):
        if key in entry and not _is_time(entry[key]):
            return "bad-timeout"
    env = entry.get("env", {})
    if not isinstance(env, dict) or not all(isinstance(value, str) for value in env.values()):
        return "bad-env"
    return ""


def _is_matcher(event: str, matcher: object) -> bool:
    if not isinstance(matcher, str) or not matcher:
        return False
    if event[:1].isupper() and matcher in _EVERYTHING:  # measured at six of Claude Code's events
        return True
    try:
        re.compile(matcher)
    except (re.error, RecursionError, OverflowError):
        return False
    return True


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _command(entry: Object) -> str:
    shells = [key for key in _SHELLS if key in entry]
    if "exec" in entry:
        return "exec-and-shell" if shells else "" if isinstance(entry["exec"], str) else "no-command"
    texts = [isinstance(entry[key], str) for key in shells]
    return "" if texts and all(texts) else "no-command"


def _http(entry: Object, env: Mapping[str, object]) -> str:
    url = entry.get("url")
    if not isinstance(url, str):
        return "bad-url"
    local = _LOCAL.match(url) and env.get("COPILOT_HOOK_ALLOW_LOCALHOST") == "1"
    return "" if url.startswith("https://") or local else "bad-url"


def takes(event: str, matcher: object, tool: str, claude_name: str) -> bool:
    """Say whether a loaded matcher takes the tool, by its own and by Claude's name for it."""
    if not isinstance(matcher, str):
        return True
    if event[:1].isupper() and matcher in _EVERYTHING:
        return True
    if event not in CLAUDE_EVENTS:
        return not excludes("anchored", (), matcher, tool)
    if re.fullmatch(r"[\w|-]+", matcher):
        return bool({tool, claude_name} & set(matcher.split("|")))
    return not excludes("anchored", (), matcher, claude_name)
