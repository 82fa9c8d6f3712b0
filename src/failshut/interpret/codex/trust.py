"""Compute the hash that Codex stores for a trusted handler, and find the state it keeps for one."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping

from failshut.interpret.text import Object

_KEPT = ("statusMessage", "additionalContextLimit")


def label(event: str) -> str:
    """Return the event's name as it stands in keys: PreToolUse → pre_tool_use."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()


def trusted_hash(event: str, matcher: str | None, handler: Mapping[str, object], default: int) -> str:
    """Return the hash of a command handler: sha256 of compact JSON with sorted keys.

    It covers the event, the matcher and the handler with its defaults filled in, not the script.
    """
    timeout = handler.get("timeout")
    seconds = max(timeout, 1) if isinstance(timeout, int) else default
    normal: Object = {
        "type": "command",
        "command": handler.get("command"),
        "timeout": seconds,
        "async": handler.get("async") is True,
    }
    normal |= {key: handler[key] for key in _KEPT if handler.get(key) is not None}
    identity: Object = {"event_name": label(event), "hooks": [normal]}
    if matcher is not None:
        identity["matcher"] = matcher
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def state(
    states: Object, file: str, home: Mapping[str, str], event: str, group: int, handler: int
) -> Object:
    """Return what the host keeps for a handler: its key is file, event and the two places.

    ``home`` tells the absolute forms of ``~`` and of the project; without one any absolute path
    with the same end is taken.
    """
    tail = f":{label(event)}:{group}:{handler}"
    for key, value in states.items():
        path = key.removesuffix(tail)
        if path != key and isinstance(value, dict) and _same(path, file, home):
            return value
    return {}


def _same(path: str, file: str, home: Mapping[str, str]) -> bool:
    if file.startswith("/"):
        return path == file
    if not file.startswith("~/"):
        return path == f"{home['project']}/{file}"
    name = file.removeprefix("~/.codex/")
    if path in (file, f"$CODEX_HOME/{name}"):
        return True
    if "codex" in home:
        return path == f"{home['codex']}/{name}"
    return path.startswith("/") and path.endswith(f"/.codex/{name}")
