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
from failshut.wire import apply, launcher, lone, manifest, places, program
from failshut.wire.line import LAUNCHER
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


def launcher_text(home: str, environment: Mapping[str, str]) -> bytes:
    """Return the launcher's text for this installation."""
    found = interpreters(environment)
    if not copied():
        return launcher.text(found, str(package() / "hot" / "run.py"), home).encode()
    run = f"{program.place(paths.share_dir(home), package())}/{program.RUN}"
    return launcher.text(found, run, home, options=NOT_WRITING).encode()


def lone_text() -> bytes:
    """Return the script that takes the guard out without the package."""
    return Path(lone.__file__).read_bytes()


def install(home: str, text: bytes) -> None:
    """Write program and launcher below ``home``, only what differs; folders get mode 0700.

    The launcher names the program's folder, so its writing is the switch to another version.
    """
    with apply.alone(home):
        record = manifest.load(home)
        for place in _folders(home):
            folder = Path(place)
            apply.make_folders(folder, record, 0o700)
            folder.chmod(0o700)
        _write(Path(home) / LAUNCHER, text)
        apply.save(record, home)
    if not copied():
        _precompile()


def _folders(home: str) -> tuple[str, ...]:
    return (paths.share_dir(home), paths.state_dir(home), paths.cache_dir(home), home + paths.CONFIG)


def _write(path: Path, text: bytes) -> None:
    """Write what stands beside the launcher, and then the launcher."""
    before = places.read(str(path))
    if copied():
        try:
            program.put(path.parent, package())
        except OSError as error:
            raise WiringError(f"{path.parent}: the program can't be written ({error.strerror}).") from error
    if before != text:
        apply.write(str(path), text, 0o600)
    script = path.with_name(LONE)
    if places.read(str(script)) != lone_text():
        apply.write(str(script), lone_text(), 0o600)
    _tidy(path.parent, program.named(before), program.named(text))


def _tidy(share: Path, before: str, now: str) -> None:
    """Delete what no run reads any more; the version before this one stays."""
    other = before if before != now else program.newest(share, now)
    program.prune(share, {now, other})
    for path in share.glob("hot.*"):
        path.unlink()


def uninstall(home: str, record: Manifest) -> None:
    """Delete launcher, program, compiled policies and record.

    Folders that ``init`` created go when they are empty; the decision log stays.
    """
    share = Path(home) / LAUNCHER
    share.unlink(missing_ok=True)
    share.with_name(LONE).unlink(missing_ok=True)
    for path in share.parent.glob("hot.*"):
        path.unlink()
    if (share.parent / paths.VERSIONS).is_dir():
        program.remove(share.parent / paths.VERSIONS)
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
