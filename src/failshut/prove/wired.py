"""Wire the guard in a run's throw-away home: fresh, or as it is wired in the person's home."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from pathlib import Path

import tomlkit

from failshut import paths
from failshut.doctor import layers, loaded
from failshut.wire import apply, hosttrust, install, places, plan
from failshut.wire.entries import WIRINGS
from failshut.wire.hosts import load
from failshut.wire.line import LAUNCHER
from failshut.wire.wiring import is_ours

POLICY = """\
[[rule]]
id = "prove/mcp"
match = { mcp = "demo/write_thing" }
deny = "Things are written by the build."
instead = "Run `make things`."

[[rule]]
id = "prove/write"
match = { write = "generated/**" }
deny = "What stands in generated is made by the build."
instead = "Change the source and run `make generated`."

[[rule]]
id = "prove/ask"
match = { command = "touch ASKED" }
ask = "This one needs a person."
instead = "Wait for the person."
"""
"""The rules of the run's repository, beside the person's own and the packs."""


def fresh(host: str, home: Path, project: Path) -> None:
    """Do what ``failshut init --trust`` does for a host of this home.

    Raises ``WiringError`` or ``UsageError``.
    """
    texts = plan.writers(plan.USER, (host,), f"{home}/{LAUNCHER}", "")
    files = {path: places.read(path) for path in plan.targets(host, plan.USER, str(home), "")}
    made = plan.plan(plan.USER, (host,), str(home), "", files, texts)
    install.install(str(home), install.launcher_text(str(home), os.environ))
    apply.apply(made, str(home))
    trust(host, home, project)


def trust(host: str, home: Path, project: Path) -> None:
    """Let the host trust our entries, as ``init --trust`` does."""
    for change, _ in hosttrust.changes((host,), plan.USER, str(home), str(project)):
        Path(change.path).parent.mkdir(parents=True, exist_ok=True)
        apply.write(change.path, change.after or b"", 0o600)


def copied(host: str, person: str, home: Path, project: Path, foreign: bool) -> bool:
    """Wire as the person's home is wired; says whether an entry of ours is there.

    The host's files come over with what decides about hooks (switches, trust, the hooks themselves) and
    with nothing else: no credentials, no commands of other settings.  ``foreign`` False = without the
    hooks of others.  The launcher is a fresh one for the new home.
    """
    install.install(str(home), install.launcher_text(str(home), os.environ))
    wired = False
    for path, wiring in plan.targets(host, plan.USER, person, "").items():
        data = places.read(path)
        if data is None:
            continue
        text = data.decode("utf-8", "replace").replace(person, str(home))
        if LAUNCHER in text:
            wired = True
        target = home / wiring.user
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_kept(host, text, wiring.toml, foreign), "utf-8")
    if wired and _trusted(host, person):
        trust(host, home, project)
    return wired


def policies(person: str, home: Path) -> None:
    """Take over the person's policy and what of it is trusted."""
    for name in (paths.CONFIG, paths.STATE + "/policies"):
        source = Path(person + name)
        if source.is_dir():
            shutil.copytree(source, str(home) + name, symlinks=True, dirs_exist_ok=True)


def there(host: str, person: str) -> bool:
    """Say whether one of the host's files in this home holds our line."""
    found = (places.read(path) for path in plan.targets(host, plan.USER, person, ""))
    return any(LAUNCHER.encode() in data for data in found if data is not None)


def _trusted(host: str, person: str) -> bool:
    """Say whether the host takes our entries in the person's home (trust is a part of that)."""
    read = layers.gather(host, person, "", os.environ)
    wired, _ = loaded.read(read, os.environ, None)
    return bool(wired)


def _kept(host: str, text: str, toml: bool, foreign: bool) -> str:
    """Return a host's file with the keys alone that decide about hooks; a damaged one as it is."""
    wiring, guarded = WIRINGS[host], load(host).GUARDED
    keys = {wiring.parent[0], *(key for key, _ in wiring.top), "plugins", "name", "version", "hooks"}
    keys |= {word.partition(".")[0] for word in guarded.words}
    try:
        held = tomllib.loads(text) if toml else json.loads(text)
    except ValueError:
        return text
    if not isinstance(held, dict):
        return text
    kept = {key: value for key, value in held.items() if key in keys}
    if not foreign:
        kept = {key: _ours(value) if key in (wiring.parent[0], "hooks") else value
                for key, value in kept.items()}  # fmt: skip
    return tomlkit.dumps(kept) if toml else json.dumps(kept, indent=2)


def _ours(value: object) -> object:
    """Return a value of hooks without the handlers of others, and without what only held those."""
    if isinstance(value, dict):
        if {"command", "bash", "exec", "type"} & {*value} and "hooks" not in value:
            return value if is_ours(value) else None
        found = {key: _ours(one) for key, one in value.items()}
        return {key: one for key, one in found.items() if one is not None}
    if isinstance(value, list):
        return [one for one in map(_ours, value) if one not in (None, {}, {"hooks": []})]
    return value
