"""Wire the guard in a run's throw-away home: fresh, or as it is wired in the person's home."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from failshut import paths
from failshut.doctor import layers, loaded
from failshut.exits import WiringError
from failshut.prove import kept
from failshut.wire import alive, apply, hosttrust, install, places, plan, program
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


def spellings(*folders: str) -> tuple[str, ...]:
    """Return how some folders are written: as given and without symbolic links, the longest first."""
    found = dict.fromkeys(one for folder in folders if folder for one in (folder, os.path.realpath(folder)))
    return tuple(sorted((one for one in found if one != "/"), key=len, reverse=True))


def moved(text: str, folders: Mapping[str, Path]) -> str:
    """Return a text with the new places of folders, however it spells them."""
    news = {one: str(new) for old, new in folders.items() for one in spellings(old)}
    for old in sorted(news, key=len, reverse=True):
        text = re.sub(rf"(?<![\w.-]){re.escape(old)}(?![\w.-])", news[old].replace("\\", r"\\"), text)
    return text


def named(host: str, person: str) -> str:
    """Return the person's home as the host's files spell it in our lines; as given where they don't."""
    told = [
        place.removesuffix(f"/{LAUNCHER}")
        for text in _texts(host, person)
        for place in alive.launchers(text)
    ]
    same = [one for one in told if os.path.realpath(one) == os.path.realpath(person)]
    return person if person in same or not same else same[0]


def copied(host: str, person: str, home: Path, project: Path, foreign: bool) -> bool:
    """Wire as the person's home is wired; says whether a hook entry of ours is there.

    The host's files come over with what decides about hooks (switches, trust, the hooks themselves) and
    with nothing else: no credentials, no commands of other settings.  ``foreign`` False = the
    hooks of others keep their form and run nothing.  A file that can't be read stays away.
    """
    choice = kept.whole if foreign else kept.neighbours(host, [f"{home}/{LAUNCHER}"])
    launched(person, home)
    wired = False
    for path, wiring in plan.targets(host, plan.USER, person, "").items():
        data = read(path)
        if not data:
            continue
        text = moved(data.decode("utf-8", "replace"), {person: home})
        wired = wired or LAUNCHER in text
        target = home / wiring.user
        target.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(kept.Unread):
            target.write_text(kept.kept(host, text, wiring.toml, choice, home=str(home)), "utf-8")
    if wired and _trusted(host, person):
        trust(host, home, project)
    return wired


def launched(person: str, home: Path) -> None:
    """Put the person's launcher and program into a new home: none where the person has none.

    ``examined.guard`` says before whether they are what an installation writes; so the launcher's text
    for the new home is theirs but for the home's name.
    """
    held = read(f"{person}/{LAUNCHER}")
    if held is None:
        return
    text = install.launcher_text(str(home), os.environ)
    used, new = program.named(held), program.named(text)
    source, target = (Path(paths.share_dir(one)) / paths.VERSIONS / used for one in (person, str(home)))
    (home / LAUNCHER).parent.mkdir(parents=True, exist_ok=True)
    if used and source.is_dir():
        shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
        for folder in (target, *(one for one in target.rglob("*") if one.is_dir())):
            folder.chmod(0o755)
    (home / LAUNCHER).write_bytes(text.replace(new.encode(), used.encode()) if new and used else text)


def unread(host: str, person: str) -> Iterator[tuple[str, str]]:
    """Yield the host's files in a home that can't be read, and why."""
    for path, wiring in plan.targets(host, plan.USER, person, "").items():
        try:
            data = places.read(path)
            if data is not None:
                kept.parsed(data.decode("utf-8", "replace"), wiring.toml)
        except (WiringError, kept.Unread) as error:
            yield path, str(error).removeprefix(f"{path}: ").removesuffix(places.UNCHANGED).strip()


def read(path: str) -> bytes | None:
    """Return a file's bytes, None where there is none that can be read."""
    try:
        return places.read(path)
    except WiringError:
        return None


def policies(person: str, home: Path) -> None:
    """Take over the person's policy and what of it is trusted."""
    for name in (paths.CONFIG, paths.STATE + "/policies"):
        source = Path(person + name)
        if source.is_dir():
            shutil.copytree(source, str(home) + name, ignore_dangling_symlinks=True, dirs_exist_ok=True,
                            ignore=_no_files)  # fmt: skip


def there(host: str, person: str) -> bool:
    """Say whether one of the host's files in this home holds our line."""
    return any(LAUNCHER in text for text in _texts(host, person))


def _texts(host: str, person: str) -> Iterator[str]:
    for path in plan.targets(host, plan.USER, person, ""):
        yield (read(path) or b"").decode("utf-8", "replace")


def _no_files(folder: str, names: list[str]) -> list[str]:
    """Return what isn't to be copied: pipes and devices."""
    paths_of = ((name, os.path.join(folder, name)) for name in names)
    return [name for name, path in paths_of if not (os.path.isfile(path) or os.path.isdir(path))]


def _trusted(host: str, person: str) -> bool:
    """Say whether the host takes our entries in the person's home (trust is a part of that)."""
    read = layers.gather(host, person, "", os.environ)
    wired, _ = loaded.read(read, os.environ, None)
    return bool(wired)
