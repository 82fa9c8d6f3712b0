"""Prepare our own guard for trials: as it is wired here, in a home of its own for each trial."""

from __future__ import annotations

import functools
import os
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from failshut import hosts as registry
from failshut import paths
from failshut.drill import loads
from failshut.drill.trial import Trial
from failshut.exits import WiringError
from failshut.hot import bundle
from failshut.interpret import contract
from failshut.wire import install, jsondoc, launcher, places
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER, line
from failshut.wire.wiring import is_ours

PARTS = ("launcher", "program", "interpreter")


class OwnGuard:
    """The guard: its entries are read from the hosts' own files where it is wired.

    A host without an entry of ours gets the one that ``init`` would write.
    """

    def __init__(self, hosts: Sequence[str], *, home: Path, environment: Mapping[str, str]) -> None:
        """``home`` is the person's; ``environment`` is what hooks get besides HOME."""
        self.name = "the own guard"
        self.parts: tuple[str, ...] = PARTS
        self._hosts, self._home = tuple(hosts), home
        self._environment = dict(environment)
        self._real = install.interpreters(os.environ)
        self.wired = {host: _wired(host, str(home)) for host in hosts}
        self._dead = {host: _why_not(host, str(home), entry) for host, entry in self.wired.items() if entry}

    def hosts(self) -> tuple[str, ...]:
        """Return the hosts that were asked for."""
        return self._hosts

    def texts(self) -> Iterator[str]:
        """Yield the launcher, where names of tools would stand."""
        yield launcher.text(self._real, "/program", "/home")

    def notes(self) -> list[str]:
        """Say on which hosts no entry of ours was found."""
        absent = [contract(host).title for host, entry in self.wired.items() if entry is None]
        if not absent:
            return []
        return [f"Not wired below {self._home}, drilled as `init` would wire it: {', '.join(absent)}."]

    def problems(self) -> list[str]:
        """Say what of the person's wiring isn't as this installation would write it."""
        found = [
            f"{self._home}/{WIRINGS[host].user} can't be read, so nothing of it was drilled."
            for host in self._hosts
            if _spoilt(host, str(self._home))
        ]
        wired = [host for host, entry in self.wired.items() if entry is not None]
        launch = f"{self._home}/{LAUNCHER}"
        if wired and places.read(launch) != install.launcher_text(str(self._home), os.environ):
            found.append(
                f"{launch} is missing, or not the one that this installation writes. It wasn't drilled, a "
                "fresh one was: run `failshut init` and drill again."
            )
        return found

    def dead(self, host: str) -> str:
        """Say why the host wouldn't load the entry that stands in its file ("" = it does)."""
        return self._dead.get(host, "")

    def stage(self, host: str, folder: Path) -> Trial:
        """Return an unbroken trial with launcher, program and policy in a home of their own."""
        home, project = folder / "home", folder / "project"
        program, starter = self._program(home), self._interpreter(folder)
        project.mkdir()
        (project / ".git").mkdir()
        (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        place = home / LAUNCHER
        place.parent.mkdir(parents=True, mode=0o700)
        place.write_text(launcher.text((str(starter),), str(program), str(home)))
        for name in (paths.CONFIG, paths.STATE + "/policies"):
            source = Path(str(self._home) + name)
            if source.is_dir():
                shutil.copytree(source, str(home) + name, symlinks=True)
        return Trial(
            host=host,
            event="",
            entry=self._entry(host, home),
            payload=b"",
            call="",
            environment={**self._environment, "HOME": str(home)},
            home=home,
            project=project,
            folder=folder,
            timeout=0,
            parts={"launcher": place, "program": program, "interpreter": starter},
        )

    def _entry(self, host: str, home: Path) -> dict[str, object]:
        found = self.wired[host]
        if found is not None:
            moved = _moved(found, str(self._home), str(home))
            assert isinstance(moved, dict)
            return moved
        return WIRINGS[host].handler(line(host, str(home / LAUNCHER)))

    def _program(self, home: Path) -> Path:
        """Copy the package, so that a fault may damage the program."""
        target = home / "lib" / "failshut"
        shutil.copytree(install.package(), target, ignore=shutil.ignore_patterns("__pycache__"))
        modules = target.with_name(f"hot.{sys.implementation.cache_tag}")
        modules.write_bytes(bundle.assembled(_compiled(), target))
        return target / "hot" / "run.py"

    def _interpreter(self, folder: Path) -> Path:
        path = folder / "interpreter"
        path.write_text(f'#!/bin/sh\nexec {self._real[0]} "$@"\n')
        path.chmod(0o755)
        return path


@functools.cache
def _compiled() -> dict[str, bundle.Row]:
    return bundle.compiled(install.package())


def _wired(host: str, home: str) -> dict[str, object] | None:
    """Return our first handler before calls in the person's file of ``host``, or None."""
    path = os.path.join(home, WIRINGS[host].user)
    data = places.read(path)
    if data is None:
        return None
    try:
        value = _value(host, data, path)
    except (ValueError, WiringError):
        return None
    return next(_ours(value, registry.load(host).SESSION), None)


def _spoilt(host: str, home: str) -> bool:
    path = os.path.join(home, WIRINGS[host].user)
    data = places.read(path)
    if not data:
        return False
    try:
        _value(host, data, path)
    except (ValueError, WiringError):
        return True
    return False


def _value(host: str, data: bytes, path: str) -> object:
    if WIRINGS[host].toml:
        return tomllib.loads(data.decode())
    root = jsondoc.read(data.decode(), path, WIRINGS[host].comments).root
    return root.python() if root else None


def _why_not(host: str, home: str, entry: dict[str, object]) -> str:
    text = (places.read(os.path.join(home, WIRINGS[host].user)) or b"").decode("utf-8", "replace")
    return loads.left_out(host, text, entry)


def _ours(value: object, apart: Sequence[str]) -> Iterator[dict[str, object]]:
    """Yield our handlers, but for those of the events ``apart``."""
    if isinstance(value, dict):
        if is_ours(value):
            yield value
        value = [item for key, item in value.items() if key not in apart]
    for item in value if isinstance(value, list) else ():
        yield from _ours(item, apart)


def _moved(value: object, old: str, new: str) -> object:
    """Return an entry with one home folder's path replaced by another's."""
    match value:
        case dict():
            return {key: _moved(item, old, new) for key, item in value.items()}
        case list():
            return [_moved(item, old, new) for item in value]
        case str():
            return value.replace(f"{old}/{LAUNCHER}", f"{new}/{LAUNCHER}")
    return value
