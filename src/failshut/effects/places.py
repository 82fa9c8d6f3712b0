"""Say where a path lies and what it holds, by its text and by what links make of it.

``where`` is one of WHERE below, judged for the path as written and for the path behind symbolic
links; the worse of the two counts.  Hot: imports ``posix`` and the model only.
"""

import posix

from failshut.model import Context

# Worst first.
WHERE = (
    "root", "system", "home", "session-parent", "session-root", "home-dir-secret", "git-dir",
    "outside", "unknown", "tmp-root", "tmp", "inside",
)  # fmt: skip
_EXACT = frozenset(
    ("/home", "/Users", "/var", "/opt", "/srv", "/mnt", "/media", "/run", "/usr/local", "/private",
     "/var/log", "/var/lib", "/var/www", "/var/db", "/Volumes", "/Applications", "/nix", "/snap"),
)  # fmt: skip
_TREES = (
    "/etc", "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/boot", "/dev", "/proc", "/sys",
    "/System", "/Library", "/private/etc", "/root",
)  # fmt: skip
_NOT_SYSTEM = ("/usr/src", "/root", "/dev/shm", "/dev/fd")
_STREAMS = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/tty", "/dev/zero",
            "/dev/full", "/dev/random", "/dev/urandom")  # fmt: skip
_NO_DEVICE = ("/dev/shm", "/dev/fd", "/dev/pts", "/dev/tcp/", "/dev/udp/")
_TMP = ("/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm")
_FOLDERS = ("/var/folders", "/private/var/folders")
_SECRET_DIRS = (".ssh", ".gnupg", ".aws", ".kube", ".docker", ".azure", ".config/gcloud",
                ".config/gh", ".password-store", "Library/Keychains")  # fmt: skip
LINKS = 40  # symbolic links followed at most
LONGEST = 4096  # no system opens a longer path
MANY = 100000
SEEN: dict[tuple[str, bool], str] = {}
"""Paths whose links were followed for the call at hand; ``effects_of`` empties it."""

_USER_FILES = (
    ".claude/settings.json", ".claude/settings.local.json", ".claude/hooks",
    ".codex/hooks.json", ".codex/config.toml",
    ".copilot/hooks", ".copilot/settings.json", ".copilot/config.json",
    ".cursor/hooks.json", ".cursor/hooks",
    ".gemini/settings.json", ".gemini/config/hooks.json", ".gemini/config/plugins",
    ".gemini/extensions", ".kimi-code/config.toml", ".kimi-code/plugins",
)  # fmt: skip
_ROOT_FILES = (
    ".claude/settings.json", ".claude/settings.local.json", ".claude/hooks",
    ".codex/hooks.json", ".codex/config.toml",
    ".github/hooks", ".github/copilot/settings.json", ".github/copilot/settings.local.json",
    ".cursor/hooks.json", ".cursor/hooks", ".gemini/settings.json",
    ".agents/hooks.json", ".agent/hooks.json", "_agents/hooks.json", "_agent/hooks.json",
)  # fmt: skip
_MACHINE_FILES = (
    "/etc/codex", "/etc/claude-code", "/etc/gemini-cli", "/etc/github-copilot", "/etc/cursor",
)  # fmt: skip
_GUARD = (".local/share/failshut", ".config/failshut", ".local/state/failshut", ".cache/failshut")


def host_files(root: str, homes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hosts' hook and settings files and folders, absolute, for a root and homes."""
    found = [f"{home.rstrip('/')}/{name}" for home in homes if home for name in _USER_FILES]
    found += [f"{root.rstrip('/')}/{name}" for name in _ROOT_FILES if root]
    return tuple(dict.fromkeys((*found, *_MACHINE_FILES)))


def guard_files(home: str) -> tuple[str, ...]:
    """Return the folders of the guard's launcher, configuration, state and cache under a home."""
    return tuple(f"{home.rstrip('/')}/{name}" for name in _GUARD)


def normal(path: str) -> str:
    """Return an absolute path without ``.``, ``..`` and doubled slashes."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part and part != ".":
            parts.append(part)
    return "/" + "/".join(parts)


def real(path: str, last: bool = True) -> str:
    """Return the path behind links; ``last=False`` leaves the final name itself alone."""
    known = SEEN.get((path, last))
    if known is None:
        known = path if len(path) > LONGEST else _real(path, last)
        if len(SEEN) < MANY:
            SEEN[path, last] = known
    return known


def _real(path: str, last: bool) -> str:
    todo = [part for part in path.split("/") if part and part != "."][::-1]
    done: list[str] = []
    links = 0
    while todo:
        part = todo.pop()
        if part == "..":
            if done:
                done.pop()
            continue
        done.append(part)
        if (not todo and not last) or links >= LINKS:
            continue
        try:
            target = posix.readlink("/" + "/".join(done))
        except (OSError, ValueError):
            continue
        links += 1
        done = [] if target.startswith("/") else done[:-1]
        todo.extend([part for part in target.split("/") if part and part != "."][::-1])
    return "/" + "/".join(done)


def under(path: str, folder: str) -> bool:
    """Tell whether the path is the folder or lies in it."""
    return path == folder or folder == "/" or path.startswith(folder + "/")


_STARTS: dict[tuple[str, ...], tuple[str, ...]] = {}


def under_any(path: str, folders: tuple[str, ...]) -> bool:
    """Tell whether the path is one of the folders or lies in one."""
    if folders not in _STARTS:
        _STARTS[folders] = tuple([folder.rstrip("/") + "/" for folder in folders])
    return (path + "/").startswith(_STARTS[folders])


def overlaps(path: str, marked: tuple[str, ...]) -> bool:
    """Tell whether the path is, lies in or holds one of the marked paths."""
    return under_any(path, marked) or any([under(one, path) for one in marked])


def _homes(ctx: Context) -> tuple[str, ...]:
    return tuple(normal(home) for home in ctx.homes if home)


def _where(path: str, root: str, ctx: Context) -> str:
    homes = _homes(ctx)
    if path == "/":
        return "root"
    if path in homes or path == "/root" or (
        path.count("/") == 2 and path.startswith(("/home/", "/Users/"))
    ):  # fmt: skip
        return "session-root" if path == root and path not in homes else "home"
    if path in _EXACT or path in _TREES:
        return "system"
    if root != "/" and path == root:
        return "session-root"
    if under(root, path):
        return "session-parent"
    if root not in homes and root != "/" and under(path, root):
        return "git-dir" if ".git" in path[len(root) :].split("/") else "inside"
    for home in homes:
        if any(under(path, f"{home}/{name}") for name in _SECRET_DIRS):
            return "home-dir-secret"
    if path in _TMP or path in _FOLDERS:
        return "tmp-root"
    if any(under(path, tmp) for tmp in _TMP) or _private_tmp(path):
        return "tmp"
    if path in _STREAMS or path.startswith(_NO_DEVICE):
        return "tmp"
    if not any(under(path, tree) for tree in _NOT_SYSTEM) and any(under(path, tree) for tree in _TREES):
        return "system"
    if root in homes and under(path, root):
        return "git-dir" if ".git" in path[len(root) :].split("/") else "inside"
    return "outside"


def _private_tmp(path: str) -> bool:
    return any(under(path, folder) and path.count("/") > 4 for folder in _FOLDERS)


def worse(first: str, second: str) -> str:
    """Return the worse of two places."""
    return first if WHERE.index(first) <= WHERE.index(second) else second


def where(path: str | None, ctx: Context, last: bool = True) -> str:
    """Return where a path lies; ``last=False`` = the call acts on the name, not its target."""
    if path is None:
        return "unknown"
    if path.startswith("/dev/fd/"):
        return "tmp"  # a pipe that the shell made, such as ``>(tee log)``
    root = normal(ctx.root)
    lexical = _where(path, root, ctx)
    behind = real(path, last)
    if behind == path:
        return lexical
    rooted = real(root)
    place = _where(behind, rooted, ctx)
    if lexical == "inside" and under(behind, rooted):
        return "inside" if place == "outside" else place
    return worse(lexical, place) if place != "outside" or lexical != "tmp" else "outside"


def is_device(path: str | None) -> bool:
    """Tell whether the path names a device that holds data (a disk, memory, a port)."""
    if path is None or not path.startswith("/dev/"):
        return False
    return path not in _STREAMS and not path.startswith(_NO_DEVICE)
