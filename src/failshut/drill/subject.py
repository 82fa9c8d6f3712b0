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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from failshut.drill import copies, loads
from failshut.drill.spawn import spawn_of
from failshut.drill.trial import Trial
from failshut.exits import UsageError
from failshut.interpret import HOSTS

LARGEST_PART, MOST_PARTS = 1_000_000, 3
LOCAL_ADDRESS = re.compile(r"(https?://)(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?")
RUNS_FILES = ("sh", "bash", "dash", "zsh", "python", "node", "perl", "ruby", "php", "deno", "bun")
"""Interpreters whose first word is a script."""
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

    def problems(self) -> list[str]:
        """Return sentences about what is wrong before anything is broken."""
        ...

    def dead(self, host: str) -> str:
        """Say why the host wouldn't load it as it is wired ("" = it does)."""
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
        timeout: float | None = None,
    ) -> None:
        """Copy what the command needs into ``room``; raises UsageError for an empty command.

        ``environment`` is what hooks get besides HOME; ``extra`` are further keys of the entry,
        ``timeout`` its timeout in seconds, whatever the host's unit.
        """
        if not words or not any(word.strip() for word in words):
            raise UsageError("give the hook's command after `--`, such as: failshut drill -- ./guard.sh")
        self.text = words[0] if len(words) == 1 else shlex.join(words)
        self.words = _split(self.text) if len(words) == 1 else list(words)
        self.name = self.text
        self._cwd, self._home, self._room = cwd, home, room
        self._environment, self._hosts = dict(environment), tuple(hosts)
        self._services, self._extra, self._timeout = tuple(services), dict(extra or {}), timeout
        self._templates: dict[Path, Path] = {}
        self._notes: list[str] = []
        missing = self._missing()
        if missing:
            raise UsageError(f"{missing} doesn't exist: name the hook's files as seen from this folder.")
        self._found = self._find()
        self.parts = tuple(part.word for part in self._found)
        self._project = self._template(cwd)

    def hosts(self) -> tuple[str, ...]:
        """Return the hosts that were asked for."""
        return self._hosts

    def texts(self) -> Iterator[str]:
        """Yield the command and the texts of its parts."""
        yield self.text
        for part in self._found:
            yield (part.template).read_text(encoding="utf-8", errors="replace")

    def notes(self) -> list[str]:
        """Say which of its files couldn't be copied or broken."""
        return self._notes

    def problems(self) -> list[str]:
        """Return nothing: a command is taken as it is."""
        return []

    def dead(self, host: str) -> str:
        """Say why the host wouldn't load the hook as it would be wired ("" = it does)."""
        return loads.why_not(host, self._entry(host, self.text))

    def _entry(self, host: str, text: str) -> dict[str, object]:
        entry: dict[str, object] = {"type": "command", "command": text, **self._extra}
        if self._timeout is not None:
            number = self._timeout / spawn_of(host).unit
            entry["timeout"] = int(number) if number == int(number) else number
        return entry

    def stage(self, host: str, folder: Path) -> Trial:
        """Return an unbroken trial on ``host``."""
        bases = {name: folder / name for name in ("project", "home", "outside")}
        own = {base: {part.where: part for part in self._found if part.base == base} for base in bases}
        copies.mirror(self._project, bases["project"], list(own["project"]))
        for base in ("home", "outside"):
            bases[base].mkdir()
            for part in own[base].values():
                copies.mirror(
                    part.template.parent, (bases[base] / part.where).parent, [Path(part.where).name]
                )
        text, words = self.text, list(self.words)
        for part in self._found:
            spelled = _spelled(self.text, part.word) if os.path.isabs(part.word) else None
            if spelled is not None:
                new = str(bases[part.base] / part.where)
                text = text.replace(spelled, shlex.quote(new))
                words = [new if word == part.word else word for word in words]
        script = len(words) > 1 and bool(self._found)
        return Trial(
            host=host,
            event="",
            entry=self._entry(host, text),
            payload=b"",
            call="",
            environment={**self._environment, "HOME": str(bases["home"])},
            home=bases["home"],
            project=bases["project"],
            folder=folder,
            timeout=0,
            parts={part.word: bases[part.base] / part.where for part in self._found},
            services=self._services,
            words=tuple(words) if script else (),
        )

    def _find(self) -> list[Part]:
        """Find the words that are the hook's own files, also inside quoted commands."""
        found: dict[str, Part] = {}
        inside = [inner for word in self.words for inner in _inside(word)]
        for word in dict.fromkeys(self.words + inside):
            path = self._resolve(word)
            if path is None or not _is_part(path) or len(found) == MOST_PARTS:
                continue
            if os.path.isabs(word) and _spelled(self.text, word) is None:
                self._notes.append(f"{word} is spelled in a way that isn't followed: it wasn't broken.")
                continue
            found[word] = self._place(word, path)
        return list(found.values())

    def _missing(self) -> str:
        """Return the script that an interpreter is to run, when there is no such file."""
        if len(self.words) < 2 or os.path.basename(self.words[0]).rstrip("0123456789.") not in RUNS_FILES:
            return ""
        script = self.words[1]
        odd = script.startswith("-") or "$" in script or any(char.isspace() for char in script)
        return "" if odd or self._resolve(script) is not None else script

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

    def _place(self, word: str, path: Path) -> Part:
        if path.is_relative_to(self._cwd):
            where = str(path.relative_to(self._cwd))
            return Part(word, "project", where, self._template(self._cwd, path) / where)
        folder = self._template(path.parent, path)
        if path.is_relative_to(self._home) and not os.path.isabs(word):
            return Part(word, "home", str(path.relative_to(self._home)), folder / path.name)
        return Part(word, "outside", f"{len(self._templates)}/{path.name}", folder / path.name)

    def _template(self, source: Path, part: Path | None = None) -> Path:
        """Copy a folder once; of one that is too large only the ``part``, at its place in it."""
        goal = self._templates.get(source)
        if goal is None:
            goal = self._templates[source] = self._room / f"template-{len(self._templates)}"
            if not copies.copy(source, goal):
                goal.mkdir()
                self._notes.append(f"{source} is too large to copy: only the hook's own files were.")
            if source == self._cwd:
                copies.repository(goal)
        if part is not None:
            own = goal / part.relative_to(source)
            own.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(part, own)
        return goal


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text, comments=True)
    except ValueError:
        return [text]


def _inside(word: str) -> list[str]:
    """Return the words of a quoted command, and a word without the operators that end it."""
    bare = word.strip(";&|()")
    inner = _split(word) if any(char.isspace() for char in word) else []
    return [*([bare] if bare != word else []), *inner, *(one.strip(";&|()") for one in inner)]


def _spelled(text: str, word: str) -> str | None:
    """Return how the word is written in a shell text, or None when that can't be told."""
    if shlex.quote(word) == word and word in text:
        return word
    for form in (shlex.quote(word), f'"{word}"', f"'{word}'"):
        if form in text:
            return form
    return None


def _is_part(path: Path) -> bool:
    if path.stat().st_size > LARGEST_PART:
        return False
    with open(path, "rb") as file:
        return not file.read(4).startswith(PROGRAMS)
