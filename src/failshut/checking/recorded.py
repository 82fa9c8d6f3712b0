"""Read the record of decisions back, as the hook runs wrote it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from failshut import paths

Row = dict[str, object]
MOST = 20_000
"""Lines of one session's file that are read, the newest."""


def rows(home: str, since: float) -> list[Row]:
    """Return the decisions since a time (seconds since 1970), the oldest first."""
    found = []
    for path in sorted(Path(paths.log_dir(home)).glob("*.jsonl")):
        try:
            if path.stat().st_mtime >= since:
                found += [row for row in _read(path) if _time(row) >= since]
        except OSError:
            continue
    return sorted(found, key=_time)


def refused(row: Row) -> bool:
    """Say whether a call was refused or asked about."""
    return row.get("verdict") != "pass"


def _read(path: Path) -> Iterator[Row]:
    for line in path.read_text("utf-8", "replace").splitlines()[-MOST:]:
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            yield row


def _time(row: Row) -> float:
    value = row.get("time")
    return float(value) if isinstance(value, int | float) else 0.0
