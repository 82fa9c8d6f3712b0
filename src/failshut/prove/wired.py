"""Wire the guard in a run's throw-away home: fresh, or as it is wired in the person's home."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from failshut import paths
from failshut.doctor import layers, loaded
from failshut.prove import kept
from failshut.wire import apply, hosttrust, install, places, plan
from failshut.wire.line import LAUNCHER

POLICY = """\
[[rule]]
id = "prove/mcp"
match = { mcp = "demo/write_thing" }
deny = "Things are written by the build."
instead = "Run `make things`."

[[rule]]
id = "prove/write"
match = { write = "generated/**" }
deny = "What stands in generated is made by the build."
instead = "Change the source and run `make generated`."

[[rule]]
id = "prove/ask"
match = { command = "touch ASKED" }
ask = "This one needs a person."
instead = "Wait for the person."
"""
"""The rules of the run's repository, beside the person's own and the packs."""


def fresh(host: str, home: Path, project: Path, scope: str = plan.USER) -> None:
    """Do what ``failshut init --trust`` does for a host of this home, or of this project.

    Raises ``WiringError`` or ``UsageError``.
    """
    root = str(project) if scope == plan.PROJECT else ""
    texts = plan.writers(scope, (host,), f"{home}/{LAUNCHER}", root)
    files = {path: places.read(path) for path in plan.targets(host, scope, str(home), root)}
    made = plan.plan(scope, (host,), str(home), root, files, texts)
    install.install(str(home), install.launcher_text(str(home), os.environ))
    apply.apply(made, str(home))
    trust(host, home, project, scope)


def trust(host: str, home: Path, project: Path, scope: str = plan.USER) -> None:
    """Let the host trust our entries, as ``init --trust`` does."""
    for change, _ in hosttrust.changes((host,), scope, str(home), str(project)):
        Path(change.path).parent.mkdir(parents=True, exist_ok=True)
        apply.write(change.path, change.after or b"", 0o600)


def copied(host: str, person: str, home: Path, project: Path, foreign: bool) -> bool:
    """Wire as the person's home is wired; says whether an entry of ours is there.

    The host's files come over with what decides about hooks (switches, trust, the hooks themselves) and
    with nothing else: no credentials, no commands of other settings.  ``foreign`` False = the
    hooks of others keep their form and run nothing.  The launcher is a fresh one for the new home.
    """
    choice = kept.whole if foreign else kept.inert
    install.install(str(home), install.launcher_text(str(home), os.environ))
    wired = False
    for path, wiring in plan.targets(host, plan.USER, person, "").items():
        data = places.read(path)
        if data is None:
            continue
        text = data.decode("utf-8", "replace").replace(person, str(home))
        if LAUNCHER in text:
            wired = True
        target = home / wiring.user
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(kept.kept(host, text, wiring.toml, choice), "utf-8")
    if wired and _trusted(host, person):
        trust(host, home, project)
    return wired


def policies(person: str, home: Path) -> None:
    """Take over the person's policy and what of it is trusted."""
    for name in (paths.CONFIG, paths.STATE + "/policies"):
        source = Path(person + name)
        if source.is_dir():
            shutil.copytree(source, str(home) + name, symlinks=True, dirs_exist_ok=True)


def there(host: str, person: str) -> bool:
    """Say whether one of the host's files in this home holds our line."""
    found = (places.read(path) for path in plan.targets(host, plan.USER, person, ""))
    return any(LAUNCHER.encode() in data for data in found if data is not None)


def _trusted(host: str, person: str) -> bool:
    """Say whether the host takes our entries in the person's home (trust is a part of that)."""
    read = layers.gather(host, person, "", os.environ)
    wired, _ = loaded.read(read, os.environ, None)
    return bool(wired)
