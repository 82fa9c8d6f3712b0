"""Tell a person at a terminal from an agent's own process, as far as that can be told."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping

from failshut.exits import UsageError
from failshut.interpret import contract
from failshut.interpret.contracts import hosts
from failshut.wire.entries import WIRINGS
from failshut.wire.hosts import load

MARKS = ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED",
         "GEMINI_CLI", "COPILOT_CLI", "CURSOR_AGENT")  # fmt: skip
"""Variables that agents set for what they start."""
NOBODY = "Nothing was done: only a person may do this, by typing on a terminal of their own."
PATIENCE = 5.0
GET_SESSION = 0x5429 if sys.platform == "linux" else 0x40047463
"""The request that names a terminal's session (TIOCGSID, which Python doesn't know)."""
_MOST = 64


def need_person() -> None:
    """Raise ``UsageError`` unless a person may sit at this terminal, outside any agent's processes."""
    if not sys.stdin.isatty():
        raise UsageError(f"{NOBODY} Standard input is no terminal here.")
    pids = [os.getpid(), os.getsid(0)]
    leader = _leader()
    if leader:
        pids.append(leader)
    for pid in dict.fromkeys(pids):
        why = agent_above(pid)
        if why:
            raise UsageError(f"{NOBODY} This one belongs to an agent ({why}).")


def _leader() -> int:
    """Return the process that leads the session of this terminal, 0 when it can't be told."""
    try:
        return int.from_bytes(fcntl.ioctl(0, GET_SESSION, bytes(4)), sys.byteorder)
    except OSError:
        return 0


def agent_above(pid: int) -> str:
    """Say which agent a process belongs to, by those above it and by what they were given ("" = none)."""
    for one in lineage(pid):
        words = arguments(one)
        why = agent(words)
        if why:
            return why
        marks = [name for name in marked(one) if name]
        if marks:
            return f"{marks[0]} is set for {words[0] if words else one}"
    return ""


def agent(words: list[str]) -> str:
    """Return the title of the agent that a command line starts ("" = none)."""
    for host in hosts():
        programs, package = WIRINGS[host].programs, load(host).GUARDED.package
        for word in words[:3]:
            if os.path.basename(word) in programs or (package and f"/{package}/" in word):
                return contract(host).title
    return ""


def lineage(pid: int) -> Iterator[int]:
    """Yield a process and those above it, nearest first."""
    for _ in range(_MOST):
        if pid <= 1:
            return
        yield pid
        pid = parent(pid)


def parent(pid: int) -> int:
    """Return a process's parent, 0 when it can't be told."""
    text = _read(f"/proc/{pid}/stat") or _told(pid, "ppid=")
    rest = text.rpartition(") ")[2].split() if ")" in text else ["", text.strip()]
    return int(rest[1]) if len(rest) > 1 and rest[1].isdigit() else 0


def arguments(pid: int) -> list[str]:
    """Return a process's command line."""
    text = _read(f"/proc/{pid}/cmdline")
    return text.split("\0") if text else _told(pid, "command=").split()


def marked(pid: int) -> list[str]:
    """Return the ``MARKS`` in a process's environment (its own: as it is now)."""
    if pid == os.getpid():
        return [name for name in MARKS if os.environ.get(name)]
    return _names(dict(row.partition("=")[::2] for row in _read(f"/proc/{pid}/environ").split("\0")))


def _names(environment: Mapping[str, str]) -> list[str]:
    return [name for name in MARKS if environment.get(name)]


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _told(pid: int, what: str) -> str:
    """Ask ``ps``, where there is no /proc."""
    if os.path.isdir("/proc/self"):
        return ""
    try:
        done = subprocess.run(["ps", "-o", what, "-p", str(pid)], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
