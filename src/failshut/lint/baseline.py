"""Remember the findings of today, so that only new ones fail a run.

A finding is known by its rule, its file below what was linted and the text at fault, not by its line:
moving it isn't new.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from failshut.exits import UsageError
from failshut.lint import places
from failshut.lint.meta import UNREASONED
from failshut.lint.rule import Finding

VERSION = 1


def mark(finding: Finding) -> str:
    """Return what a finding is known by."""
    text = " ".join(finding.document.quote(finding.span).split())
    message = re.sub(r"\b(lines?) \d+", r"\1", finding.message)
    parts = "\0".join((finding.rule.id, finding.document.path, text, message))
    return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def write(path: Path, findings: Iterable[Finding], marks: Iterable[str]) -> int:
    """Write a baseline; returns how many findings it holds.

    ``marks`` are the findings' own, of before their paths were labelled.
    """
    rows = [
        {"rule": one.rule.id, "path": one.document.path, "mark": name}
        for one, name in zip(findings, marks, strict=True)
        if one.rule is not UNREASONED
    ]
    text = json.dumps({"version": VERSION, "findings": rows}, indent=1) + "\n"
    beside = path.with_name(f".{path.name}.failshut-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, "utf-8")
        os.replace(beside, os.path.realpath(path))
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise UsageError(f"{path}: the baseline can't be written: {error.strerror}.") from error
    return len(rows)


def read(path: Path) -> Counter[str]:
    """Return how often each mark stands in a baseline; raises UsageError for a file that is none."""
    try:
        data = json.loads(places.plain(path))
        if data["version"] != VERSION:
            raise ValueError(f"its version is {data['version']!r}")
        marks = [row["mark"] for row in data["findings"]]
        if not all(isinstance(one, str) for one in marks):
            raise ValueError("a mark isn't text")
    except OSError as error:
        raise UsageError(
            f"{path}: no baseline: {error.strerror}. Write one with --write-baseline."
        ) from error
    except KeyError as error:
        raise UsageError(f"{path}: no baseline: {error} is missing. Write it anew.") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise UsageError(f"{path}: no baseline: {error}. Write it anew with --write-baseline.") from error
    return Counter(marks)


def new(findings: Iterable[Finding], known: Counter[str]) -> tuple[list[Finding], int]:
    """Return the findings that aren't in the baseline, and how many are."""
    left, count = Counter(known), 0
    result = []
    for one in findings:
        name = mark(one)
        if left[name] > 0 and one.rule is not UNREASONED:
            left[name] -= 1
            count += 1
        else:
            result.append(one)
    return result, count
