"""Read ``.failshut/lint.toml``: what a repository leaves out, and why.

::

    persona = "regular"
    hosts = ["copilot"]              # agents in use that no file shows
    select = ["quiet", "no-timeout"] # rules or families; absent = all
    baseline = ".failshut/lint-baseline.json"

    [[ignore]]
    rule = "no-timeout"
    path = ".claude/settings.json"   # a glob
    where = "hooks.PreToolUse"       # optional: below this place of a JSON or TOML file
    reason = "why that is fine"
"""

from __future__ import annotations

import fnmatch
import os
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from failshut.exits import UsageError
from failshut.interpret import HOSTS
from failshut.lint import places
from failshut.lint.document import STEP, Document, Located
from failshut.lint.rule import PERSONAS, REGULAR, Finding
from failshut.lint.rules import RULES, families

PLACE = ".failshut/lint.toml"
_KEYS = {"persona": "text", "hosts": "list", "select": "list", "baseline": "text", "ignore": "list"}
_TYPES = {"text": str, "list": list}
_NEEDED, _MORE = ("rule", "path", "reason"), ("where",)


@dataclass(frozen=True)
class Ignored:
    """One ``[[ignore]]``: it takes findings of ``rule`` in files like ``path``, below ``where``."""

    rule: str
    path: str
    where: str
    reason: str
    number: int

    def takes(self, finding: Finding) -> bool:
        """Say whether it takes the finding away."""
        if finding.rule.id != self.rule or not fnmatch.fnmatchcase(finding.document.path, self.path):
            return False
        if not self.where:
            return True
        root = finding.document.root
        found = root.at(self.where) if root else None
        if found is None:
            return False
        start = found.key.start if found.key else found.span.start
        return start <= finding.span.start <= found.span.end


@dataclass(frozen=True)
class Config:
    """What the file says; ``document`` None = there is none."""

    document: Document | None = None
    persona: str = REGULAR
    hosts: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    baseline: str = ""
    ignore: tuple[Ignored, ...] = field(default=())


def read(top: Path) -> Config:
    """Return the configuration of a tree; raises UsageError with the line of what is wrong."""
    path = top / PLACE
    if not os.path.lexists(path):
        return Config()
    shown = os.path.relpath(path)
    shown = str(path) if shown.startswith("..") else shown
    try:
        data = places.plain(path)
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageError(f"{shown}:{line}: not UTF-8.") from error
    except OSError as error:
        raise UsageError(f"{shown}: it can't be read: {error.strerror}.") from error
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = int(at[1]) if at and at[1] else text.count("\n") + 1
        told = str(error)[: at.start()] if at else str(error)
        raise UsageError(f"{shown}:{line}: not TOML: {told}.") from error
    except (RecursionError, ValueError) as error:
        told = (
            "values are nested too deeply" if isinstance(error, RecursionError) else "a number is too long"
        )
        raise UsageError(f"{shown}:{_longest(text)}: {told}.") from error
    document = Document(PLACE, text, "toml")
    return _Reader(document, shown, document.root or Located(value, document.whole)).config()


def _longest(text: str) -> int:
    """Return the line with the most brackets, dots and digits."""
    rows = enumerate(text.split("\n"), 1)
    return max(rows, key=lambda row: len(re.findall(r"[\[{.\d]", row[1])))[0]


@dataclass(frozen=True)
class _Reader:
    """Check the file's values; ``root`` holds them with their places."""

    document: Document
    shown: str
    root: Located

    def config(self) -> Config:
        """Return what the file says."""
        for key, node in self.root.members.items():
            if key not in _KEYS:
                raise self.wrong(node, f"there is no key `{key}`. Known: {', '.join(_KEYS)}.")
            if not isinstance(node.value, _TYPES[_KEYS[key]]):
                raise self.wrong(node, f"`{key}` must be a {_KEYS[key]}.")
        rows = self.root.get("ignore")
        return Config(
            self.document,
            self.word("persona", PERSONAS) or REGULAR,
            self.words("hosts", HOSTS),
            self.words("select", (*families(), *RULES)),
            self.baseline(),
            tuple(self.row(node, number) for number, node in enumerate(rows.items if rows else ())),
        )

    def wrong(self, node: Located, problem: str) -> UsageError:
        """Return the error about a value."""
        line, _ = self.document.place(node.key.start if node.key else node.span.start)
        return UsageError(f"{self.shown}:{line}: {problem}")

    def known(self, node: Located, key: str, known: Iterable[str]) -> str:
        """Return a word that must be one of the known ones."""
        if not isinstance(node.value, str):
            raise self.wrong(node, f"`{key}` takes texts only.")
        if node.value not in known:
            raise self.wrong(node, f"`{key}`: {node.value!r} isn't known. Known: {', '.join(known)}.")
        return node.value

    def word(self, key: str, known: Iterable[str]) -> str:
        """Return the word behind a key, "" where it is absent."""
        node = self.root.get(key)
        return self.known(node, key, known) if node else ""

    def words(self, key: str, known: Iterable[str]) -> tuple[str, ...]:
        """Return the words of the list behind a key; an empty list is none."""
        node = self.root.get(key)
        if node is not None and not node.items:
            raise self.wrong(node, f"`{key}` is empty. Name something, or take the key out.")
        return tuple(self.known(one, key, known) for one in (node.items if node else ()))

    def baseline(self) -> str:
        """Return the baseline's place."""
        node = self.root.get("baseline")
        if node is not None and not str(node.value).strip():
            raise self.wrong(node, "`baseline` is empty. Name a file, or take the key out.")
        return str(node.value) if node else ""

    def row(self, node: Located, number: int) -> Ignored:
        """Return one ``[[ignore]]``."""
        if not isinstance(node.value, dict):
            raise self.wrong(node, "`ignore` must be written as [[ignore]] tables.")
        for key, one in node.members.items():
            if key not in (*_NEEDED, *_MORE):
                raise self.wrong(
                    one, f"[[ignore]] has no key `{key}`. Known: {', '.join((*_NEEDED, *_MORE))}."
                )
            if not isinstance(one.value, str) or not one.value.strip():
                raise self.wrong(one, f"`{key}` must be a text that isn't empty.")
        for key in _NEEDED:
            if key not in node.members:
                raise self.wrong(
                    node, f"`{key}` is missing. Say which rule, in which file, and why that is fine."
                )
        self.known(node.members["rule"], "rule", RULES)
        texts = {key: str(one.value) for key, one in node.members.items()}
        where = node.members.get("where")
        if where is not None and STEP.sub("", texts["where"]).strip("."):
            raise self.wrong(where, "`where` must be a place such as hooks.PreToolUse[0].")
        return Ignored(texts["rule"], texts["path"], texts.get("where", ""), texts["reason"], number)
