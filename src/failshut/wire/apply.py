"""Write a plan: each file atomically, with a backup of its original bytes and a record."""

import contextlib
import fcntl
import glob
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from failshut.exits import WiringError
from failshut.wire import ground, manifest
from failshut.wire.ground import Base
from failshut.wire.jsonedit import Mark
from failshut.wire.line import LAUNCHER
from failshut.wire.manifest import Manifest, Record
from failshut.wire.places import read, unwritable
from failshut.wire.plan import Change, Plan, editor


def write(path: str, data: bytes, mode: int = 0o644) -> None:
    """Write ``data`` in one step; a symbolic link's target is written, its mode is kept.

    ``mode`` is that of a new file, before the umask.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.failshut-{os.getpid()}")
    try:
        _sweep(target, temporary)
        kept = target.stat().st_mode & 0o7777 if target.exists() else None
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            if kept is not None:
                os.fchmod(file.fileno(), kept)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
        _sync(target.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise WiringError(f"{path}: it can't be written ({error.strerror}). Check its folder.") from error


def _sweep(target: Path, own: Path) -> None:
    """Delete what a run that was cut off left beside a file: of our number, or older than a minute."""
    for path in target.parent.glob(f".{glob.escape(target.name)}.failshut-*"):
        if path == own or path.lstat().st_mtime < time.time() - 60:
            path.unlink(missing_ok=True)


def ready(changes: Iterable[Change], base: Base) -> None:
    """Make sure that every place can be written; raises one ``WiringError`` that names them all."""
    files = [change.path for change in changes if change.before != change.after]
    problems = unwritable(files, [place for place, _ in ground.of(base).folders])
    if problems:
        raise WiringError("\n".join(problems))


def apply(plan: Plan, base: Base) -> None:
    """Write the plan's changes and record them; raises ``WiringError`` when a file changed meanwhile."""
    with alone(base):
        record = manifest.load(base)
        for change in plan.changes:
            if read(change.path) != change.after:  # another run of ours may have been faster
                unchanged(change)
        for change in plan.changes:
            old = record.records.get(change.path)
            if change.before == change.after and old is not None:
                record.records[change.path] = replace(old, entries=_lines(change))
                save(record, base)
                continue
            _apply_one(change, plan.scope, record, base)


@contextlib.contextmanager
def alone(base: Base) -> Iterator[None]:
    """Wait until no other command of ours writes there."""
    fd = os.open(ground.of(base).top, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)


def save(record: Manifest, base: Base) -> None:
    """Write the manifest if it says something new."""
    path = manifest.folder(base) / manifest.NAME
    data = manifest.dump(record, ground.of(base).prefix)
    if read(str(path)) != data:
        write(str(path), data, 0o600)


def unchanged(change: Change) -> None:
    """Make sure that the file still holds what the plan saw."""
    if read(change.path) != change.before:
        raise WiringError(f"{change.path}: it changed while Failshut worked. Run the command again.")


def make_folders(path: Path, record: Manifest, mode: int = 0o755) -> None:
    """Create ``path`` and what is missing above it, and note what was created."""
    missing = [place for place in (path, *path.parents) if not place.exists()]
    for place in reversed(missing):
        try:
            place.mkdir(mode)
        except OSError as error:
            raise WiringError(f"{place}: the folder can't be created ({error.strerror}).") from error
        record.folders.append(str(place))


def _apply_one(change: Change, scope: str, record: Manifest, base: Base) -> None:
    assert change.after is not None
    original, marks = _original(change, record.records.get(change.path))
    backup = ""
    if isinstance(original, str):
        backup = original
    elif original is not None:
        backup = _backup_name(change)
        write(str(manifest.folder(base) / backup), original, 0o600)
    make_folders(Path(os.path.realpath(change.path)).parent, record)
    sha = manifest.digest(change.after)
    record.records[change.path] = Record(
        change.host, change.path, scope, sha, backup, marks, _lines(change)
    )
    save(record, base)  # before the file: what is cut off in between can be taken out all the same
    if change.before != change.after:
        write(change.path, change.after)


def _lines(change: Change) -> int:
    """Return how many of our lines the file is to hold."""
    return (change.after or b"").count(b"/" + LAUNCHER.encode())


def _original(change: Change, old: Record | None) -> tuple[bytes | str | None, tuple[Mark, ...]]:
    """Return what ``uninstall`` is to bring back: bytes, the name of an earlier backup, or nothing."""
    before, wiring = change.before, change.form
    if before is None:
        return None, change.marks
    if old is not None and manifest.digest(before) == old.sha256:
        return old.backup, _merged(old, change)
    known = list(old.marks) if old else []
    taken = editor(wiring).take(before, wiring, known, change.path)
    return taken, _merged(old, change) if old else change.marks


def _merged(old: Record, change: Change) -> tuple[Mark, ...]:
    """Keep the marks of containers created earlier; a new mark for the same array replaces one."""
    fresh = {mark.path for mark in change.marks}
    return (*(mark for mark in old.marks if mark.path not in fresh), *change.marks)


def _backup_name(change: Change) -> str:
    name = Path(change.path).name
    return f"backup-{manifest.digest(change.path.encode())[:16]}-{name}"


def _sync(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
