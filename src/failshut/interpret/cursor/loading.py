"""Say which hooks Cursor takes from its files, as far as documents and reports tell.

Where sources differ or are silent about a mistake, the whole file is taken for lost.
``switches``: ``trusted`` False (workspace not trusted), ``third_party`` False (imports turned
off), ``cloud`` True (a cloud agent).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from failshut.interpret.contracts import contract
from failshut.interpret.loading import Config
from failshut.interpret.matching import excludes
from failshut.interpret.text import Object, parse_object
from failshut.interpret.types import Dropped, Entry, Loading

_NATIVE = ("/etc/cursor/hooks.json", ".cursor/hooks.json", "~/.cursor/hooks.json")
_IMPORTS = (".claude/settings.local.json", ".claude/settings.json", "~/.claude/settings.json")
_URL = re.compile(r"https?://")
_NOT_IMPORTED = ("args", "failClosed", "onFailure", "matcher")


def load(config: Config) -> Loading:
    """Read the files by priority; all of them count, each one stands or falls by itself."""
    entries: list[Entry] = []
    dropped: list[Dropped] = []
    for name in (*_NATIVE, *_IMPORTS):
        if name not in config.files:
            continue
        wrong = _unread(config, name)
        if wrong:
            dropped.append(config.drop(wrong, name))
            continue
        kept, lost = _import(config, name) if name in _IMPORTS else _native(config, name)
        entries += kept
        dropped += lost
    dropped += [config.drop("not-read", name) for name in config.files if name not in (*_NATIVE, *_IMPORTS)]
    return Loading(tuple(entries), tuple(dropped))


def fires(entry: Entry, tool: str) -> bool:
    """Say whether the entry's matcher takes ``tool``; a matcher for a command's text may not."""
    book = contract("cursor")
    everything = book.words("pre-tool/matches-all")
    if entry.file in _IMPORTS:
        names = book.table("load/claude-names").get(tool, [])
        known = [tool, *(names if isinstance(names, list) else [])]
        return not all(excludes("words", everything, entry.matcher, str(name)) for name in known)
    named = tool.removeprefix("MCP:") if "MCP" in entry.event else tool
    subject = book.table("load/subjects").get(entry.event, named)
    return not excludes(book.phrase("pre-tool/matcher"), everything, entry.matcher, str(subject))


def _unread(config: Config, name: str) -> str:
    """Return the cell that says why the host doesn't look into this file now, or ""."""
    project = not name.startswith(("/", "~/"))
    if config.switches.get("trusted") is False and project:
        return "untrusted"
    if config.switches.get("cloud") is True and name.startswith("~/"):
        return "cloud"
    return "imports-off" if config.switches.get("third_party") is False and name in _IMPORTS else ""


def _native(config: Config, name: str) -> tuple[list[Entry], list[Dropped]]:
    data = parse_object(config.files[name])
    wrong = _fault(config, data)
    if data is None or wrong:
        return [], [config.drop(wrong, name)]
    found = [
        Entry(name, place, event, handler.get("matcher"), _without(handler, ("matcher",)))
        for event, place, handler in _listed(data)
        if isinstance(handler, dict)
    ]
    return found, []


def _listed(data: Object) -> Iterator[tuple[str, str, object]]:
    hooks = data.get("hooks")
    for event, items in hooks.items() if isinstance(hooks, dict) else ():
        for number, item in enumerate(items if isinstance(items, list) else ()):
            yield event, f"hooks.{event}[{number}]", item


def _fault(config: Config, data: Object | None) -> str:
    """Return the cell that says why the file is lost, or ""."""
    if data is None:
        return "not-json"
    if data.get("version") != 1 or isinstance(data["version"], bool):
        return "bad-version"
    hooks = data.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(items, list) for items in hooks.values()):
        return "not-a-list"
    if set(hooks) - set(config.contract.events):
        return "unknown-event"
    return next((wrong for _, _, handler in _listed(data) if (wrong := _entry_fault(handler))), "")


def _entry_fault(handler: object) -> str:
    if not isinstance(handler, dict):
        return "bad-entry"
    kind = handler.get("type", "command")
    text = handler.get(str(kind))
    if kind not in ("command", "prompt") or not isinstance(text, str):
        return "bad-entry"
    if kind == "command" and _URL.search(text):
        return "url"
    seconds = handler.get("timeout", 1)
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or seconds <= 0:
        return "bad-timeout"
    return "" if isinstance(handler.get("matcher", ""), str) else "bad-entry"


def _import(config: Config, name: str) -> tuple[list[Entry], list[Dropped]]:
    """Read the commands of a Claude Code file under Cursor's names of the events."""
    data = parse_object(config.files[name])
    if data is None:
        return [], [config.drop("not-json", name)]
    kept: list[Entry] = []
    lost: list[Dropped] = []
    names = config.contract.table("load/imported-events", config.version)
    for event, place, group in _listed(data):
        inner = group.get("hooks") if isinstance(group, dict) else None
        matcher = group.get("matcher") if isinstance(group, dict) else None
        for inside, handler in enumerate(inner if isinstance(inner, list) else ()):
            where = f"{place}.hooks[{inside}]"
            if event in names and _is_command(handler):
                wiring = _without(handler, _NOT_IMPORTED)
                kept.append(Entry(name, where, str(names[event]), matcher, wiring))
            else:
                lost.append(config.drop("not-imported", name, where))
    return kept, lost


def _is_command(handler: object) -> bool:
    return (
        isinstance(handler, dict)
        and handler.get("type", "command") == "command"
        and isinstance(handler.get("command"), str)
    )


def _without(handler: Object, keys: tuple[str, ...]) -> Object:
    return {key: value for key, value in handler.items() if key not in keys}
