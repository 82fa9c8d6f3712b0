"""Gather the files that a host reads, in every layer, under the names that its contract uses.

Names are ``~/…`` below the home folder, ``/…`` of the machine, anything else below the project.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from failshut import hosts as registry
from failshut.exits import WiringError
from failshut.interpret.contracts import contract
from failshut.wire import places
from failshut.wire.entries import WIRINGS
from failshut.wire.hosts import load
from failshut.wire.plan import MANAGED
from failshut.wire.wiring import Wiring

_FILE = re.compile(r"[\w~$./-]*[\w-]\.(?:json|toml)")
_KINDS = (".json", ".toml")
_MOST, _DEEPEST = 400, 4
LARGEST = 4_000_000  # bytes of one file


@dataclass(frozen=True)
class Layers:
    """A host's files: ``texts`` by name, the ``paths`` they stand at, and why others can't be read.

    The machine's are below ``machine``.  ``only`` is the one scope in which our entries count ("" = all).
    """

    host: str
    home: str
    root: str
    machine: str = ""
    only: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)

    def path(self, name: str) -> str:
        """Return where a file with this name stands, or would."""
        place = self.machine + name if name.startswith("/") else _path(name, self.home, self.root)
        return self.paths.get(name) or place

    def own(self) -> dict[str, tuple[str, Wiring]]:
        """Return the names of the files in which ``init`` writes: the scope, and how each is wired."""
        found = {}
        for wiring in WIRINGS[self.host].files:
            if wiring.user:
                found[f"~/{wiring.user}"] = ("user", wiring)
            if wiring.project and self.root:
                found[wiring.project] = ("project", wiring)
            if wiring.machine:
                found[wiring.machine] = (MANAGED, wiring)
        return {name: one for name, one in found.items() if self.only in ("", one[0])}


def gather(
    host: str, home: str, root: str, environment: Mapping[str, str], machine: str = "", only: str = ""
) -> Layers:
    """Read every file that ``host`` may read.

    ``root`` "" = no project; the machine's own files are looked for below ``machine``.
    """
    layers = Layers(host, home, root, machine, only)
    for name in dict.fromkeys([*_named(host), *_moved(host, home, environment)]):
        if not root and not name.startswith(("/", "~/")):
            continue
        path = machine + name if name.startswith("/") else _path(name, home, root)
        if os.path.isdir(path):
            for inner in _below(path):
                _read(layers, f"{name.rstrip('/')}/{inner}", os.path.join(path, inner))
        else:
            _read(layers, name, path)
    return layers


def _named(host: str) -> Iterator[str]:
    """Yield the places that the host's wiring, its guarded files and its contract name."""
    wiring, guarded = WIRINGS[host], load(host).GUARDED
    for one in wiring.files:
        yield from (f"~/{one.user}",) if one.user else ()
        yield from (one.project,) if one.project else ()
        yield from (one.machine,) if one.machine else ()
    yield from (f"~/{name}" for name in guarded.user)
    yield from guarded.project
    yield from guarded.machine
    yield from guarded.environments
    for cell in (cell for name, cell in contract(host).cells.items() if name.startswith("load/")):
        values = list(cell.value.values()) if isinstance(cell.value, dict) else cell.value
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, str) and _FILE.fullmatch(value):
                yield value
    for other in registry.HOSTS:
        if host in registry.load(other).READ_BY:
            yield f"~/{WIRINGS[other].user}"
            yield from load(other).GUARDED.project


def _moved(host: str, home: str, environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the host's own folder where a variable moves it."""
    variable = WIRINGS[host].variable
    folder = environment.get(variable, "") if variable else ""
    if folder:
        yield folder.rstrip("/")


def _path(name: str, home: str, root: str) -> str:
    if name.startswith("~/"):
        return os.path.join(home, name[2:])
    return name if name.startswith("/") else os.path.join(root, name)


def _below(folder: str) -> Iterator[str]:
    """Yield the configuration files below a folder, relative to it, not too deep and not too many."""
    count = 0
    for place, folders, names in os.walk(folder):
        inside = os.path.relpath(place, folder)
        depth = 0 if inside == "." else inside.count("/") + 1
        folders[:] = sorted(folders) if depth < _DEEPEST else []
        for name in sorted(names):
            if name.endswith(_KINDS):
                count += 1
                if count > _MOST:
                    return
                yield name if inside == "." else f"{inside}/{name}"


def _read(layers: Layers, name: str, path: str) -> None:
    try:
        if os.path.exists(path) and os.path.isfile(path) and Path(path).stat().st_size > LARGEST:
            layers.unread[name] = "it is larger than 4 MB"
            return
        data = places.read(path)
    except (WiringError, OSError) as error:
        layers.unread[name] = str(error).partition(": ")[2].removesuffix(f" {places.UNCHANGED}") or str(
            error
        )
        layers.paths[name] = path
        return
    if data is None:
        return
    layers.texts[name] = data.decode("utf-8", "replace")
    layers.paths[name] = path
