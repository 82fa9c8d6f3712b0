"""Let through what a person has allowed: everything for a while, or one exact call (hot, after a refusal).

Both are files below the state folder, which no agent may write.  Rules of the pack ``self`` and of a
managed policy hold all the same.
"""

import posix
import time

from failshut import paths
from failshut.hosts import load
from failshut.model import PASS, Call, Verdict
from failshut.policy.digest import name_of
from failshut.policy.find import MANAGED

LONGEST = 12 * 3600
"""Seconds that a pause may last at most."""
_SMALL = 64
FIXED = ("pack self", MANAGED)


def identity(call: Call, root: str) -> str:
    """Return a name for exactly this call in this repository (32 hexadecimal digits).

    It is the same at each entry and event that the call comes by.
    """
    paths = "\0".join([*call.writes, *call.reads, *call.deletes, *call.urls])
    parts = [call.dialect, call.kind, call.command or "", call.cwd, root, paths, call.server, call.mcp_tool]
    if call.kind not in load(call.dialect).TWICE:
        parts += ["" if call.server else call.tool, _plain(call.arguments)]
    return name_of("\0".join(parts))


def given(verdict: Verdict, home: str, name: str) -> bool:
    """Say whether a person may have given leave: none where a managed policy is, or ``self`` refused."""
    if verdict.source.startswith(FIXED) or _is_there(MANAGED):
        return False
    return bool(paused(home)) or _is_there(once_file(home, name))


def _is_there(path: str) -> bool:
    try:
        posix.stat(path)
        return True
    except OSError:
        return False


def granted(verdict: Verdict, call: Call, home: str, name: str) -> Verdict:
    """Return what becomes of a refusal: it stands, or the call passes with a mark for the record.

    ``name`` is the call's ``identity``.
    """
    until = paused(home)
    if until:
        return Verdict(PASS, tell=told(until), marks=(*verdict.marks, f"paused: {verdict.rule}"))
    if used(call, home, name):
        return Verdict(PASS, marks=(*verdict.marks, f"allowed once: {verdict.rule}"))
    return verdict


def noted(verdict: Verdict, home: str) -> Verdict:
    """Return a verdict that lets a call pass, with the news that the guard is paused."""
    until = paused(home)
    if until and verdict.action == PASS and not verdict.tell:
        return Verdict(PASS, tell=told(until), marks=verdict.marks)
    return verdict


def told(until: float) -> str:
    """Say to the model that a person has paused the guard."""
    clock = time.strftime("%H:%M", time.localtime(until))
    return f"Failshut is paused by the person who runs this machine, until {clock}."


def pause_file(home: str) -> str:
    """Return the file that holds until when the guard is paused."""
    return paths.state_dir(home) + "/paused"


def once_file(home: str, name: str) -> str:
    """Return the file that lets one call through; it holds until when."""
    return f"{paths.state_dir(home)}/once/{name}"


def paused(home: str) -> float:
    """Return until when the guard is paused (seconds since 1970), 0 when it isn't."""
    until, now = _until(pause_file(home)), time.time()
    return until if now < until <= now + LONGEST else 0.0


def used(call: Call, home: str, name: str) -> bool:
    """Say whether a person has allowed this call once, and take the permission.

    Each entry and event by which the call comes takes it for itself, by a mark beside it: so it lets
    one call through all of them, and no second one.
    """
    path = once_file(home, name)
    until, now = _until(path), time.time()
    if not now < until <= now + LONGEST:
        return False
    mark = "".join([char if char.isalnum() else "-" for char in f"{call.host} {call.event} {call.entry}"])
    flags = posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC
    try:
        posix.close(posix.open(f"{path}.{mark}", flags, 0o600))
    except OSError:
        return False
    return True


def _until(path: str) -> float:
    """Return the time that a file of the person's holds, 0 for any other file."""
    flags = posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC
    try:
        fd = posix.open(path, flags)
    except OSError:
        return 0.0
    try:
        about = posix.fstat(fd)
        if about.st_uid not in (0, posix.geteuid()) or about.st_mode & 0o022:
            return 0.0
        text = posix.read(fd, _SMALL).decode("ascii").strip()
        return float(text) if text.isdigit() else 0.0
    except (OSError, ValueError):
        return 0.0
    finally:
        posix.close(fd)


def _plain(value: object) -> str:
    """Write a JSON value so that equal ones have one text."""
    if isinstance(value, dict):
        return "{" + ",".join([f"{key!r}:{_plain(value[key])}" for key in sorted(value)]) + "}"
    if isinstance(value, list):
        return "[" + ",".join([_plain(one) for one in value]) + "]"
    return repr(value)
