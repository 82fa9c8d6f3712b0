"""Read files, and find before anything is written which places can't be written."""

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from failshut.exits import WiringError

UNCHANGED = "Nothing was changed."
KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def read(path: str) -> bytes | None:
    """Return the file's bytes, None when it doesn't exist; raises ``WiringError``.

    Only a regular file is read (opening a pipe would wait for its writer).  A link that leads
    nowhere is an error: writing through it would create a file elsewhere.
    """
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        try:
            _need_regular(path, os.fstat(fd).st_mode)
            with os.fdopen(fd, "rb", closefd=False) as file:
                return file.read()
        finally:
            os.close(fd)
    except FileNotFoundError:
        for place in (Path(path), *Path(path).parents):
            if place.is_symlink() and not place.exists():
                raise WiringError(_dangling(path, place)) from None
        return None
    except OSError as error:
        raise WiringError(f"{path}: it can't be read ({error.strerror}). {UNCHANGED}") from error


def unwritable(files: Iterable[str], folders: Iterable[str] = ()) -> list[str]:
    """Return what keeps each file from being written and each folder from being made or filled."""
    problems = []
    for path in files:
        real = Path(os.path.realpath(path))
        problem = _closed(real, "the file") if real.exists() else ""
        problem = problem or _no_room(real.parent)
        if problem:
            problems.append(f"{path}: {problem}. {UNCHANGED}")
    for path in folders:
        problem = _no_room(Path(path))
        if problem:
            problems.append(f"{path}: {problem}. {UNCHANGED}")
    return problems


def _need_regular(path: str, mode: int) -> None:
    if stat.S_ISREG(mode):
        return
    kind = next((name for test, name in KINDS if test(mode)), "no regular file")
    raise WiringError(
        f"{path}: it is {kind}, not a file. Move it away and run the command again. {UNCHANGED}"
    )


def _dangling(path: str, link: Path) -> str:
    own = "it is" if str(link) == path else f"{link} is"
    return (
        f"{path}: {own} a symbolic link to {os.readlink(link)}, which doesn't exist. "
        f"Create that or delete the link. {UNCHANGED}"
    )


def _no_room(folder: Path) -> str:
    """Say why no file can be made in ``folder``, which may be missing ("" = it can)."""
    while not os.path.lexists(folder):
        folder = folder.parent
    if folder.is_symlink() and not folder.exists():
        return f"{folder} is a symbolic link to {os.readlink(folder)}, which doesn't exist"
    if not folder.is_dir():
        return f"{folder} isn't a folder"
    return _closed(folder, "the folder")


def _closed(place: Path, what: str) -> str:
    """Say that a place is read-only; for root by its mode, since root may write anything."""
    if place.stat().st_mode & 0o222 and os.access(place, os.W_OK):
        return ""
    return f"{what} {place} is read-only"
