"""Cut a run off from the network, and end everything it started."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess

_NEW = ("--net", "--pid", "--fork", "--kill-child", "--mount-proc")
"""A network without a route, and a process space that ends with its first process."""
_PATIENCE = 20.0


@functools.cache
def prefix() -> tuple[str, ...]:
    """Return the argv that starts a program cut off, () where this system doesn't let us."""
    program = shutil.which("unshare")
    if program is None:
        return ()
    users: tuple[tuple[str, ...], ...] = ((),) if os.geteuid() == 0 else (("--user", "--map-root-user"),)
    for user in users:
        argv = (program, *user, *_NEW)
        try:
            done = subprocess.run([*argv, "true"], capture_output=True, timeout=_PATIENCE, check=False)
        except (OSError, subprocess.SubprocessError):
            continue
        if done.returncode == 0:
            return argv
    return ()
