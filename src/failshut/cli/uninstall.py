"""Take the guard out of the hosts."""

import json

import click

from failshut.cli.wiring import Where, agreed, options, shared, show, show_diffs, where
from failshut.permissions import files as permissions
from failshut.wire import apply, manifest, places, remove, trusted
from failshut.wire.plan import MANAGED, Change


@click.command("uninstall", short_help="Take the guard's entries out of the agents' files.")
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
    trust = trusted.removal(place.scope, own, place.home, place.root) if own else ()
    every = (*changes, *(change for change in rules if change.before != change.after), *trust)
    if dry_run:
        show_diffs(every, err=form == "json")
        return _report(every, place, form, "dry-run", None)
    show(every)
    if every and not agreed(yes, "Write these files?"):
        click.echo("nothing was changed", err=True)
        return 1
    apply.ready(every, place.base)
    with shared(place):
        if own:
            trusted.remove(trust, place.scope, own, place.home, place.root)
        if rules:
            permissions.remove(rules, place.home)
        left = remove.remove(changes, place.scope, place.hosts, place.base, place.root)
    return _report(every, place, form, "written" if every else "nothing", left)


def _report(
    changes: tuple[Change, ...], place: Where, form: str, outcome: str, left: tuple[str, ...] | None
) -> int:
    """Print the result; returns the exit code.  ``left`` are the files still wired, None = not known."""
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
            "guard_removed": left == (),
            "still_wired": left or (),
        }
        click.echo(json.dumps(value, indent=2))
        return 0
    for row in rows:
        click.echo(f"{row['host']}: {'would ' * (outcome == 'dry-run')}{row['action']} {row['path']}")
    if outcome == "nothing":
        click.echo("nothing to change in the agents' files")
    if left == ():
        click.echo("the launcher and the program are gone: no file is wired to them any more")
    if left:
        click.echo("the launcher stays, since these files are still wired to it:", err=True)
    for path in left or ():
        click.echo(f"  {path}", err=True)
    return 0
