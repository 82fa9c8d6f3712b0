"""Make the guard one read-only folder for machines and images that have a Python, but no package."""

import os
import shutil
from pathlib import Path

from failshut import hosts as registry
from failshut.exits import UsageError
from failshut.version import VERSION
from failshut.wire import install, launcher, program
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER_NAME
from failshut.wire.plan import MANAGED, editor, writers

README = """\
Failshut {version}: a guard for coding agents, as one folder that never changes.

It works at {final} and nowhere else, with {python}.
It serves every user: the person's own policy and the record are below the HOME of whoever runs the agent,
the machine's policy is /etc/failshut/failshut.toml.

Copy what stands in wired/ to where each agent reads it. Where there is a file already, join both.

{table}
failshut/ is the program, launcher.sh starts it; `sha256sum -c SHA256SUMS` shows what was changed.
To take it out: take the entries out of these files first, then delete the folder. An entry without the
folder refuses every call.
"""


def make(folder: Path, final: str, python: str) -> None:
    """Make ``folder``, which is to be used at ``final``; one that was made earlier is replaced.

    ``python`` is the absolute path of the interpreter.  Raises ``UsageError``.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / program.LIST).is_file():
        raise UsageError(f"{folder} isn't empty, and Failshut didn't make it. Name another folder.")
    if not install.works(python):
        raise UsageError(f"{python} doesn't start with -I -S, or is older than 3.{install.OLDEST}.")
    fresh = folder.with_name(f".{folder.name}.failshut-{os.getpid()}")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        program.build(fresh, final, files(final, python), python)
        if folder.exists():
            old = fresh.with_name(fresh.name + "-old")
            folder.rename(old)
            fresh.rename(folder)
            program.remove(old)
        else:
            fresh.rename(folder)
    except OSError as error:
        shutil.rmtree(fresh, ignore_errors=True)
        raise UsageError(
            f"{folder}: it can't be written ({error.strerror}). Name another folder."
        ) from error


def files(final: str, python: str) -> dict[str, bytes]:
    """Return the folder's files, by path below it."""
    found = dict(program.contents(install.package(), final))
    text = launcher.text((python,), f"{final}/{program.RUN}", "", options=install.NOT_WRITING)
    found[LAUNCHER_NAME] = text.encode()
    rows = []
    for host in registry.HOSTS:
        for name, place, data in wired(host, f"{final}/{LAUNCHER_NAME}"):
            found[f"wired/{name}"] = data
            rows.append(f"  wired/{name:<24} {place}\n")
    table = "".join(rows)
    text = README.format(version=VERSION, final=final, python=python, table=table)
    return found | {"README.txt": text.encode()}


def wired(host: str, path: str) -> list[tuple[str, str, bytes]]:
    """Return a host's files that run the launcher ``path``: their name, their place and their bytes."""
    write = writers(MANAGED, (host,), path, "")[host]
    own = WIRINGS[host]
    found = []
    for wiring in [one for one in own.files if one.machine] or [own]:
        place = wiring.machine or f"~/{wiring.user} (of each user: it reads none of the machine's)"
        data, _ = editor(wiring).put(b"", wiring, write, place)
        name = f"{host}-requirements" if wiring.pins[0] else host
        found.append((f"{name}.{'toml' if wiring.toml else 'json'}", place, data))
    return found
