"""Check one entry of Claude Code's hooks as the host does: what is wrong with it, if anything."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NEEDS = {
    "command": ("command",),
    "http": ("url",),
    "mcp_tool": ("server", "tool"),
    "prompt": ("prompt",),
    "agent": ("prompt",),
}
_TYPES: dict[str, type] = {
    "shell": str,
    "if": str,
    "statusMessage": str,
    "async": bool,
    "asyncRewake": bool,
    "once": bool,
    "model": str,
    "continueOnBlock": bool,
    "headers": dict,
    "allowedEnvVars": list,
    "input": dict,
}
_RULE = re.compile(r"[A-Za-z_]\w*(\([^()]*(\([^()]*\)[^()]*)*\))?\Z")


def problem(handler: object, words: tuple[str, ...]) -> str:
    """Return the cell that says why the handler is invalid, or "".

    ``words`` are the values of onFailure that the version knows; none: it doesn't know the key.
    """
    if not isinstance(handler, Mapping):
        return "bad-shape"
    needs = _NEEDS.get(str(handler.get("type")))
    if needs is None:
        return "bad-type"
    if any(not isinstance(handler.get(key), str) for key in needs):
        return "incomplete"
    if "timeout" in handler and not _positive(handler["timeout"]):
        return "bad-timeout"
    takes = words and handler["type"] not in ("prompt", "agent")
    if takes and handler.get("onFailure", "continue") not in (*words, "continue"):
        return "bad-on-failure"
    args = handler.get("args", [])
    if not isinstance(args, list) or any(not isinstance(word, str) for word in args):
        return "bad-shape"
    wrong = (key for key, kind in _TYPES.items() if not isinstance(handler.get(key, kind()), kind))
    return "bad-shape" if any(wrong) else ""


def never_runs(handler: Mapping[str, object], event: str, with_tools: tuple[str, ...]) -> str:
    """Return the cell that says why a valid entry never runs, or ""."""
    rule = handler.get("if")
    if rule is None:
        return ""
    if event not in with_tools:
        return "if-without-tool"
    return "" if isinstance(rule, str) and _RULE.match(rule.strip()) else "bad-if"


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0
