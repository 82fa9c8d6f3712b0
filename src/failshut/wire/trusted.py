"""Remember what ``init --trust`` wrote into the hosts' files, and take exactly that out again.

The record, ``trust.json``, holds a row for each file, scope and project.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from failshut.exits import WiringError
from failshut.wire import apply, hosttrust, jsonedit, manifest, places
from failshut.wire.entries import WIRINGS
from failshut.wire.jsondoc import decode, read
from failshut.wire.plan import PROJECT, Change

NAME = "trust.json"
_BLOCK = re.compile(r"(?!^)(?=\n\[)")


@dataclass(frozen=True, slots=True)
class Kept:
    """One file as we left it: ``backup`` names the copy of what was there ("" = no file).

    ``texts`` were appended to it (a TOML file); ``root`` is the folder that was trusted, "" = none.
    """

    host: str
    path: str
    scope: str
    root: str
    sha256: str
    backup: str
    texts: tuple[str, ...]

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what tells this row from the others."""
        return self.path, self.scope, self.root


def write(changes: Iterable[Change], scope: str, home: str, root: str) -> None:
    """Write what a person has confirmed, each file's record before the file."""
    rows = {row.key: row for row in load(home)}
    for change in changes:
        apply.unchanged(change)
        assert change.after is not None
        old = rows.pop((change.path, scope, root), None)
        first = without(change.before, old, home) if old else change.before
        backup = ""
        if first is not None:
            key = manifest.digest("\0".join((change.path, scope, root)).encode())[:16]
            backup = f"backup-{key}-trust-{Path(change.path).name}"
            apply.write(str(manifest.folder(home) / backup), first, 0o600)
        sha, texts = manifest.digest(change.after), _appended(first or b"", change.after)
        row = Kept(change.host, change.path, scope, root, sha, backup, texts)
        rows[row.key] = row
        _save(rows.values(), home)
        record = manifest.load(home)
        apply.make_folders(Path(change.path).parent, record)
        apply.save(record, home)
        apply.write(change.path, change.after, 0o600)


def removal(scope: str, names: tuple[str, ...], home: str, root: str) -> tuple[Change, ...]:
    """Return the changes that take back what a scope's entries were trusted with.

    What stands in no record is found by its hash.  What was written for a folder that is gone counts too.
    """
    found = dict[str, Change]()
    for row in reversed(_due(scope, names, home, root)):
        old = found.get(row.path) or Change(row.path, *(2 * (places.read(row.path),)), row.host)
        found[row.path] = Change(row.path, old.before, without(old.after, row, home), row.host)
    for change in hosttrust.untrusted(
        names, scope, home, root, {one.path: one.after for one in found.values()}
    ):
        before = found[change.path].before if change.path in found else change.before
        found[change.path] = Change(change.path, before, change.after, change.host)
    return tuple(change for change in found.values() if change.before != change.after)


def remove(changes: Iterable[Change], scope: str, names: tuple[str, ...], home: str, root: str) -> None:
    """Write the changes that ``removal`` found, and forget those rows."""
    gone = _due(scope, names, home, root)
    for change in changes:
        apply.unchanged(change)
        if change.after is None:
            os.unlink(os.path.realpath(change.path))
        else:
            apply.write(change.path, change.after)
    if not gone:
        return
    made = {row.path for row in gone if not row.backup}
    left = [row for row in load(home) if row not in gone]
    _save([replace(row, backup="") if row.path in made else row for row in left], home)
    for row in (*gone, *(row for row in left if row.path in made)):
        if row.backup:
            (manifest.folder(home) / row.backup).unlink(missing_ok=True)


def without(data: bytes | None, row: Kept, home: str) -> bytes | None:
    """Return a file as it was before a row, or without exactly that row's part (None = no file)."""
    if data is None:
        return None
    if manifest.digest(data) == row.sha256:
        first = places.read(str(manifest.folder(home) / row.backup)) if row.backup else None
        if first is not None or not row.backup:
            return first
    if not row.path.endswith(".toml"):
        return _without_folder(data, row)
    for text in row.texts:
        data = data.replace(text.encode(), b"", 1)
    return data if data.strip() or row.backup else None


def load(home: str) -> list[Kept]:
    """Return the rows, oldest first; raises ``WiringError`` for a damaged record."""
    path = str(manifest.folder(home) / NAME)
    try:
        data = places.read(path)
        rows = json.loads(data)["files"] if data is not None else []
        return [Kept(**{**row, "texts": tuple(row["texts"])}) for row in rows]
    except (ValueError, KeyError, TypeError) as error:
        raise WiringError(
            f"{path}: the record of what the hosts trust can't be read ({error}). Move it away and take "
            "that out by hand."
        ) from error


def _due(scope: str, names: tuple[str, ...], home: str, root: str) -> list[Kept]:
    def here(row: Kept) -> bool:
        return row.scope == scope and (scope != PROJECT or row.root == root)

    def lost(row: Kept) -> bool:
        return row.scope == PROJECT and not os.path.isdir(row.root)

    return [row for row in load(home) if row.host in names and (here(row) or lost(row))]


def _save(rows: Iterable[Kept], home: str) -> None:
    """Write the record; none is kept when it is empty."""
    path, found = manifest.folder(home) / NAME, [asdict(row) for row in rows]
    if not found:
        path.unlink(missing_ok=True)
        return
    text = json.dumps({"version": 1, "files": found}, indent=2, ensure_ascii=False) + "\n"
    apply.write(str(path), text.encode(), 0o600)


def _appended(before: bytes, after: bytes) -> tuple[str, ...]:
    """Return what was appended, one text a table; none when the edit was made inside."""
    if not after.startswith(before):
        return ()
    blocks = _BLOCK.split(after[len(before) :].decode())
    return ("".join(blocks[:2]), *blocks[2:]) if blocks[0] == "\n" else tuple(blocks)


def _without_folder(data: bytes, row: Kept) -> bytes:
    """Return a host's list of trusted folders without the row's."""
    trust, document = WIRINGS[row.host].trust, read(decode(data, row.path), row.path, True)
    root = document.root
    held = root.get(trust.key) if root is not None and trust is not None and trust.key else root
    if held is None:
        return data
    for at, member in enumerate(held.members):
        if row.root in (member.key, member.node.python()):
            return jsonedit.delete(document, held, at, "").text.encode()
    return data
