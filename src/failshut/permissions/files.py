"""Write the hosts' permission rules and take exactly them out again.

What was written stands in a record of its own, ``permissions.json``: each file's rules, its hash and
the name of a copy of the original.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from failshut.exits import WiringError
from failshut.permissions import compile, hosts
from failshut.permissions.compile import Left
from failshut.permissions.hosts import Store
from failshut.wire import apply, manifest, places
from failshut.wire.jsonedit import Mark
from failshut.wire.plan import PROJECT, Change

NAME = "permissions.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """One file as we left it: ``backup`` names the original's copy ("" = there was no file);
    ``texts`` are our rules in a file of others', ``whole`` says that the file is ours alone."""

    host: str
    path: str
    scope: str
    root: str
    sha256: str
    backup: str
    texts: tuple[str, ...]
    marks: tuple[Mark, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """What is to be written: the changes, how many rules each host gets, and what isn't compiled."""

    changes: tuple[Change, ...]
    kept: tuple[Kept, ...]
    counts: dict[str, int]
    left: dict[str, tuple[Left, ...]]
    skipped: tuple[tuple[str, str], ...]


def plan(scope: str, names: Iterable[str], home: str, root: str) -> Rules:
    """Return what makes ``names`` refuse by themselves; raises ``WiringError`` or ``force.Unusable``."""
    known = load(home)
    changes, kept, skipped = list[Change](), list[Kept](), list[tuple[str, str]]()
    counts, left = dict[str, int](), dict[str, tuple[Left, ...]]()
    for host in names:
        store = (hosts.PROJECT if scope == PROJECT else hosts.USER).get(host, hosts.NOBODY)
        if isinstance(store, str):
            skipped.append((host, store))
            continue
        inside = root if scope == PROJECT else ""
        some, others = compile.entries(host, store.reach, home, inside)
        path = os.path.join(inside or home, store.path)
        before, old = places.read(path), known.get(path)
        counts[host], left[host] = len(some), tuple(others)
        if not some and old is None:
            skipped.append((host, "nothing of the policies in force can be said in its rules."))
            continue
        change, row = _one(store, some, (host, path, scope, inside), before, old, home)
        changes.append(change)
        kept.append(row)
    return Rules(tuple(changes), tuple(kept), counts, left, tuple(skipped))


def _one(
    store: Store,
    some: list[compile.Entry],
    place: tuple[str, str, str, str],
    before: bytes | None,
    old: Kept | None,
    home: str,
) -> tuple[Change, Kept]:
    """Return one file's change and its record; an older set of our rules is replaced."""
    host, path = place[:2]
    if store.whole is not None:
        if before is not None and old is None:
            raise WiringError(
                f"{path}: this file isn't Failshut's. Move it away and run the command again."
            )
        after = store.whole(some, home)
        return Change(path, before, after, host), Kept(*place, manifest.digest(after), "", (), (), True)
    assert store.texts is not None
    clean = without(before, old, home) if before is not None and old is not None else before
    present = hosts.texts_in(clean, path) if clean is not None else ()
    texts = [text for text in dict.fromkeys(map(store.texts, some)) if text not in present]
    after, marks = hosts.put(clean, store, texts, path)
    after = before if before is not None and clean == after else after
    backup = (
        "" if clean is None else f"backup-{manifest.digest(path.encode())[:16]}-rules-{Path(path).name}"
    )
    row = Kept(*place, manifest.digest(after), backup, tuple(texts), tuple(marks), False)
    return Change(path, before, after, host), row


def write(rules: Rules, home: str) -> None:
    """Write the rules, each file's record before the file."""
    record, known = manifest.load(home), load(home)
    for change in rules.changes:
        apply.unchanged(change)
    for change, row in zip(rules.changes, rules.kept, strict=True):
        old = known.get(row.path)
        original = without(change.before, old, home) if change.before is not None and old else change.before
        if original is not None and row.backup:
            apply.write(str(manifest.folder(home) / row.backup), original, 0o600)
        apply.make_folders(Path(os.path.realpath(row.path)).parent, record)
        apply.save(record, home)
        known[row.path] = row
        save(known, home)
        if change.before != change.after and change.after is not None:
            apply.write(row.path, change.after)


def removal(scope: str, names: Iterable[str], home: str, root: str) -> Iterator[Change]:
    """Yield the changes that take our rules out of the files of a scope, and of a project that is gone."""
    inside = root if scope == PROJECT else ""
    for row in load(home).values():
        lost = row.scope == PROJECT and not os.path.isdir(row.root)
        if row.host not in names or ((row.scope, row.root) != (scope, inside) and not lost):
            continue
        before = places.read(row.path)
        after = None if before is None else without(before, row, home)
        yield Change(row.path, before, after, row.host)


def remove(changes: Iterable[Change], home: str) -> None:
    """Write the changes that ``removal`` found, and forget those files."""
    known = load(home)
    for change in changes:
        apply.unchanged(change)
        if change.before is not None and change.after is None:
            os.unlink(os.path.realpath(change.path))
        elif change.after is not None and change.after != change.before:
            apply.write(change.path, change.after)
        gone = known.pop(change.path)
        save(known, home)
        if gone.backup:
            (manifest.folder(home) / gone.backup).unlink(missing_ok=True)


def without(data: bytes | None, row: Kept, home: str) -> bytes | None:
    """Return a file without our rules: the original's bytes when nobody changed it since (None = none)."""
    if data is None:
        return None
    if manifest.digest(data) == row.sha256:
        first = places.read(str(manifest.folder(home) / row.backup)) if row.backup else None
        if first is not None or not row.backup:
            return first  # with the copy gone, our rules can still be taken out
    if row.whole:
        return None
    return hosts.take(data, row.texts, row.marks, row.path)


def load(home: str) -> dict[str, Kept]:
    """Return what was written, by path; raises ``WiringError`` for a damaged record."""
    path = str(manifest.folder(home) / NAME)
    try:
        data = places.read(path)
        rows = json.loads(data)["files"] if data is not None else []
        return {row["path"]: Kept(**{**row, "texts": tuple(row["texts"]), "marks": _marks(row)})
                for row in rows}  # fmt: skip
    except (ValueError, KeyError, TypeError) as error:
        raise WiringError(
            f"{path}: the record of permission rules can't be read ({error}). Move it away and take "
            "the rules out by hand."
        ) from error


def save(known: dict[str, Kept], home: str) -> None:
    """Write the record; none is kept when it is empty."""
    path = manifest.folder(home) / NAME
    if not known:
        path.unlink(missing_ok=True)
        return
    value = {"version": 1, "files": [asdict(row) for row in known.values()]}
    apply.write(str(path), (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode(), 0o600)


def _marks(row: dict[str, list[dict[str, object]]]) -> tuple[Mark, ...]:
    marks = (dict(one) for one in row["marks"])
    return tuple(Mark(tuple(one["path"]), one["depth"], one["inside"]) for one in marks)  # type: ignore[arg-type]
