"""Find the policy files that hold for a session root, a cwd and a home (hot: only ``posix``)."""

from __future__ import annotations

import posix

from failshut.errors import PolicyError

MANAGED = "/etc/failshut/failshut.toml"
NAMES = ("failshut.toml", ".failshut.toml", "pyproject.toml")
LOCAL = "failshut.local.toml"
MAX_BYTES = 4 << 20

# Nothing there: no file, a path below a file, a name no file can have.
_ABSENT = (2, 20, 36)


def candidates(root: str, cwd: str, home: str, *, managed: str = MANAGED) -> tuple[tuple[str, str], ...]:
    """Return ``(layer, path)`` of every place a policy may stand, upper layers first.

    Project files run from the git top level down to ``root``; those of ``cwd`` are added.
    """
    found = [("managed", managed)]
    if home:
        found.append(("user", home.rstrip("/") + "/.config/failshut/failshut.toml"))
    folders = chain(root)
    if cwd and cwd != root:
        folders += [folder for folder in chain(cwd) if folder not in folders]
    found += [("project", _join(folder, name)) for folder in folders for name in NAMES]
    found.append(("local", _join(root, LOCAL)))
    if cwd and cwd != root:
        found.append(("local", _join(cwd, LOCAL)))
    return tuple(found)


def chain(folder: str) -> list[str]:
    """Return the folders from the git top level down to ``folder``; itself when not in git."""
    here = folder.rstrip("/") or "/"
    found = [here]
    while True:
        try:
            posix.stat(_join(here, ".git"))
            return found[::-1]
        except OSError:
            if here == "/" or not here.startswith("/"):
                return [folder.rstrip("/") or "/"]
            here = here.rsplit("/", 1)[0] or "/"
            found.append(here)


def _join(folder: str, name: str) -> str:
    return folder.rstrip("/") + "/" + name


def read_source(path: str, *, managed: bool = False) -> bytes | None:
    """Return a policy file's bytes, None when absent; ``PolicyError`` when it can't be read.

    With ``managed`` the file and its folder must belong to root and be writable by it alone.
    """
    try:
        handle = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except OSError as error:
        if error.errno in _ABSENT:
            return None
        raise _unreadable(path, error) from None
    except ValueError:
        return None
    try:
        return _read(path, handle, managed)
    except OSError as error:
        raise _unreadable(path, error) from None
    finally:
        posix.close(handle)


def _read(path: str, handle: int, managed: bool) -> bytes:
    stat = posix.fstat(handle)
    if stat.st_mode & 0o170000 != 0o100000:
        raise PolicyError(path, 0, "This is no regular file.", "Put a policy file in its place.")
    if stat.st_size > MAX_BYTES:
        raise PolicyError(path, 0, "The file is larger than 4 MiB.", "Split or shorten it.")
    if managed:
        _check_owner(path, stat)
        _check_owner(path.rsplit("/", 1)[0] or "/", posix.stat(path.rsplit("/", 1)[0] or "/"))
    parts: list[bytes] = []
    while True:
        part = posix.read(handle, stat.st_size + 1)
        if not part:
            return b"".join(parts)
        parts.append(part)


def _check_owner(path: str, stat: posix.stat_result) -> None:
    if stat.st_uid != 0 or stat.st_mode & 0o022:
        raise PolicyError(
            path,
            0,
            "The managed policy can be changed by others than root.",
            f"Run `chown root {path}` and `chmod go-w {path}` as root, or remove it.",
        )


def _unreadable(path: str, error: OSError) -> PolicyError:
    return PolicyError(path, 0, f"The file can't be read ({error.strerror}).", "Make it readable.")
