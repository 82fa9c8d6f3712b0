"""Work out what each host needs to be told before it loads hooks at all: a folder's trust, an entry's hash.

Codex keeps a hash for each hook that a person trusts, and a level for each project; Copilot and Gemini
keep lists of trusted folders.  The others ask in their own windows, or not at all.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator, Mapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from failshut.exits import WiringError
from failshut.interpret.codex.trust import label, trusted_hash
from failshut.interpret.contracts import contract
from failshut.wire import jsonedit, places
from failshut.wire.entries import WIRINGS, is_ours
from failshut.wire.jsondoc import decode, read
from failshut.wire.plan import PROJECT, Change

COPILOT = ".copilot/config.json"
GEMINI = ".gemini/trustedFolders.json"
CODEX = ".codex/config.toml"


def changes(hosts: tuple[str, ...], scope: str, home: str, root: str) -> Iterator[tuple[Change, str]]:
    """Yield the changes that make ``hosts`` load what ``init`` has written, each with what it means.

    ``root`` is the project's folder ("" = none is named); entries of the user's need no folder's trust,
    but for Gemini, which then reads no hooks in it at all.  Raises ``WiringError``.
    """
    if "codex" in hosts:
        yield from _codex(scope, home, root)
    if "copilot" in hosts and scope == PROJECT:
        yield from _listed("copilot", f"{home}/{COPILOT}", root)
    if "gemini" in hosts and root:
        yield from _listed("gemini", f"{home}/{GEMINI}", root)


def untrusted(hosts: tuple[str, ...], scope: str, home: str, root: str) -> Iterator[Change]:
    """Yield the change that takes the hashes of our entries back, as long as those stand in their file."""
    path = f"{home}/{CODEX}"
    before = places.read(path) if "codex" in hosts else None
    if before is None:
        return
    text = decode(before, path)
    states = _toml(text, path).unwrap().get("hooks", {}).get("state", {})
    for key, held in _hashes(_file(scope, home, root)):
        if states.get(key) == {"trusted_hash": held}:
            text = _without(text, key, held, path)
    if text.encode() != before:
        yield Change(path, before, text.encode(), "codex")


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


def _codex(scope: str, home: str, root: str) -> Iterator[tuple[Change, str]]:
    """Store the hash of our entry, and in project scope the project's level."""
    path = f"{home}/{CODEX}"
    before = places.read(path)
    text, said = decode(before or b"", path), list[str]()
    if scope == PROJECT:
        document = _toml(text, path)
        project = _table(_table(document, "projects"), root)
        if project.get("trust_level") != "trusted":
            project["trust_level"] = "trusted"
            text = tomlkit.dumps(document)
            said.append(f"Codex CLI trusts {root}: it reads that folder's hooks, settings and servers")
    for key, held in _hashes(_file(scope, home, root)):
        states = _toml(text, path).unwrap().get("hooks", {}).get("state", {})
        if states.get(key, {}).get("trusted_hash") == held:
            continue
        if key in states:
            document = _toml(text, path)
            _table(_table(_table(document, "hooks"), "state"), key)["trusted_hash"] = held
            text = tomlkit.dumps(document)
        else:
            text += ("" if not text or text.endswith("\n") else "\n") + _block(key, held)
        said.append("Codex CLI runs Failshut's entry as it stands now")
    if said:
        yield Change(path, before, text.encode(), "codex"), "; ".join(said)


def _file(scope: str, home: str, root: str) -> str:
    wiring = WIRINGS["codex"]
    return posixpath.join(root, wiring.project) if scope == PROJECT else posixpath.join(home, wiring.user)


def _hashes(file: str) -> Iterator[tuple[str, str]]:
    """Yield key and hash of each entry of ours in a hooks.json of Codex."""
    data = places.read(file)
    default = contract("codex").cell("spawn/default-seconds").value
    assert isinstance(default, int | float)
    value = json.loads(data) if data else {}
    for event, groups in value.get("hooks", {}).items():
        for at, group in enumerate(groups):
            for place, handler in enumerate(group.get("hooks", [])):
                if is_ours(handler):
                    held = trusted_hash(event, group.get("matcher"), handler, int(default))
                    yield f"{file}:{label(event)}:{at}:{place}", held


def _listed(host: str, path: str, root: str) -> Iterator[tuple[Change, str]]:
    """Put a folder on a host's list of trusted ones."""
    before = places.read(path)
    document = read(decode(before or b"", path), path, True)
    value = document.root.python() if document.root else {}
    if not isinstance(value, Mapping):
        raise WiringError(f"{path}: it isn't an object. Repair it and run the command again.")
    if host == "gemini":
        if value.get(root) == "TRUST_FOLDER":
            return
        old = document.root.get(root) if document.root else None
        document = (
            jsonedit.replace(document, old, "TRUST_FOLDER")
            if old
            else jsonedit.add_member(document, root, "TRUST_FOLDER")
        )
    else:
        if root in (value.get("trusted_folders") or ()):
            return
        document, _ = jsonedit.append(document, ("trusted_folders",), root)
    title = contract(host).title
    yield Change(path, before, document.text.encode(), host), f"{title} trusts {root}"


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
        raise WiringError(f"{CODEX}: `{key}` isn't a table. Repair it and run the command again.")
    made = tomlkit.table(is_super_table=key in ("hooks", "state", "projects"))
    parent[key] = made
    return made
