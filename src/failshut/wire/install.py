"""Put the guard's own files below a home folder: launcher, program, folders; and take them away."""

import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import failshut
from failshut import paths
from failshut.exits import UsageError, WiringError
from failshut.hot import bundle
from failshut.wire import apply, ground, launcher, lone, manifest, places, program
from failshut.wire.ground import Base, Ground
from failshut.wire.manifest import Manifest

LONE = "uninstall.py"
"""The script beside the launcher that works without the package."""
NEWEST, OLDEST = 20, 11
FIRST_LOOK = "/usr/bin/python3"
PROBE = f"import sys; sys.exit(sys.version_info < (3, {OLDEST}))"
NOT_WRITING = "-B"
"""Keeps the interpreter from writing into the program's folder, as root could."""
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


def copied() -> bool:
    """Say whether runs use a copy of the package: a source tree's files change in place."""
    return bundle.installed(package())


def launcher_text(base: Base, environment: Mapping[str, str], python: str = "") -> bytes:
    """Return the launcher's text for this installation.

    That of the machine serves everybody, with ``python`` ("" = one that everybody may run).
    """
    here = ground.of(base)
    if here.machine:
        found = everyones(environment, python)
    else:
        found = interpreters(environment)
        if not copied():
            return launcher.text(found, str(package() / "hot" / "run.py"), here.top).encode()
    run = f"{program.place(here.final, package(), here.where)}/{program.RUN}"
    return launcher.text(found, run, "" if here.machine else here.top, options=NOT_WRITING).encode()


def everyones(environment: Mapping[str, str], python: str) -> tuple[str, ...]:
    """Return ``python``, or those of ``interpreters`` that every user of the machine may run.

    Raises ``UsageError`` when there is none.
    """
    if python and os.path.isabs(python) and works(python):
        return (python,)
    if python:
        raise UsageError(f"{python}: no absolute path of a Python of 3.{OLDEST} or later that works.")
    found = tuple(path for path in interpreters(environment) if _open_to_all(Path(path)))
    if not found:
        raise UsageError("no Python here is open to every user. Install python3, or name one by --python.")
    return found


def _open_to_all(path: Path) -> bool:
    return all(place.stat().st_mode & 0o001 for place in (path, *path.parents))


def lone_text() -> bytes:
    """Return the script that takes the guard out without the package."""
    return Path(lone.__file__).read_bytes()


def install(base: Base, text: bytes, python: str = "") -> None:
    """Write program and launcher, only what differs.

    The launcher names the program's folder, so its writing is the switch to another version.
    ``python`` is the interpreter to compile the machine's for.
    """
    here = ground.of(base)
    with apply.alone(here):
        record = manifest.load(here)
        for place, mode in here.folders:
            folder = Path(place)
            if here.machine:
                apply.make_folders(folder.parent, record, 0o755)
            apply.make_folders(folder, record, mode)
            folder.chmod(mode)
        _write(here, text, python)
        apply.save(record, here)
    if not here.machine and not copied():
        _precompile()


def _write(here: Ground, text: bytes, python: str) -> None:
    """Write what stands beside the launcher, and then the launcher."""
    before = places.read(here.launcher)
    if here.machine or copied():
        try:
            program.put(Path(here.share), package(), here.where, here.final, python)
        except OSError as error:
            raise WiringError(f"{here.share}: the program can't be written ({error.strerror}).") from error
    for path, data in ((here.launcher, text), (f"{here.share}/{LONE}", lone_text())):
        if places.read(path) != data:
            apply.write(path, data, here.mode)
    _tidy(Path(here.share), program.named(before), program.named(text))


def _tidy(share: Path, before: str, now: str) -> None:
    """Delete what no run reads any more; the version before this one stays."""
    other = before if before != now else program.newest(share, now)
    program.prune(share, {now, other})
    for path in share.glob("hot.*"):
        path.unlink()


def uninstall(base: Base, record: Manifest) -> None:
    """Delete launcher, program, compiled policies and record.

    Folders that ``init`` created go when they are empty; the decision log stays.
    """
    here = ground.of(base)
    share, state = Path(here.share), Path(here.state)
    for path in (Path(here.launcher), share / LONE, *share.glob("hot.*")):
        path.unlink(missing_ok=True)
    if (share / paths.VERSIONS).is_dir():
        program.remove(share / paths.VERSIONS)
    compiled = [] if here.machine else list(Path(paths.cache_dir(here.top)).glob("*"))
    for path in (
        state / manifest.NAME,
        *state.glob("backup-*"),
        state / "paused",
        *state.glob("once/*"),
        *[one for one in compiled if one.is_file()],
    ):
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
