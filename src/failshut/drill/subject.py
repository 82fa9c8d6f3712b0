"""Prepare any hook command for trials: each trial gets a copy of its files, a home and a project.

The hook's own files (words of the command that name small files) are copied for each trial, so
that a fault may damage them.  What stands beside them is copied once and linked, so that nothing
a hook writes reaches the person's files.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from failshut.drill.spawn import spawn_of
from failshut.drill.trial import Trial
from failshut.errors import UsageError
from failshut.interpret import HOSTS

MOST_FILES, MOST_BYTES, LARGEST_PART, MOST_PARTS = 2000, 50_000_000, 1_000_000, 3
LOCAL_ADDRESS = re.compile(r"(https?://)(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?")
PROGRAMS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
"""How compiled programs begin; they are never damaged or copied."""


def project_names() -> tuple[str, ...]:
    """Return the variables in which hosts give a hook the project's folder."""
    found = [spawn_of(host).variables for host in HOSTS]
    return tuple(dict.fromkeys(name for pairs in found for name, value in pairs if value == "{project}"))


class Subject(Protocol):
    """What is drilled: a hook command, the own guard, or the control."""

    name: str
    parts: tuple[str, ...]

    def hosts(self) -> tuple[str, ...]:
        """Return the hosts it is wired for (all of them where any can run it)."""
        ...

    def stage(self, host: str, folder: Path) -> Trial:
        """Return an unbroken trial whose files lie below ``folder``; its payload is empty yet."""
        ...

    def texts(self) -> Iterator[str]:
        """Yield the texts in which the names of its tools may stand."""
        ...

    def notes(self) -> list[str]:
        """Return sentences for the report about how it was prepared."""
        ...


@dataclass(frozen=True)
class Part:
    """One of the hook's own files: ``word`` as written, ``where`` it goes, from which ``template``.

    ``where`` is relative to the trial's ``base`` folder: project, home or outside.
    """

    word: str
    base: str
    where: str
    template: Path


class Command:
    """A hook command as given: the words after ``--``, or one shell text."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        cwd: Path,
        home: Path,
        room: Path,
        environment: Mapping[str, str],
        hosts: Sequence[str],
        services: Sequence[str] = (),
        extra: Mapping[str, object] | None = None,
    ) -> None:
        """Copy what the command needs into ``room``; raises UsageError for an empty command.

        ``environment`` is what hooks get besides HOME; ``extra`` are further keys of the entry.
        """
        if not words or not any(word.strip() for word in words):
            raise UsageError("give the hook's command after `--`, such as: failshut drill -- ./guard.sh")
        self.text = words[0] if len(words) == 1 else shlex.join(words)
        self.words = _split(self.text) if len(words) == 1 else list(words)
        self.name = self.text
        self._cwd, self._home, self._room = cwd, home, room
        self._environment, self._hosts = dict(environment), tuple(hosts)
        self._services, self._extra = tuple(services), dict(extra or {})
        self._templates: dict[Path, Path] = {}
        self._large = False
        self._found = self._find()
        self.parts = tuple(part.word for part in self._found)
        self._project = self._template(cwd) or self._empty()

    def hosts(self) -> tuple[str, ...]:
        """Return the hosts that were asked for."""
        return self._hosts

    def texts(self) -> Iterator[str]:
        """Yield the command and the texts of its parts."""
        yield self.text
        for part in self._found:
            yield (part.template).read_text(encoding="utf-8", errors="replace")

    def notes(self) -> list[str]:
        """Say which of its files were too large to copy along."""
        if self._cwd in self._templates or not self._large:
            return []
        return [
            f"{self._cwd} is too large to copy; only the hook's own files were, so others were missing."
        ]

    def stage(self, host: str, folder: Path) -> Trial:
        """Return an unbroken trial on ``host``."""
        bases = {name: folder / name for name in ("project", "home", "outside")}
        own = {base: {part.where: part for part in self._found if part.base == base} for base in bases}
        mirror(self._project, bases["project"], own["project"])
        for base in ("home", "outside"):
            bases[base].mkdir()
            for part in own[base].values():
                mirror(
                    part.template.parent, (bases[base] / part.where).parent, {Path(part.where).name: part}
                )
        text, words = self.text, list(self.words)
        for part in self._found:
            if os.path.isabs(part.word):
                new = str(bases[part.base] / part.where)
                text = text.replace(part.word, new)
                words = [new if word == part.word else word for word in words]
        script = len(words) > 1 and words[1] in {part.word for part in self._found} | set(
            map(str, words[1:2])
        )
        return Trial(
            host=host,
            event="",
            entry={"type": "command", "command": text, **self._extra},
            payload=b"",
            call="",
            environment={**self._environment, "HOME": str(bases["home"])},
            home=bases["home"],
            project=bases["project"],
            folder=folder,
            timeout=0,
            parts={part.word: bases[part.base] / part.where for part in self._found},
            services=self._services,
            words=tuple(words) if script and self._found else (),
        )

    def _find(self) -> list[Part]:
        """Find the words that are the hook's own files."""
        found: dict[str, Part] = {}
        for word in self.words:
            path = self._resolve(word)
            if path is None or word in found or not _is_part(path):
                continue
            part = self._place(word, path)
            if part is not None and len(found) < MOST_PARTS:
                found[word] = part
        return list(found.values())

    def _resolve(self, word: str) -> Path | None:
        """Return the file that a word names, as the host's shell would see it."""
        for name in project_names():
            for form in (f"${{{name}}}", f"${name}"):
                word = word.replace(form, str(self._cwd))
        for form in ("${HOME}", "$HOME"):
            word = word.replace(form, str(self._home))
        if word.startswith("~/"):
            word = str(self._home) + word[1:]
        path = Path(os.path.normpath(self._cwd / word))
        return path if path.is_file() else None

    def _place(self, word: str, path: Path) -> Part | None:
        for base, root in (("project", self._cwd), ("home", self._home)):
            written_out = base == "home" and os.path.isabs(word)
            if path.is_relative_to(root) and not written_out:
                folder = self._template(root if base == "project" else path.parent)
                if folder is None:
                    folder = self._single(path)
                where = str(path.relative_to(root))
                return Part(word, base, where, folder / (where if base == "project" else path.name))
        folder = self._template(path.parent) or self._single(path)
        number = len(self._templates)
        return Part(word, "outside", f"{number}/{path.name}", folder / path.name)

    def _template(self, source: Path) -> Path | None:
        """Copy a folder once; None when it is too large to copy."""
        if source not in self._templates:
            goal = self._room / f"template-{len(self._templates)}"
            if not _small(source):
                self._large = True
                return None
            shutil.copytree(source, goal, symlinks=True, ignore=_leave, ignore_dangling_symlinks=True)
            if source == self._cwd:
                _git(goal)
            self._templates[source] = goal
        return self._templates[source]

    def _single(self, path: Path) -> Path:
        """Copy one file alone, at its place below the project where it is in it."""
        goal = self._room / f"alone-{len(self._templates)}"
        inside = path.relative_to(self._cwd) if path.is_relative_to(self._cwd) else Path(path.name)
        (goal / inside).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, goal / inside)
        if path.is_relative_to(self._cwd):
            _git(goal)
            self._templates[self._cwd] = goal
        return goal

    def _empty(self) -> Path:
        goal = self._room / "empty"
        goal.mkdir()
        _git(goal)
        return goal


def mirror(template: Path, goal: Path, own: Mapping[str, Part]) -> None:
    """Make ``goal`` look like ``template``: copies of ``own`` files, links for all else."""
    goal.mkdir(parents=True, exist_ok=True)
    for entry in os.scandir(template):
        target = goal / entry.name
        below = {
            where.partition("/")[2]: part
            for where, part in own.items()
            if where.startswith(f"{entry.name}/")
        }
        if entry.name in own:
            shutil.copy2(entry.path, target)
        elif below:
            mirror(Path(entry.path), target, below)
        else:
            os.symlink(entry.path, target)


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text, comments=True)
    except ValueError:
        return [text]


def _is_part(path: Path) -> bool:
    if path.stat().st_size > LARGEST_PART:
        return False
    with open(path, "rb") as file:
        return not file.read(4).startswith(PROGRAMS)


def _small(folder: Path) -> bool:
    files = size = 0
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != ".git"]
        files += len(names)
        for name in names:
            try:
                size += os.lstat(os.path.join(place, name)).st_size
            except OSError:
                continue
        if files > MOST_FILES or size > MOST_BYTES:
            return False
    return True


def _leave(folder: str, names: list[str]) -> list[str]:
    """Leave out what isn't a file, a folder or a link, and git's own data."""
    kinds = (os.path.isfile, os.path.isdir, os.path.islink)
    strange = [name for name in names if not any(kind(os.path.join(folder, name)) for kind in kinds)]
    return [name for name in names if name == ".git" or name in strange]


def _git(folder: Path) -> None:
    """Make the project a repository, where git is there to do it."""
    if shutil.which("git"):
        command = ["git", "-c", "init.defaultBranch=main", "init", "-q", "--template=", str(folder)]
        subprocess.run(command, check=False, capture_output=True)
