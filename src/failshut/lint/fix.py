"""Apply the edits of findings; what they make of a file must be readable, or the file stays as it is."""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from failshut.exits import UsageError, WiringError
from failshut.lint import places, syntax
from failshut.lint.engine import Report
from failshut.lint.rule import SAFE, Edit, Finding
from failshut.output.visible import visible
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

    A finding whose edits touch those of an earlier one waits for the next round; all edits of a finding
    are taken or none.
    """
    wanted = [one for one in findings if one.edits and (one.rule.fix == SAFE or unsafe)]
    while True:
        taken: dict[str, list[Edit]] = {}
        some: list[Finding] = []
        for one in wanted:
            if any(_touches(edit, taken.get(edit.document.path, ())) for edit in one.edits):
                continue
            some.append(one)
            for edit in one.edits:
                taken.setdefault(edit.document.path, []).append(edit)
        old = {path: edits[0].document.text for path, edits in taken.items()}
        new = {path: _applied(old[path], edits) for path, edits in taken.items()}
        bad = {
            path
            for path, edits in taken.items()
            if not _whole(old[path]) or not _reads(edits[0].document.kind, old[path], new[path])
        }
        if not bad:
            return new, old, len(some)
        wanted = [one for one in wanted if not bad & {edit.document.path for edit in one.edits}]


def _touches(edit: Edit, others: Iterable[Edit]) -> bool:
    return any(
        edit.span.start <= other.span.end and other.span.start <= edit.span.end
        for other in others
        if (edit.span, edit.text) != (other.span, other.text)
    )


def _applied(text: str, edits: list[Edit]) -> str:
    """Return a text with its edits, which take over its line ends."""
    windows = "\r\n" in text and not re.search(r"(?<!\r)\n", text)
    unique = dict.fromkeys((edit.span.start, edit.span.end, edit.text) for edit in edits)
    for start, end, new in sorted(unique, reverse=True):
        new = re.sub(r"\r?\n", "\r\n", new) if windows else new
        text = text[:start] + new + text[end:]
    return text


def _whole(text: str) -> bool:
    """Say whether a text is the file's own, to the byte."""
    return "\ufffd" not in text


def _reads(kind: str, old: str, new: str) -> bool:
    """Say whether a mended text can be read as well as the old one."""
    try:
        if kind == "json":
            jsondoc.read(new, "", True)
        elif kind == "toml":
            tomllib.loads(new)
        elif kind == "python":
            compile(new, "", "exec", dont_inherit=True)
        elif kind in ("sh", "javascript"):
            name = "bash" if kind == "sh" else kind
            return syntax.parse(name, old).root.has_error or not syntax.parse(name, new).root.has_error
    except (WiringError, tomllib.TOMLDecodeError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def mend(
    place: Callable[[str], Path],
    inside: Iterable[Path],
    look: Callable[[], Report],
    unsafe: bool,
    write: bool,
) -> tuple[Report, Fixed]:
    """Lint and mend until nothing is left to mend; returns the last report and what was mended.

    ``inside``: the folders in which files may be written.  ``place`` gives the file behind a document's
    path.  Without ``write`` the files stay as they are: the report is that of before, and later rounds read
    what earlier ones would have written.
    """
    fixed = Fixed()
    homes = [Path(os.path.realpath(one)) for one in inside]
    first = report = look()
    instead: dict[Path, str] = {}
    told = places.INSTEAD.set(instead)
    try:
        for _ in range(MOST):
            new, old, count = edited(report.findings, unsafe)
            if not new:
                break
            if write:
                _write({place(path): (old[path], text) for path, text in new.items()}, homes)
            else:
                instead |= {place(path): text for path, text in new.items()}
            fixed.count += count
            for path, text in new.items():
                fixed.old.setdefault(path, old[path])
                fixed.new[path] = text
            report = look()
    finally:
        places.INSTEAD.reset(told)
    return (report if write else first), fixed


def _write(texts: dict[Path, tuple[str, str]], homes: list[Path]) -> None:
    """Replace files' texts; all new ones are on the disk before the first one is put in place.

    Permission bits and owner stay; a link is followed as long as it stays in one of ``homes``.  A file that
    was made read-only stays as it is.
    """
    ready: list[tuple[Path, Path]] = []
    try:
        for path, (old, new) in texts.items():
            real = Path(os.path.realpath(path))
            if not any(real.is_relative_to(home) for home in homes):
                raise UsageError(
                    f"{path} leads to {real}, outside the linted folder, so nothing was mended."
                    " Mend it there."
                )
            status = real.stat()
            if not status.st_mode & 0o222 or not os.access(real, os.W_OK):
                raise UsageError(
                    f"{path} is read-only, so it can't be mended. Make it writable, or mend it by hand."
                )
            if real.read_bytes() != old.encode("utf-8", "surrogatepass"):
                raise UsageError(f"{path} was changed in the meantime, so it wasn't mended. Try again.")
            beside = real.with_name(f".{real.name}.failshut-{os.getpid()}")
            ready.append((beside, real))
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(new.encode("utf-8", "surrogatepass"))
            with contextlib.suppress(PermissionError):
                os.chown(beside, status.st_uid, status.st_gid)
            os.chmod(beside, status.st_mode & 0o7777)
        for beside, real in ready:
            os.replace(beside, real)
    except OSError as error:
        raise UsageError(f"{error.filename}: it can't be mended: {error.strerror}.") from error
    finally:
        for beside, _ in ready:
            beside.unlink(missing_ok=True)


def diff(fixed: Fixed, prefix: str = "") -> str:
    """Return what was or would be mended as a unified diff; ``prefix`` goes before the paths."""
    parts: list[str] = []
    for path, text in sorted(fixed.new.items()):
        shown = path if path.startswith("~/") else prefix + path
        names = _named(f"a/{shown}"), _named(f"b/{shown}")
        parts += difflib.unified_diff(_lines(fixed.old[path]), _lines(text), *names)
    return "".join(
        line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in parts
    )


def _named(path: str) -> str:
    """Return a path as a diff names it: in git's quotes where a plain one would break its line."""
    if visible(path) == path and '"' not in path:
        return path
    data = path.encode("utf-8", "surrogateescape")
    odd = (chr(one) if 32 <= one < 127 and chr(one) not in '"\\' else f"\\{one:03o}" for one in data)
    return f'"{"".join(odd)}"'


def _lines(text: str) -> list[str]:
    """Return the lines as ``diff`` counts them: they end with \\n and nothing else."""
    return re.findall(r"[^\n]*\n|[^\n]+\Z", text)
