"""Say whether a host would load a hook at all: a hook that isn't loaded refuses nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping

import tomlkit

from failshut.interpret import contract
from failshut.interpret.loading import fires, loading
from failshut.wire.entries import WIRINGS


def why_not(host: str, entry: Mapping[str, object]) -> str:
    """Say why ``host`` drops a hook that is wired as ``entry`` in its usual file ("" = it doesn't)."""
    wiring = WIRINGS[host]
    event = wiring.events[0]
    if wiring.toml:
        plain = {key: value for key, value in entry.items() if key != "type"}
        text = tomlkit.dumps({wiring.parent[0]: [{"event": event, **plain}]})
    else:
        element: object = {"hooks": [dict(entry)]} if wiring.grouped else dict(entry)
        inner: object = {event: [element]}
        for key in reversed(wiring.parent):
            inner = {key: inner}
        assert isinstance(inner, dict)
        text = json.dumps({**dict(wiring.top), **inner})
    return left_out(host, text, entry)


def left_out(host: str, text: str, entry: Mapping[str, object]) -> str:
    """Say why the host takes no hook like ``entry`` from its usual user file with ``text``."""
    wiring = WIRINGS[host]
    book = contract(host)
    # Whether the person has trusted it isn't told by the file.
    trusted = book.table("load/trusted") if book.has("load/trusted") else {}
    found = loading(host, {f"~/{wiring.user}": text}, switches=trusted)
    if not found.starts:
        return "the host refuses to start with this file"
    tool = book.phrase("facts/shell-tool")
    mine = [one for one in found.entries if _same(one.wiring, entry)]
    if any(one.event in wiring.events and fires(host, one, tool) for one in mine):
        return ""
    if mine:
        return f"its matcher doesn't take {tool}"
    return found.dropped[0].reason if found.dropped else "the host doesn't read it from its file"


def _same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    keys = ("command", "bash", "exec", "args")
    return all(one.get(key) == other.get(key) for key in keys)
