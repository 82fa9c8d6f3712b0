"""Work out what each host needs to be told before it loads hooks at all: a folder's trust, an entry's hash.

Codex keeps a hash for each hook that a person trusts, and a level for each project; Copilot and Gemini
keep lists of trusted folders.  The others ask in their own windows, or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from failshut.exits import WiringError
from failshut.interpret.codex.trust import label, trusted_hash
from failshut.interpret.contracts import contract
from failshut.wire import jsonedit, places
from failshut.wire.entries import WIRINGS
from failshut.wire.jsondoc import decode, read
from failshut.wire.plan import PROJECT, Change, target
from failshut.wire.wiring import Trust, is_ours


def changes(hosts: tuple[str, ...], scope: str, home: str, root: str) -> Iterator[tuple[Change, str]]:
    """Yield the changes that make ``hosts`` load what ``init`` has written, each with what it means.

    ``root`` is the project's folder ("" = none is named); entries of the user's need no folder's trust,
    but for Gemini, which then reads no hooks in it at all.  Raises ``WiringError``.
    """
    for host in hosts:
        trust = WIRINGS[host].trust
        if trust is not None and trust.hashes:
            yield from _hashed(host, trust, scope, home, root)
        if trust is not None and trust.file and root and (scope == PROJECT or trust.always):
            yield from _listed(host, trust, home, root)


def untrusted(hosts: tuple[str, ...], scope: str, home: str, root: str) -> Iterator[Change]:
    """Yield the changes that take the hashes of our entries back, as long as those stand in their file."""
    for host in hosts:
        trust = WIRINGS[host].trust
        path = f"{home}/{trust.hashes}" if trust is not None and trust.hashes else ""
        before = places.read(path) if path else None
        if before is None:
            continue
        text = decode(before, path)
        states = _toml(text, path).unwrap().get("hooks", {}).get("state", {})
        for key, held in _hashes(host, target(host, scope, home, root)):
            if states.get(key) == {"trusted_hash": held}:
                text = _without(text, key, held, path)
        if text.encode() != before:
            yield Change(path, before, text.encode(), host)


def _block(key: str, held: str) -> str:
    """Return what is appended to config.toml for an entry."""
    return f"\n[hooks.state.{json.dumps(key)}]\ntrusted_hash = {json.dumps(held)}\n"


def _without(text: str, key: str, held: str, path: str) -> str:
    """Return config.toml without an entry's hash: the lines that were appended, if they stand there."""
    if _block(key, held) in text:
        return text.replace(_block(key, held), "", 1)
    document: Any = _toml(text, path)
    del document["hooks"]["state"][key]
    return tomlkit.dumps(document)


def _hashed(host: str, trust: Trust, scope: str, home: str, root: str) -> Iterator[tuple[Change, str]]:
    """Store the hash of each entry of ours, and in project scope the project's level."""
    path, title = f"{home}/{trust.hashes}", contract(host).title
    before = places.read(path)
    text, said = decode(before or b"", path), list[str]()
    if scope == PROJECT:
        document = _toml(text, path)
        project = _table(_table(document, "projects"), root)
        if project.get("trust_level") != "trusted":
            project["trust_level"] = "trusted"
            text = tomlkit.dumps(document)
            said.append(f"{title} trusts {root}: it reads that folder's hooks, settings and servers")
    for key, held in _hashes(host, target(host, scope, home, root)):
        states = _toml(text, path).unwrap().get("hooks", {}).get("state", {})
        if states.get(key, {}).get("trusted_hash") == held:
            continue
        if key in states:
            document = _toml(text, path)
            _table(_table(_table(document, "hooks"), "state"), key)["trusted_hash"] = held
            text = tomlkit.dumps(document)
        else:
            text += ("" if not text or text.endswith("\n") else "\n") + _block(key, held)
        said.append(f"{title} runs Failshut's entries as they stand now")
    if said:
        yield Change(path, before, text.encode(), host), "; ".join(dict.fromkeys(said))


def _hashes(host: str, file: str) -> Iterator[tuple[str, str]]:
    """Yield key and hash of each entry of ours in a host's file."""
    data = places.read(file)
    default = contract(host).cell("spawn/default-seconds").value
    assert isinstance(default, int | float)
    value = json.loads(data) if data else {}
    for event, groups in value.get("hooks", {}).items():
        for at, group in enumerate(groups):
            for place, handler in enumerate(group.get("hooks", [])):
                if is_ours(handler):
                    held = trusted_hash(event, group.get("matcher"), handler, int(default))
                    yield f"{file}:{label(event)}:{at}:{place}", held


def _listed(host: str, trust: Trust, home: str, root: str) -> Iterator[tuple[Change, str]]:
    """Put a folder among a host's trusted ones."""
    path = f"{home}/{trust.file}"
    before = places.read(path)
    document = read(decode(before or b"", path), path, True)
    value = document.root.python() if document.root else {}
    if not isinstance(value, Mapping):
        raise WiringError(f"{path}: it isn't an object. Repair it and run the command again.")
    if trust.key:
        if root in (value.get(trust.key) or ()):
            return
        document, _ = jsonedit.append(document, (trust.key,), root)
    else:
        if value.get(root) == trust.value:
            return
        old = document.root.get(root) if document.root else None
        if old is not None:
            document = jsonedit.replace(document, old, trust.value)
        else:
            document = jsonedit.add_member(document, root, trust.value)
    yield Change(path, before, document.text.encode(), host), f"{contract(host).title} trusts {root}"


def _toml(text: str, path: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise WiringError(f"{path}: this isn't TOML ({error}). Repair it and run again.") from error


def _table(parent: tomlkit.TOMLDocument | Table, key: str) -> Table:
    """Return a table inside another one, made when it is missing."""
    found = parent.get(key)
    if isinstance(found, Table):
        return found
    if found is not None:
        raise WiringError(f"`{key}` isn't a table in the host's file. Repair it and run the command again.")
    made = tomlkit.table(is_super_table=key in ("hooks", "state", "projects"))
    parent[key] = made
    return made
