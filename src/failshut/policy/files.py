"""Read and write our own small files: owner and mode checked, replaced in one step (hot)."""

from __future__ import annotations

import posix

MAX_BYTES = 32 << 20


def read(path: str) -> bytes | None:
    """Return the bytes of a file that only its owner (us) can touch; None = absent, b"" = unfit."""
    flags = posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NOFOLLOW | posix.O_NONBLOCK
    try:
        handle = posix.open(path, flags)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError):
        return b""
    try:
        stat = posix.fstat(handle)
        if not _fit(stat, 0o100000) or stat.st_size > MAX_BYTES:
            return b""
        data = posix.read(handle, stat.st_size + 1)
        return data if len(data) == stat.st_size else b""
    except OSError:
        return b""
    finally:
        posix.close(handle)


def _fit(stat: posix.stat_result, kind: int) -> bool:
    """Say whether it is of the kind, ours, and closed to group and others."""
    return stat.st_mode & 0o170000 == kind and stat.st_uid == posix.geteuid() and not stat.st_mode & 0o077


def write(path: str, data: bytes) -> bool:
    """Replace a file in one step, mode 0600 in a 0700 folder; say whether it worked."""
    folder = path.rsplit("/", 1)[0]
    temporary = f"{path}.{posix.getpid()}.new"
    try:
        if not _folder(folder):
            return False
        flags = posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_CLOEXEC | posix.O_NOFOLLOW
        handle = posix.open(temporary, flags, 0o600)
        try:
            view = memoryview(data)
            while view:
                view = view[posix.write(handle, view) :]
        finally:
            posix.close(handle)
        posix.rename(temporary, path)
        return True
    except (OSError, ValueError):
        _remove(temporary)
        return False


def _remove(path: str) -> None:
    try:
        posix.unlink(path)
    except (OSError, ValueError):
        return


def _folder(folder: str) -> bool:
    """Make the folder (and those above it) when absent; say whether it is fit to hold our files."""
    try:
        posix.mkdir(folder, 0o700)
    except FileExistsError:
        pass
    except FileNotFoundError:
        above = folder.rsplit("/", 1)[0]
        if not above or not _above(above):
            return False
        posix.mkdir(folder, 0o700)
    return _fit(posix.lstat(folder), 0o040000)


def _above(folder: str) -> bool:
    try:
        posix.mkdir(folder, 0o700)
    except FileExistsError:
        return True
    except FileNotFoundError:
        above = folder.rsplit("/", 1)[0]
        if not above or not _above(above):
            return False
        posix.mkdir(folder, 0o700)
    return True
