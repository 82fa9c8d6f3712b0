"""Take over of a host's file what decides about hooks, and no credentials or commands beside it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping

import tomlkit

from failshut.exits import WiringError
from failshut.prove.ours import is_ours
from failshut.wire import jsondoc
from failshut.wire.entries import WIRINGS
from failshut.wire.hosts import load

Handler = dict[str, object]
Choice = Callable[[Handler], object]
"""Returns what stands in place of a handler, None = nothing."""

COMMENT = "// as in the file that was copied\n"
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


def neighbours(host: str, launchers: Iterable[str]) -> Choice:
    """Return the choice that keeps what runs one of these launchers, and makes all others ``inert``."""
    places = tuple(launchers)
    return lambda handler: handler if is_ours(host, handler, places) else inert(handler)


def inert(handler: Handler) -> object:
    """Return a handler of others in its form, with all its mistakes, but so that it runs nothing."""
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


class Unread(Exception):
    """A host's file that can't be read here, so that nobody knows what it runs; says why."""


def parsed(text: str, toml: bool) -> tuple[str, dict[str, object]]:
    """Return a file's object, and the text in front of it that shows in which form it was written.

    A host that reads no byte order mark or no comments has to meet them in the copy, too.  Raises
    ``Unread``.
    """
    try:
        if toml:
            return "", tomllib.loads(text)
        lead = jsondoc.BOM if text.startswith(jsondoc.BOM) else ""
        try:
            document = jsondoc.read(text, "")
        except WiringError:
            document, lead = jsondoc.read(text, "", comments=True), lead + COMMENT
        held = {} if document.root is None else document.root.python()
    except WiringError as error:
        raise Unread(str(error).removeprefix(":").removesuffix(jsondoc.RETRY).strip()) from error
    except (ValueError, RecursionError) as error:
        raise Unread(str(error)) from error
    if not isinstance(held, dict):
        raise Unread("it holds no object")
    return lead, held


def kept(host: str, text: str, toml: bool, choice: Choice, *, trust: bool = False, home: str = "") -> str:
    """Return a host's file with the keys alone that decide about hooks; raises ``Unread``.

    ``trust`` = with what the person trusts; ``home`` is the one in which a plugin of ours has to lie.
    """
    wiring, guarded = WIRINGS[host], load(host).GUARDED
    hooks = {wiring.parent[0], "hooks"}
    keys = {*hooks, *(key for key, _ in wiring.top), "plugins", "name", "version", "disableAllHooks"}
    keys |= {word.partition(".")[0] for word in guarded.words}
    lead, held = parsed(text, toml)
    found = {}
    for key, value in held.items():
        if key == "plugins":
            found[key] = value if choice is whole else _plugins(host, value, home)
        elif key in keys:
            found[key] = _chosen(value, choice) if key in hooks else value
        elif trust and key in TRUSTS:
            found[key] = _trusting(value, TRUSTS[key])
    return tomlkit.dumps(found) if toml else lead + json.dumps(found, indent=2)


def _plugins(host: str, value: object, home: str) -> object:
    """Return the list of plugins without those of others, which are code."""
    forms = [form for form in WIRINGS[host].files if form.listed is not None]
    if not isinstance(value, list):
        return {}
    return [
        one
        for one in value
        if any(form.owns(one) for form in forms) and str(one.get("root")).startswith(f"{home}/")
    ]


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
