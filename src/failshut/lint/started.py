"""Find what a hook's command starts: its own text, and the script files it runs."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from failshut.lint import places
from failshut.lint.script import INTERPRETERS, Script, Text, language
from failshut.model import Command
from failshut.shell import commands

if TYPE_CHECKING:
    from failshut.lint.hook import Hook

FOLDERS = ("CLAUDE_PROJECT_DIR", "COPILOT_PROJECT_DIR", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR",
           "CLAUDE_PLUGIN_ROOT", "KIMI_PLUGIN_ROOT", "extensionPath", "workspacePath",
           "PWD", "__start")  # fmt: skip
"""Variables that stand for the folder hosts start in, or a plugin's."""
_FOLDER = re.compile(r"^\$\{?(?:" + "|".join(FOLDERS) + r")\}?/")
_WORD = re.compile(r"[\w./~${}@-]+\.(?:sh|bash|py|mjs|cjs|js|ts)\b")
_RUNNERS = (
    "uv",
    "poetry",
    "pipx",
    "npx",
    "pnpm",
    "bunx",
    "uvx",
    "env",
    "exec",
    "nice",
    "timeout",
    "source",
    ".",
)
_FETCHERS = ("npx", "bunx", "uvx", "pipx", "pnpm", "yarn")
"""Programs that run a package by its name."""
Arguments = tuple[str, ...] | None
MOST, DEEPEST = 12, 2


class Texts:
    """Read what the hooks below a folder start; a file is read once.

    ``person`` is a home folder that ``~`` stands for (None = such files aren't read).
    """

    def __init__(self, top: Path, folder: str, person: Path | None, home: bool = False) -> None:
        self._base = person if home and person is not None else top / folder
        self._folder, self._person, self._home = folder, person, home
        self._beside = ""
        self._known: dict[tuple[str, str, bool, Arguments], Script | None] = {}

    def command(self, hook: Hook) -> Text:
        """Return the text of the hook's command."""
        return Text(hook.document, hook.command, "sh", self._shell(hook), hook.span(hook.command_key))

    def _shell(self, hook: Hook) -> str:
        name = "spawn/shell"
        words = hook.contract.words(name) if hook.contract.has(name) else ("/bin/sh", "-c")
        return words[0].rpartition("/")[2]

    def scripts(self, hook: Hook) -> tuple[Script, ...]:
        """Return the script files that the hook's command runs, and those that they run."""
        found: dict[str, Script] = {}
        if hook.command:
            self._beside = self.folder_of(hook)
            self._follow(_whole(hook), found, 0)
            self._beside = ""
        return tuple(found.values())

    def named(self, hook: Hook) -> tuple[tuple[str, str, bool], ...]:
        """Return the script files that the hook's command names, there or not; as ``started`` does."""
        return tuple(self.started(_whole(hook))) if hook.command else ()

    def started(self, text: str) -> Iterator[tuple[str, str, bool]]:
        """Yield the script files that a text runs: the word, what runs it ("" = the file itself)."""
        for word, program, direct, *_ in self._starts(text):
            yield word, program, direct

    def _starts(self, text: str) -> Iterator[tuple[str, str, bool, bool, Arguments]]:
        """Yield the same, whether the shell gives itself up for it or reads it, and its arguments."""
        for command in commands(text).commands:
            for word, program, direct in _started(command):
                led = "exec" in command.via or program == "source"
                yield word, program, direct, led, None if program == "source" else _behind(command, word)

    def _follow(self, text: str, found: dict[str, Script], depth: int) -> None:
        for word, program, direct, led, given in self._starts(text):
            path = self.resolve(word)
            if path is None or path in found or len(found) >= MOST:
                continue
            script = self._read(path, program, direct, depth > 0 and not led, given if depth == 0 else None)
            if script is None:
                continue
            found[path] = script
            if script.language == "sh" and depth < DEEPEST:
                self._follow(script.text, found, depth + 1)

    def resolve(self, word: str) -> str | None:
        """Return the path below the folder that a word names, None when it is none or can't be told."""
        word = _FOLDER.sub("", word)
        for mark in ("~/", "$HOME/", "${HOME}/"):
            if word.startswith(mark):
                return word.removeprefix(mark) if self._home else None
        if "$" in word or "\0" in word or word.startswith("/"):
            return None
        path = os.path.normpath(self._beside + word)
        return None if path.startswith("..") else path

    def folder_of(self, hook: Hook) -> str:
        """Return the folder in which relative paths of a hook's command lie: Antigravity's own file's."""
        return hook.file.rpartition("/")[0] + "/" if hook.host == "antigravity" and not self._home else ""

    def exists(self, path: str) -> bool:
        """Say whether there is such a file below the folder."""
        return (self._base / path).is_file()

    def matching(self, word: str, by: Script, program: str) -> list[Script]:
        """Return the scripts that a word in a script names: "@" is its own folder, ``*`` any name."""
        folder = by.path.rpartition("/")[0]
        word = f"{folder}/{word[1:].lstrip('/')}".lstrip("/") if word.startswith("@") else word
        path = self.resolve(word)
        if path is None or path == by.path:
            return []
        head, _, name = path.rpartition("/")
        paths = [path]
        if "*" in path:
            if "*" in head:
                return []
            try:
                names = sorted(os.listdir(self._base / head))
            except OSError:
                return []
            paths = [f"{head}/{one}".lstrip("/") for one in names if fnmatch.fnmatchcase(one, name)]
        found = [
            self._read(one, program, not program, True, None) for one in paths[:MOST] if one != by.path
        ]
        return [one for one in found if one is not None]

    def _read(self, path: str, program: str, direct: bool, inner: bool, given: Arguments) -> Script | None:
        key = (path, program, inner, given)
        if key not in self._known:
            shown = ("~/" if self._home else self._folder) + path
            real = os.path.realpath(self._base / path)
            base = os.path.realpath(self._base)
            if real.startswith(base + os.sep):  # one file under two names is one document
                shown = ("~/" if self._home else self._folder) + os.path.relpath(real, base)
            document = places.read(self._base / path, shown)
            script = None
            if document is not None:
                kind, runs = language(document.text, program, document.kind)
                script = Script(document, document.text, kind, runs, None, given, path, direct, inner)
            self._known[key] = script
        return self._known[key]


def _behind(command: Command, word: str) -> Arguments:
    """Return the words behind a script's name, "\\0" for one that can't be told."""
    words = [one.text for one in command.argv]
    at = words.index(word) if word in words else len(words)
    rest = command.argv[at + 1 :]
    if any("$@" in one.text or "$*" in one.text for one in rest):
        return None
    return tuple(one.text if one.literal else "\0" for one in rest)


def _whole(hook: Hook) -> str:
    """Return the command with its ``args``, as one shell text."""
    args = hook.wiring.get("args")
    words = args if isinstance(args, list) else []
    return " ".join([hook.command, *(f'"{one}"' if "$" in str(one) else f"'{one}'" for one in words)])


def _started(command: Command) -> Iterator[tuple[str, str, bool]]:
    words = [word.text for word in command.argv]
    name = words[0].rpartition("/")[2]
    bare = re.sub(r"[\d.]+$", "", name)
    if bare in INTERPRETERS or name in ("source", "."):
        program = name if bare in INTERPRETERS else "source"
        for word in words[1:]:
            if word in ("-c", "-e", "--eval", "-m"):
                return
            if not word.startswith("-") and word not in ("run",):
                yield word, program, False
                return
        return
    if name in _RUNNERS:
        return
    if "/" in words[0] or _WORD.fullmatch(words[0]):
        runner = next((one.split()[0] for one in command.via if one.split()[0] in _RUNNERS), "")
        if runner in _FETCHERS and not (_WORD.fullmatch(words[0]) and words[0].startswith((".", "/", "$"))):
            return  # a package's name
        if runner in ("uv", *_FETCHERS):
            kind = {"py": "python3", "js": "node", "mjs": "node", "cjs": "node"}
            yield words[0], kind.get(words[0].rpartition(".")[2], runner), False
        else:
            yield words[0], "", True
