"""Take over of a host's file what decides about hooks, and no credentials or commands beside it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping

import tomlkit

from failshut.wire.entries import WIRINGS
from failshut.wire.hosts import load
from failshut.wire.wiring import is_ours

Handler = dict[str, object]
Choice = Callable[[Handler], object]
"""Returns what stands in place of a handler, None = nothing."""

NOTHING = ":"
"""A shell's command that does nothing."""
COMMANDS = ("command", "bash", "exec")
"""Keys of a handler that say what is run."""
TRUSTS: Mapping[str, tuple[str, ...]] = {
    "projects": ("trust_level",),
    "security": ("folderTrust",),
    "trusted_folders": (),
    "trustedFolders": (),
}
"""Keys of hosts' files that hold what a person trusts, each with the members that say so (none = all)."""


def whole(handler: Handler) -> object:
    """Keep every handler."""
    return handler


def inert(handler: Handler) -> object:
    """Keep ours; one of others keeps its form, with all its mistakes, but runs nothing."""
    if is_ours(handler):
        return handler
    if not {*COMMANDS} & {*handler}:
        return None
    found = dict(handler)
    for name in ("command", "bash"):
        if isinstance(found.get(name), str):
            found[name] = NOTHING
    if isinstance(found.get("exec"), str):
        found["exec"] = "/bin/sh"
    arguments = found.get("args")
    if isinstance(arguments, list) and all(isinstance(one, str) for one in arguments):
        found["args"] = ["-c", NOTHING]
        found |= {"command": "/bin/sh"} if "command" in found else {}
    variables = found.get("env")
    if isinstance(variables, dict):
        found["env"] = {name: "" if isinstance(one, str) else one for name, one in variables.items()}
    return found


def nobodys(handler: Handler) -> object:
    """Keep no handler."""
    return None


def kept(host: str, text: str, toml: bool, choice: Choice, *, trust: bool = False) -> str:
    """Return a host's file with the keys alone that decide about hooks; a damaged one as it is.

    ``trust`` = with what the person trusts.
    """
    wiring, guarded = WIRINGS[host], load(host).GUARDED
    hooks = {wiring.parent[0], "hooks"}
    keys = {*hooks, *(key for key, _ in wiring.top), "plugins", "name", "version", "disableAllHooks"}
    keys |= {word.partition(".")[0] for word in guarded.words}
    try:
        held = tomllib.loads(text) if toml else json.loads(text)
    except ValueError:
        return text
    if not isinstance(held, dict):
        return text
    found = {}
    for key, value in held.items():
        if key in keys:
            found[key] = _chosen(value, choice) if key in hooks else value
        elif trust and key in TRUSTS:
            found[key] = _trusting(value, TRUSTS[key])
    return tomlkit.dumps(found) if toml else json.dumps(found, indent=2)


def _trusting(value: object, members: tuple[str, ...]) -> object:
    """Return the members that say what is trusted, on the first level that has them."""
    if not members or not isinstance(value, dict):
        return value
    if {*members} & {*value}:
        return {name: one for name, one in value.items() if name in members}
    return {
        name: found for name, one in value.items() if (found := _trusting(one, members)) not in ({}, "")
    }


def _chosen(value: object, choice: Choice) -> object:
    """Return a value of hooks with what ``choice`` says of each handler."""
    if isinstance(value, dict):
        if {*COMMANDS, "type"} & {*value} and "hooks" not in value:
            return choice(value)
        found = {key: _chosen(one, choice) for key, one in value.items()}
        return {key: one for key, one in found.items() if one is not None}
    if isinstance(value, list):
        found_all = [(_chosen(one, choice), one) for one in value]
        return [new for new, old in found_all if new == old or new not in (None, {}, {"hooks": []})]
    return value
