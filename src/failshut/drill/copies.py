"""Copy folders for trials so that nothing a hook writes reaches the person's files."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Collection
from pathlib import Path

MOST_FILES, MOST_BYTES = 2000, 50_000_000
FEW_FILES, FEW_BYTES = 200, 2_000_000
"""Up to here a trial gets a copy of everything; above it links to what isn't the hook's own."""
LARGEST_LINKED = 1_000_000


def size(folder: Path) -> tuple[int, int]:
    """Return how many files ``folder`` holds and how many bytes; counting ends above the limits."""
    files = total = 0
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != ".git"]
        files += len(names)
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_size
            except OSError:
                continue
        if files > MOST_FILES or total > MOST_BYTES:
            break
    return files, total


def copy(source: Path, goal: Path) -> bool:
    """Copy a folder without git's data; False (and nothing copied) when it is too large.

    A link that leaves the folder becomes a copy of the file it names, or nothing: a hook must
    not reach the person's files through it.
    """
    files, total = size(source)
    if files > MOST_FILES or total > MOST_BYTES:
        return False
    _fill(source, goal, os.path.realpath(source))
    return True


def _fill(source: Path, goal: Path, root: str) -> None:
    goal.mkdir(parents=True, exist_ok=True)
    for entry in os.scandir(source):
        target = goal / entry.name
        if entry.is_symlink():
            _link(entry.path, target, root)
        elif entry.is_dir():
            if entry.name != ".git":
                _fill(Path(entry.path), target, root)
        elif entry.is_file():
            _file(entry.path, target)


def _link(path: str, target: Path, root: str) -> None:
    real = os.path.realpath(path)
    inside = real.startswith(root + os.sep) and not os.path.isabs(os.readlink(path))
    if inside:
        os.symlink(os.readlink(path), target)
    elif os.path.isfile(real) and os.path.getsize(real) <= LARGEST_LINKED:
        _file(real, target)


def _file(path: str, target: Path) -> None:
    try:
        shutil.copy2(path, target)
    except OSError:
        return  # it can't be read, so a hook couldn't either


def mirror(template: Path, goal: Path, own: Collection[str]) -> None:
    """Make ``goal`` look like ``template``: small ones are copied, of others the ``own`` files.

    ``own`` are paths relative to ``template``; what isn't copied is linked.
    """
    files, total = size(template)
    if files <= FEW_FILES and total <= FEW_BYTES:
        shutil.copytree(template, goal, symlinks=True, dirs_exist_ok=True)
        return
    _mirror(template, goal, own)


def _mirror(template: Path, goal: Path, own: Collection[str]) -> None:
    goal.mkdir(parents=True, exist_ok=True)
    for entry in os.scandir(template):
        target = goal / entry.name
        below = [where.partition("/")[2] for where in own if where.startswith(f"{entry.name}/")]
        if entry.name in own:
            shutil.copy2(entry.path, target)
        elif below:
            _mirror(Path(entry.path), target, below)
        else:
            os.symlink(entry.path, target)


def repository(folder: Path) -> None:
    """Make the project a git repository, where git is there to do it."""
    if shutil.which("git"):
        command = ["git", "-c", "init.defaultBranch=main", "init", "-q", "--template=", str(folder)]
        subprocess.run(command, check=False, capture_output=True)
