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
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from failshut.exits import UsageError
from failshut.interpret import HOSTS
from failshut.lint.document import Document
from failshut.lint.rule import PERSONAS, REGULAR, Finding
from failshut.lint.rules import RULES, families

PLACE = ".failshut/lint.toml"
_KEYS = {"persona": str, "hosts": list, "select": list, "baseline": str, "ignore": list}
_IGNORE = ("rule", "path", "where", "reason")


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
    """Return the configuration of a tree; raises UsageError with the place of what is wrong."""
    path = top / PLACE
    if not path.is_file():
        return Config()
    text = path.read_text("utf-8", "replace")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{PLACE}: not TOML: {error}") from error
    for key, value in data.items():
        if key not in _KEYS:
            raise UsageError(f"{PLACE}: no key {key!r}. Known: {', '.join(_KEYS)}.")
        if not isinstance(value, _KEYS[key]):
            raise UsageError(f"{PLACE}: `{key}` must be a {'list' if _KEYS[key] is list else 'text'}.")
    persona = str(data.get("persona", REGULAR))
    _known("persona", [persona], PERSONAS)
    hosts, select = _words(data, "hosts"), _words(data, "select")
    _known("hosts", hosts, HOSTS)
    _known("select", select, (*families(), *RULES))
    rows = tuple(_ignored(row, number) for number, row in enumerate(data.get("ignore", [])))
    return Config(
        Document(PLACE, text, "toml"), persona, hosts, select, str(data.get("baseline", "")), rows
    )


def _words(data: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = data.get(key, [])
    return tuple(str(word) for word in value) if isinstance(value, list) else ()


def _known(key: str, words: tuple[str, ...] | list[str], known: tuple[str, ...]) -> None:
    for word in words:
        if word not in known:
            raise UsageError(f"{PLACE}: `{key}`: {word!r} isn't known. Known: {', '.join(known)}.")


def _ignored(row: object, number: int) -> Ignored:
    where = f"{PLACE}: [[ignore]] {number + 1}"
    if not isinstance(row, dict) or set(row) - set(_IGNORE):
        raise UsageError(f"{where}: takes {', '.join(_IGNORE)} only.")
    for key in ("rule", "path", "reason"):
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise UsageError(
                f"{where}: `{key}` is missing. Say which rule, in which file, and why that is fine."
            )
    _known("rule", [row["rule"]], RULES)
    return Ignored(row["rule"], row["path"], str(row.get("where", "")), row["reason"], number)
