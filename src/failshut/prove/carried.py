"""Wire a run's repository as a person's repository is wired, with the trust that the person's home has."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from failshut.doctor import layers
from failshut.prove import kept, wired
from failshut.wire import plan
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER

KINDS = (".json", ".toml")


def unread(host: str, person: str, root: str) -> Iterator[tuple[str, str]]:
    """Yield the host's files of a repository, and of the home, that can't be read, and why."""
    read = layers.gather(host, person, root, {})
    own = read.own()
    yield from ((read.path(name), why) for name, why in read.unread.items() if name in own)
    for name, text in read.texts.items():
        if name.endswith(KINDS) and not name.startswith("/") and (name in own or "ooks" in text):
            try:
                kept.parsed(text, name.endswith(".toml"))
            except kept.Unread as error:
                yield read.path(name), str(error)


def there(host: str, root: str) -> bool:
    """Say whether one of the host's files in this repository holds our line."""
    found = (wired.read(path) or b"" for path in plan.targets(host, plan.PROJECT, "", root))
    return any(LAUNCHER.encode() in data for data in found)


def copied(host: str, person: str, root: str, home: Path, project: Path, foreign: bool) -> None:
    """Take over the host's files of the repository ``root``, and of the home what decides about them.

    Of the home those are switches and trust, no hooks: what the repository carries has to hold alone.
    ``foreign`` False = hooks of others run nothing.  A file that can't be read stays away.
    """
    wired.launched(person, home)
    neighbours = kept.neighbours(host, [f"{home}/{LAUNCHER}"])
    read = layers.gather(host, person, root, {})
    for name, text in read.texts.items():
        if name.startswith("/") or not name.endswith(KINDS):
            continue
        users = name.startswith("~/")
        choice = kept.nobodys if users else kept.whole if foreign else neighbours
        above = _above(text, root, project) if trusts(host, name) else text
        moved = wired.moved(above, {root: project, person: home})
        target = home / name[2:] if users else project / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if trusts(host, name):
            target.write_text(moved, "utf-8")
        else:
            toml = name.endswith(".toml")
            with contextlib.suppress(kept.Unread):
                target.write_text(
                    kept.kept(host, moved, toml, choice, trust=users, home=str(home)), "utf-8"
                )


def trusts(host: str, name: str) -> bool:
    """Say whether a file holds nothing but the folders that a person trusts."""
    trust = WIRINGS[host].trust
    return trust is not None and not trust.key and name == f"~/{trust.file}"


def _above(text: str, root: str, project: Path) -> str:
    """Return the trusted folders; what is said of one above the repository counts for the run's, too."""
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not isinstance(held, dict):
        return text
    for path, word in sorted(held.items()):
        if root.startswith(path.rstrip("/") + "/"):
            held = {str(project): word} | held
    return json.dumps(held, indent=2)
