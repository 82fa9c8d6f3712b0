"""Take the guard out of the hosts."""

import json
import os

import click

from failshut.cli.wiring import Where, agreed, options, shared, show_diffs, where
from failshut.permissions import files as permissions
from failshut.wire import apply, hosttrust, manifest, places, remove
from failshut.wire.plan import MANAGED, Change


@click.command("uninstall")
@options
def command(
    hosts: str, scope: str, root: str, home: str, prefix: str, dry_run: bool, yes: bool, form: str
) -> int:
    """Take the guard's entries out of the coding agents' files, and nothing else.

    An unedited file gets its original bytes back.  The launcher goes with the last entry;
    the decision log and what is remembered of policies stay.  Exit 1: declined.
    """
    place = where(hosts if hosts not in ("", "detected") else "all", scope, root, home, prefix)
    record = manifest.load(place.base)
    state = manifest.folder(place.base)

    def backup(name: str) -> bytes | None:
        return places.read(str(state / name))

    changes = remove.plan(place.scope, place.hosts, place.top, place.root, place.files(), record, backup)
    own = () if place.scope == MANAGED else place.hosts
    rules = tuple(permissions.removal(place.scope, own, place.home, place.root)) if own else ()
    every = (*changes, *(change for change in rules if change.before != change.after))
    show_diffs(every, err=form == "json" or not dry_run)
    if dry_run:
        return _report(every, place, form, "dry-run", False)
    if every and not agreed(yes, f"Write these changes in {place.top or '/'}?"):
        click.echo("nothing was changed", err=True)
        return 1
    apply.ready(every, place.base)
    hashes = tuple(hosttrust.untrusted(own, place.scope, place.home, place.root))
    with shared(place):
        if rules:
            permissions.remove(rules, place.home)
        gone = remove.remove(changes, place.scope, place.hosts, place.base, place.root)
    for change in hashes:
        if (change.after or b"").strip():
            apply.write(change.path, change.after or b"")
        else:
            os.unlink(change.path)
    return _report(every, place, form, "written" if every else "nothing", gone)


def _report(changes: tuple[Change, ...], place: Where, form: str, outcome: str, gone: bool) -> int:
    """Print the result; returns the exit code."""
    rows = [{"host": row.host, "path": row.path, "action": row.action} for row in changes]
    if form == "json":
        value = {
            "version": 1,
            "scope": place.scope,
            "home": place.home,
            "prefix": place.prefix,
            "root": place.root,
            "outcome": outcome,
            "changes": rows,
            "guard_removed": gone,
        }
        click.echo(json.dumps(value, indent=2))
        return 0
    for row in rows:
        click.echo(f"{row['host']}: {'would ' * (outcome == 'dry-run')}{row['action']} {row['path']}")
    if outcome == "nothing":
        click.echo("nothing to change")
    if outcome != "dry-run" and not gone:
        click.echo("the launcher stays: other files are still wired to it", err=True)
    return 0
