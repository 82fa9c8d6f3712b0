"""Apply the edits of findings; what they make of a file must be readable, or the file stays as it is."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from failshut.exits import WiringError
from failshut.lint.engine import Report
from failshut.lint.rule import SAFE, Edit, Finding
from failshut.wire import jsondoc

MOST = 10
"""Rounds of linting and mending."""


@dataclass
class Fixed:
    """What was mended: the new texts by path, the old ones, and how many findings."""

    new: dict[str, str] = field(default_factory=dict)
    old: dict[str, str] = field(default_factory=dict)
    count: int = 0


def edited(findings: Iterable[Finding], unsafe: bool) -> tuple[dict[str, str], dict[str, str], int]:
    """Return the new and the old text of each file, and how many findings' edits were taken.

    A finding whose edits touch those of an earlier one waits for the next round.
    """
    taken: dict[str, list[Edit]] = {}
    texts: dict[str, str] = {}
    count = 0
    for one in findings:
        if not one.edits or (one.rule.fix != SAFE and not unsafe):
            continue
        if any(_touches(edit, taken.get(edit.document.path, ())) for edit in one.edits):
            continue
        for edit in one.edits:
            taken.setdefault(edit.document.path, []).append(edit)
            texts[edit.document.path] = edit.document.text
        count += 1
    new = {path: _applied(texts[path], edits) for path, edits in taken.items()}
    kinds = {edit.document.path: edit.document.kind for edits in taken.values() for edit in edits}
    good = {path: text for path, text in new.items() if _whole(texts[path]) and _reads(kinds[path], text)}
    return good, {path: texts[path] for path in good}, count if good else 0


def _touches(edit: Edit, others: Iterable[Edit]) -> bool:
    return any(
        edit.span.start <= other.span.end and other.span.start <= edit.span.end
        for other in others
        if (edit.span, edit.text) != (other.span, other.text)
    )


def _applied(text: str, edits: list[Edit]) -> str:
    unique = dict.fromkeys((edit.span.start, edit.span.end, edit.text) for edit in edits)
    for start, end, new in sorted(unique, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _whole(text: str) -> bool:
    """Say whether a text is the file's own, to the byte."""
    return "\ufffd" not in text


def _reads(kind: str, text: str) -> bool:
    """Say whether a mended text can be read."""
    try:
        if kind == "json":
            jsondoc.read(text, "", True)
        elif kind == "toml":
            tomllib.loads(text)
        elif kind == "python":
            compile(text, "", "exec", dont_inherit=True)
    except (WiringError, tomllib.TOMLDecodeError, SyntaxError, ValueError):
        return False
    return True


def mend(
    place: Callable[[str], Path], look: Callable[[], Report], unsafe: bool, write: bool
) -> tuple[Report, Fixed]:
    """Lint and mend until nothing is left to mend; returns the last report and what was mended.

    ``place`` gives the file behind a document's path.  Without ``write`` the files stay as they are and
    only the first round is shown.
    """
    fixed = Fixed()
    report = look()
    for _ in range(MOST if write else 1):
        new, old, count = edited(report.findings, unsafe)
        if not new:
            break
        fixed.count += count
        for path, text in new.items():
            fixed.old.setdefault(path, old[path])
            fixed.new[path] = text
            if write:
                _write(place(path), text)
        if write:
            report = look()
    return report, fixed


def _write(path: Path, text: str) -> None:
    """Replace a file's text in one step, with its permission bits."""
    real = Path(os.path.realpath(path))
    mode = real.stat().st_mode & 0o7777
    beside = real.with_name(f".{real.name}.failshut-{os.getpid()}")
    beside.write_bytes(text.encode("utf-8", "surrogatepass"))
    os.chmod(beside, mode)
    os.replace(beside, real)


def diff(fixed: Fixed) -> str:
    """Return what was or would be mended as a unified diff."""
    parts: list[str] = []
    for path, text in sorted(fixed.new.items()):
        parts += difflib.unified_diff(
            fixed.old[path].splitlines(keepends=True),
            text.splitlines(keepends=True),
            f"a/{path}",
            f"b/{path}",
        )
    return "".join(
        line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in parts
    )
