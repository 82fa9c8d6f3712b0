"""Remember what ``init`` wrote, so that ``uninstall`` can put the original bytes back."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from failshut.exits import WiringError
from failshut.wire import ground, places
from failshut.wire.ground import Base
from failshut.wire.jsonedit import Mark

NAME = "manifest.json"


@dataclass(frozen=True)
class Record:
    """One wired file: the hash of what we wrote, and how many of our lines that holds.

    ``backup`` names the original's copy ("" = there was no file).
    """

    host: str
    path: str
    scope: str
    sha256: str
    backup: str
    marks: tuple[Mark, ...]
    entries: int = 0


@dataclass
class Manifest:
    """All wired files by path, and the folders that ``init`` created, outermost first."""

    records: dict[str, Record] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)


def folder(base: Base) -> Path:
    """Return the folder of the record."""
    return Path(ground.of(base).state)


def digest(data: bytes) -> str:
    """Return the hash that a record holds."""
    return hashlib.sha256(data).hexdigest()


def load(base: Base) -> Manifest:
    """Read the manifest; an absent one is empty.  Raises ``WiringError`` for a damaged one."""
    path, prefix = folder(base) / NAME, ground.of(base).prefix
    try:
        text = places.read(str(path))
        if text is None:
            return Manifest()
        data = json.loads(text)
        rows = [_record(row, prefix) for row in data["files"]]
        return Manifest({row.path: row for row in rows}, [prefix + str(name) for name in data["folders"]])
    except (ValueError, KeyError, TypeError) as error:
        raise WiringError(
            f"{path}: the record of what init wrote can't be read ({error}). Move it away and run the "
            "command again; entries are then found by their text."
        ) from error


def dump(manifest: Manifest, prefix: str = "") -> bytes:
    """Return the manifest's bytes; its paths are those without ``prefix``."""
    rows = [
        {
            "host": row.host,
            "path": row.path.removeprefix(prefix),
            "scope": row.scope,
            "sha256": row.sha256,
            "backup": row.backup,
            "entries": row.entries,
            "marks": [[list(mark.path), mark.depth, mark.inside] for mark in row.marks],
        }
        for row in manifest.records.values()
    ]
    value = {
        "version": 1,
        "files": rows,
        "folders": [name.removeprefix(prefix) for name in manifest.folders],
    }
    return (json.dumps(value, indent=2) + "\n").encode()


def _record(row: dict[str, object], prefix: str) -> Record:
    marks = row["marks"]
    assert isinstance(marks, list)
    return Record(
        str(row["host"]),
        prefix + str(row["path"]),
        str(row["scope"]),
        str(row["sha256"]),
        str(row["backup"]),
        tuple(Mark(tuple(path), int(depth), str(inside)) for path, depth, inside in marks),
        int(str(row.get("entries", 0))),
    )
