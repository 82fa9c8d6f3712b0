"""Put the guard's own files below a home folder: launcher, bundle, folders; and take them away."""

import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import failshut
from failshut import paths
from failshut.exits import UsageError
from failshut.hot import bundle
from failshut.wire import apply, launcher, lone, manifest, places
from failshut.wire.line import LAUNCHER
from failshut.wire.manifest import Manifest

LONE = "uninstall.py"
"""The script beside the launcher that works without the package."""
NEWEST, OLDEST = 20, 11
FIRST_LOOK = "/usr/bin/python3"
PROBE = f"import sys; sys.exit(sys.version_info < (3, {OLDEST}))"
PATIENCE = 10.0
"""Seconds that an interpreter may take to say its version."""


def works(interpreter: str) -> bool:
    """Say whether this Python starts without site-packages and is new enough."""
    try:
        done = subprocess.run(
            [interpreter, "-I", "-S", "-c", PROBE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def interpreters(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the running interpreter's real path and, when there is one, a second that works.

    Raises ``UsageError`` when the running one doesn't start without its site-packages.
    """
    own = os.path.realpath(sys.executable)
    if not works(own):
        raise UsageError(f"{own} doesn't start with -I -S. Install Failshut for another Python.")
    path = environment.get("PATH", os.defpath)
    names = ["python3", *(f"python3.{minor}" for minor in range(NEWEST, OLDEST - 1, -1))]
    found = [FIRST_LOOK, *(shutil.which(name, path=path) or "" for name in names)]
    for candidate in found:
        real = os.path.realpath(candidate) if candidate else own
        if real != own and works(real):
            return own, real
    return (own,)


def package() -> Path:
    """Return the folder of the installed package."""
    return Path(failshut.__file__).resolve().parent


def launcher_text(home: str, environment: Mapping[str, str]) -> bytes:
    """Return the launcher's text for this installation."""
    program = str(package() / "hot" / "run.py")
    return launcher.text(interpreters(environment), program, home).encode()


def lone_text() -> bytes:
    """Return the script that takes the guard out without the package."""
    return Path(lone.__file__).read_bytes()


def install(home: str, text: bytes) -> None:
    """Write launcher and bundle below ``home``, only what differs; folders get mode 0700.

    A source tree gets no bundle: its files change in place, and an old bundle would hide that.
    """
    record = manifest.load(home)
    for place in (paths.share_dir(home), paths.state_dir(home), paths.cache_dir(home), home + paths.CONFIG):
        folder = Path(place)
        apply.make_folders(folder, record, 0o700)
        folder.chmod(0o700)
    path = Path(home) / LAUNCHER
    if places.read(str(path)) != text:
        apply.write(str(path), text, 0o600)
    alone = path.with_name(LONE)
    if places.read(str(alone)) != lone_text():
        apply.write(str(alone), lone_text(), 0o600)
    current = path.parent / f"hot.{sys.implementation.cache_tag}"
    if not bundle.installed(package()):
        current.unlink(missing_ok=True)
    elif places.read(str(current)) != bundle.build(package()):
        bundle.write(path.parent, package())
    _precompile()
    apply.save(record, home)


def uninstall(home: str, record: Manifest) -> None:
    """Delete launcher, bundles, compiled policies and record.

    Folders that ``init`` created go when they are empty; the decision log stays.
    """
    share = Path(home) / LAUNCHER
    share.unlink(missing_ok=True)
    share.with_name(LONE).unlink(missing_ok=True)
    for path in share.parent.glob("hot.*"):
        path.unlink()
    state, cache = manifest.folder(home), Path(paths.cache_dir(home))
    compiled = [path for path in cache.glob("*") if path.is_file()]
    for path in (state / manifest.NAME, *state.glob("backup-*"), *compiled):
        path.unlink(missing_ok=True)
    drop_folders(record)


def drop_folders(record: Manifest) -> None:
    """Delete created folders that are empty, innermost first; forget those that are gone."""
    for name in sorted(record.folders, key=len, reverse=True):
        try:
            os.rmdir(name)
        except OSError:
            continue  # something lives there now, or it is gone already
    record.folders = [name for name in record.folders if os.path.isdir(name)]


def _precompile() -> None:
    """Compile the first module that a run imports, where the package can be written."""
    try:
        py_compile.compile(str(package() / "hot" / "start.py"), doraise=True)
    except (OSError, py_compile.PyCompileError):
        return  # slower by one compilation a run, not less safe
