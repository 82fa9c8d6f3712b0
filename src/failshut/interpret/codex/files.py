"""Read the texts of Codex' configuration: strict JSON and TOML, where one mistake costs the file."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from failshut.interpret.text import Object, parse

_KINDS = {"command": ("command",), "mcp_tool": ("server", "tool"), "prompt": (), "agent": ()}
_PLAIN = re.compile(r"[A-Za-z0-9_|]*|\*")
_UNKNOWN_TO_RUST = re.compile(r"\(\?<?[=!]|\\[1-9]")


class Refused(ValueError):
    """The host refuses the text; ``cell`` names the cell that says so."""

    def __init__(self, cell: str) -> None:
        super().__init__(cell)
        self.cell = cell


@dataclass(frozen=True, slots=True)
class Found:
    """One handler as it stands in a file, with its two places."""

    event: str
    group: int
    place: int
    matcher: object
    handler: Object


def read_json(text: str, known: tuple[str, ...], events: tuple[str, ...]) -> Object:
    """Return the ``hooks`` of a hooks.json; raises Refused."""
    try:
        value = parse(text)
    except ValueError:
        raise Refused("not-json") from None
    if not isinstance(value, dict):
        raise Refused("not-json")
    if set(value) - set(known):
        raise Refused("unknown-key")
    hooks = value.get("hooks", {})
    check(hooks, events)
    assert isinstance(hooks, dict)
    return hooks


def read_toml(text: str, events: tuple[str, ...]) -> Object:
    """Return a config.toml as a table; raises Refused."""
    try:
        value: Object = tomllib.loads(text)
    except (ValueError, RecursionError):
        raise Refused("bad-toml") from None
    check(value.get("hooks", {}), events)
    return value


def override(text: str) -> Object:
    """Read ``key=value`` of the command line; a value that isn't TOML is a plain text."""
    key, _, value = text.partition("=")
    for form in (value, json.dumps(value)):
        try:
            return tomllib.loads(f"{key} = {form}")
        except (ValueError, RecursionError):
            continue
    return {}


def check(hooks: object, events: tuple[str, ...]) -> None:
    """Raise Refused when a known event holds anything of the wrong type; others are ignored."""
    if not isinstance(hooks, dict):
        raise Refused("bad-type")
    for event in events:
        groups = hooks.get(event, [])
        if not isinstance(groups, list):
            raise Refused("bad-type")
        for group in groups:
            _check_group(group)


def _check_group(group: object) -> None:
    if not isinstance(group, dict) or not isinstance(group.get("matcher"), str | None):
        raise Refused("bad-type")
    handlers = group.get("hooks", [])
    if not isinstance(handlers, list):
        raise Refused("bad-type")
    for handler in handlers:
        _check_handler(handler)


def _check_handler(handler: object) -> None:
    kind = handler.get("type") if isinstance(handler, dict) else None
    if not isinstance(handler, dict) or not isinstance(kind, str) or kind not in _KINDS:
        raise Refused("bad-handler")
    if any(not isinstance(handler.get(name), str) for name in _KINDS[kind]):
        raise Refused("bad-handler")
    timeout = handler.get("timeout")
    if isinstance(timeout, bool) or not isinstance(timeout, int | None) or (timeout or 0) < 0:
        raise Refused("bad-timeout")
    if not isinstance(handler.get("async", False), bool):
        raise Refused("bad-type")
    if not isinstance(handler.get("statusMessage"), str | None):
        raise Refused("bad-type")


def handlers(hooks: Mapping[str, object], events: tuple[str, ...]) -> Iterator[Found]:
    """Yield the handlers of checked hooks; a group without ``hooks`` has none."""
    for event in events:
        groups = hooks.get(event, [])
        assert isinstance(groups, list)
        for number, group in enumerate(groups):
            for place, handler in enumerate(group.get("hooks", [])):
                yield Found(event, number, place, group.get("matcher"), handler)


def is_pattern(matcher: object) -> bool:
    """Say whether a matcher is fine: a list of names, or an expression that Rust knows."""
    if not isinstance(matcher, str) or _PLAIN.fullmatch(matcher):
        return True
    if _UNKNOWN_TO_RUST.search(matcher):
        return False
    try:
        re.compile(matcher)
    except (re.error, RecursionError, OverflowError):
        return False
    return True
