"""Work out what each host needs to be told before it loads hooks at all: a folder's trust, an entry's hash.

Codex keeps a hash for each hook that a person trusts, and a level for each project; Copilot and Gemini
keep lists of trusted folders.  The others ask in their own windows, or not at all.
"""

from __future__ import annotations

import json
import tomllib
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
        if trust is not None and _by_folder(trust, scope, root):
            yield from _listed(host, trust, home, root)


def concerned(hosts: tuple[str, ...], scope: str, root: str) -> tuple[str, ...]:
    """Return those of ``hosts`` that ``changes`` tells what to trust, or has told."""
    found = ((host, WIRINGS[host].trust) for host in hosts)
    return tuple(
        host for host, trust in found if trust and (trust.hashes or _by_folder(trust, scope, root))
    )


def _by_folder(trust: Trust, scope: str, root: str) -> bool:
    return bool(trust.file and root and (scope == PROJECT or trust.always))


def untrusted(
    hosts: tuple[str, ...], scope: str, home: str, root: str, files: Mapping[str, bytes | None]
) -> Iterator[Change]:
    """Yield the changes that take the hashes of our entries back, as long as those stand in their file.

    ``files`` holds the bytes of files that are to be changed already.
    """
    for host in hosts:
        trust = WIRINGS[host].trust
        path = f"{home}/{trust.hashes}" if trust is not None and trust.hashes else ""
        before = files[path] if path in files else places.read(path) if path else None
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
    return f"\n[hooks.state.{_quoted(key)}]\ntrusted_hash = {_quoted(held)}\n"


def _quoted(text: str) -> str:
    """Return a TOML string; JSON's escapes are all valid in one."""
    return json.dumps(text, ensure_ascii=False)


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
        new = _with_level(text, root, path)
        if new != text:
            text = new
            said.append(f"{title} trusts {root}: it reads that folder's hooks, settings and servers")
    for key, held in _hashes(host, target(host, scope, home, root)):
        state = _toml(text, path).unwrap().get("hooks", {}).get("state", {}).get(key)
        if state is not None and state.get("trusted_hash") == held:
            continue
        if state is None or list(state) == ["trusted_hash"]:
            text = _without(text, key, state["trusted_hash"], path) if state else text
            text = _ended(text) + _block(key, held)
        else:
            document = _toml(text, path)
            _table(_table(_table(document, "hooks"), "state"), key)["trusted_hash"] = held
            text = tomlkit.dumps(document)
        said.append(f"{title} runs Failshut's entries as they stand now")
    if said:
        yield Change(path, before, text.encode(), host), "; ".join(dict.fromkeys(said))


def _with_level(text: str, root: str, path: str) -> str:
    """Return config.toml with the project trusted; a table of its own is appended where none stands."""
    document = _toml(text, path)
    project = document.unwrap().get("projects", {}).get(root)
    if project is not None and project.get("trust_level") == "trusted":
        return text
    appended = _ended(text) + f'\n[projects.{_quoted(root)}]\ntrust_level = "trusted"\n'
    if project is None and _is_toml(appended):
        return appended
    _table(_table(document, "projects"), root)["trust_level"] = "trusted"
    return tomlkit.dumps(document)


def _ended(text: str) -> str:
    """Return a text whose last line is ended."""
    return text if not text or text.endswith("\n") else text + "\n"


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


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


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
