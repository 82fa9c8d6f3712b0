"""Hold the wirings of all hosts, and say which hosts are here.

The forms were measured on the real hosts (Cursor and Antigravity: documented); each stands in
its host's file in ``wire/hosts``.
"""

import os
import shutil
from collections.abc import Mapping

from failshut.hosts import HOSTS
from failshut.wire.hosts import load
from failshut.wire.wiring import Wiring

WIRINGS: dict[str, Wiring] = {host: load(host).WIRING for host in HOSTS}
NO_PROJECT_SCOPE = "{title} has no project scope: it reads hooks of the user only. Use `--scope user`."
NO_MACHINE_FILE = "{title} reads no hooks of the machine's. Its users run `failshut init` themselves."


def is_here(host: str, home: str, environment: Mapping[str, str]) -> bool:
    """Say whether a host is on this machine: its folder below the home folder, or its program."""
    wiring = WIRINGS[host]
    if any(os.path.isdir(os.path.join(home, name)) for name in wiring.folders):
        return True
    path = environment.get("PATH", os.defpath)
    return any(shutil.which(name, path=path) for name in wiring.programs)
