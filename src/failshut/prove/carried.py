"""Wire a run's repository as a person's repository is wired, with the trust that the person's home has."""

from __future__ import annotations

import json
import os
from pathlib import Path

from failshut.doctor import layers
from failshut.prove import kept
from failshut.wire import install, places, plan
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER

KINDS = (".json", ".toml")


def there(host: str, root: str) -> bool:
    """Say whether one of the host's files in this repository holds our line."""
    found = (places.read(path) for path in plan.targets(host, plan.PROJECT, "", root))
    return any(LAUNCHER.encode() in data for data in found if data is not None)


def copied(host: str, person: str, root: str, home: Path, project: Path, foreign: bool) -> None:
    """Take over the host's files of the repository ``root``, and of the home what decides about them.

    Of the home those are switches and trust, no hooks: what the repository carries has to hold alone.
    The launcher is a fresh one for the new home.  ``foreign`` False = hooks of others run nothing.
    """
    install.install(str(home), install.launcher_text(str(home), os.environ))
    read = layers.gather(host, person, root, {})
    for name, text in read.texts.items():
        if name.startswith("/") or not name.endswith(KINDS):
            continue
        users = name.startswith("~/")
        choice = kept.nobodys if users else kept.whole if foreign else kept.inert
        above = _above(text, root, project) if trusts(host, name) else text
        moved = _moved(above, person, root, home, project)
        target = home / name[2:] if users else project / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if trusts(host, name):
            target.write_text(moved, "utf-8")
        else:
            toml = name.endswith(".toml")
            target.write_text(kept.kept(host, moved, toml, choice, trust=users), "utf-8")


def trusts(host: str, name: str) -> bool:
    """Say whether a file holds nothing but the folders that a person trusts."""
    trust = WIRINGS[host].trust
    return trust is not None and not trust.key and name == f"~/{trust.file}"


def _moved(text: str, person: str, root: str, home: Path, project: Path) -> str:
    """Return a text with the new places of the repository and the home."""
    for old in dict.fromkeys((root, os.path.realpath(root))):
        text = text.replace(old, str(project))
    return text.replace(person, str(home))


def _above(text: str, root: str, project: Path) -> str:
    """Return the trusted folders; what is said of one above the repository counts for the run's, too."""
    try:
        held = json.loads(text)
    except ValueError:
        return text
    if not isinstance(held, dict):
        return text
    for path, word in sorted(held.items()):
        if root.startswith(path.rstrip("/") + "/"):
            held = {str(project): word} | held
    return json.dumps(held, indent=2)
