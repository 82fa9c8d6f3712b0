"""Plan and carry out ``uninstall``: the original bytes where we can, else exactly our entries."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from failshut.exits import WiringError
from failshut.wire import apply, ground, install, manifest, places
from failshut.wire.entries import WIRINGS
from failshut.wire.ground import Base
from failshut.wire.manifest import Manifest
from failshut.wire.plan import MANAGED, USER, Change, editor, targets
from failshut.wire.wiring import Wiring

LAUNCHER_NAME = b"launcher.sh"
"""Stands in every wired line: a file without it is none of our business, even when it is damaged."""


def plan(
    scope: str,
    hosts: tuple[str, ...],
    home: str,
    root: str,
    files: Mapping[str, bytes | None],
    record: Manifest,
    backup: Callable[[str], bytes | None],
) -> tuple[Change, ...]:
    """Return the changes that take our entries out of the files in ``files`` (bytes by path).

    ``backup`` returns an original's bytes by its recorded name.
    """
    changes = []
    for host in hosts:
        for path, wiring in targets(host, scope, home, root).items():
            before = files.get(path)
            if before is None or not (LAUNCHER_NAME in before or path in record.records):
                continue
            after = _after(wiring, path, before, record, backup)
            if after != before:
                changes.append(Change(path, before, after, host, wiring=wiring))
    return tuple(changes)


def remove(changes: tuple[Change, ...], scope: str, hosts: tuple[str, ...], base: Base, root: str) -> bool:
    """Write the changes; returns whether the guard itself went too (no wired file is left)."""
    apply.ready(changes, base)
    here = ground.of(base)
    home = here.prefix if here.machine else here.top
    with apply.alone(base):
        for change in changes:
            apply.unchanged(change)
        for change in changes:
            if change.after is None:
                Path(os.path.realpath(change.path)).unlink()
            else:
                apply.write(change.path, change.after)
        record = manifest.load(base)
        for path in (one for host in hosts for one in targets(host, scope, home, root)):
            gone = record.records.pop(path, None)
            if gone and gone.backup:
                (manifest.folder(base) / gone.backup).unlink(missing_ok=True)
        if not record.records and not any(
            _still_wired(host, home, MANAGED if here.machine else USER) for host in WIRINGS
        ):
            install.uninstall(base, record)
            return True
        install.drop_folders(record)
        apply.save(record, base)
        return False


def _after(
    wiring: Wiring,
    path: str,
    before: bytes,
    record: Manifest,
    backup: Callable[[str], bytes | None],
) -> bytes | None:
    row = record.records.get(path)
    edit = editor(wiring)
    if row is not None and manifest.digest(before) == row.sha256:
        if not row.backup:
            return None
        original = backup(row.backup)
        if original is not None:
            return original
    after = edit.take(before, wiring, list(row.marks) if row else [], path)
    created = row is not None and not row.backup
    return None if created and after != before and edit.is_bare(after, wiring, path) else after


def _still_wired(host: str, home: str, scope: str) -> bool:
    """Say whether the user's or the machine's file still has an entry of ours that no record knows."""
    for path, wiring in targets(host, scope, home, "").items():
        data = places.read(path)
        if data is None or LAUNCHER_NAME not in data:
            continue
        try:
            if editor(wiring).has_ours(data, wiring, path):
                return True
        except WiringError:
            return True  # it can't be read, so the launcher stays: a line without it refuses all calls
    return False
