"""Append one redacted line per decision to a per-session file; a failure never changes a verdict."""

import posix
import time

from failshut.hosts.words import quoted
from failshut.hot.redact import redacted
from failshut.model import Call, Verdict

QUOTED = 240
"""Characters of a call that a record keeps."""
WHOLE = 4000
"""Characters of a refused call: a person who allows it has to see all of it."""
SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def append(folder: str, call: Call, verdict: Verdict, root: str, exact: str = "") -> bool:
    """Append the decision to ``folder/SESSION.jsonl``; returns whether it was written.

    ``exact`` stands for exactly this call (``leave.identity``), "" = it isn't noted.
    """
    try:
        data = line(call, verdict, root, exact).encode("utf-8", "replace")
        flags = posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT | posix.O_NOFOLLOW
        flags |= posix.O_NONBLOCK | posix.O_CLOEXEC
        try:
            fd = posix.open(folder + "/" + name(call), flags, 0o600)
        except FileNotFoundError:
            make(folder)
            fd = posix.open(folder + "/" + name(call), flags, 0o600)
        try:
            return posix.write(fd, data) == len(data)
        finally:
            posix.close(fd)
    except (OSError, ValueError):
        return False


def make(folder: str) -> None:
    """Make a folder and those above it, closed to others."""
    at = folder.find("/", 1)
    while at > 0:
        try:
            posix.mkdir(folder[:at], 0o700)
        except OSError:
            pass
        at = folder.find("/", at + 1)
    posix.mkdir(folder, 0o700)


def name(call: Call) -> str:
    """Return the file name of the call's session."""
    kept = "".join(char if char in SAFE else "_" for char in call.session[:80])
    return f"{call.host}.{kept or 'no-session'}.jsonl"


def line(call: Call, verdict: Verdict, root: str, exact: str = "") -> str:
    """Return the record: one JSON object and a newline.  ``time`` is seconds since the epoch."""
    what = _what(call)
    room = WHOLE if exact else QUOTED
    fields = [
        ("time", f"{time.time():.3f}"),
        ("host", quoted(call.host)),
        ("tool", quoted(redacted(call.tool[:80]))),
        ("kind", quoted(call.kind)),
        ("verdict", quoted(verdict.action)),
        ("rule", quoted(verdict.rule)),
        ("what", quoted(redacted(what[: room * 4])[:room])),
        ("root", quoted(root)),
    ]
    if call.dialect != call.host:
        fields.append(("dialect", quoted(call.dialect)))
    for key, value in (
        ("id", exact),
        ("cut", "yes" if len(what) > room else ""),
        ("source", verdict.source),
        ("fault", verdict.fault),
        ("agent", call.agent),
        ("call", call.call_id),
        ("marks", "; ".join(verdict.marks)),
    ):
        if value:
            fields.append((key, quoted(redacted(value[: QUOTED * 4])[:QUOTED])))
    if verdict.deeds:
        fields.append(("deeds", quoted(redacted("\n".join(verdict.deeds)[:WHOLE]))))
    return "{" + ",".join(f'"{key}":{value}' for key, value in fields) + "}\n"


def spelled(call: Call) -> str:
    """Return how a refused call stands in its record."""
    return redacted(_what(call)[: WHOLE * 4])[:WHOLE]


def _what(call: Call) -> str:
    what = call.command if call.command is not None else " ".join(call.writes + call.deletes)
    return what or " ".join(call.reads + call.urls)
