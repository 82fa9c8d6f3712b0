"""Wire the guard into the hosts."""

import json
import os
import sys
from pathlib import Path

import click

from failshut import hosts as registry
from failshut.checking import force
from failshut.cli.person import need_person
from failshut.cli.wiring import Where, agreed, options, project, shared, show_diffs, where
from failshut.exits import NothingLookedAt, UsageError, WiringError
from failshut.output import prose
from failshut.permissions import files as permissions
from failshut.permissions import showing
from failshut.permissions.files import Rules
from failshut.wire import apply, ground, hosttrust, install, places, plan
from failshut.wire.alive import Finding
from failshut.wire.entries import NO_MACHINE_FILE, NO_PROJECT_SCOPE
from failshut.wire.plan import MANAGED, USER, Plan
from failshut.wire.wiring import Writer

WORD = "trust"
NO_RULES = "No permission rules are made of a policy that can't be used. Nothing was changed."


@click.command("init")
@options
@click.option("--trust", is_flag=True, help="Also make the hosts trust folder and entry; asks for a word.")
@click.option(
    "--permission-rules", "rules", is_flag=True, help="Also write rules for the hosts themselves."
)
@click.option("--python", default="", metavar="PATH", help="With --scope managed: interpreter to run it.")
@click.option("--print-command", "host", metavar="HOST", help="Print HOST's wired line and stop.")
def command(
    hosts: str,
    scope: str,
    root: str,
    home: str,
    prefix: str,
    dry_run: bool,
    yes: bool,
    form: str,
    trust: bool,
    rules: bool,
    python: str,
    host: str | None,
) -> int:
    """Wire the guard into the coding agents of this user, project or machine.

    Shows the changes first and asks once.  Exit 1: declined; or wired, but a host would not load it,
    or a policy can't be used.
    """
    place = where(host or hosts, scope, root, home, prefix)
    if python and place.scope != MANAGED:
        raise UsageError("--python is for --scope managed.")
    if trust and place.scope == MANAGED:
        raise UsageError("nobody has to trust the machine's entries. Leave --trust out.")
    if rules and place.scope == MANAGED:
        raise UsageError("--permission-rules is for --scope user and --scope project.")
    texts = plan.writers(place.scope, place.hosts, place.launcher, place.root)
    if host is not None:
        return _print_command(host, place, texts)
    made = plan.plan(place.scope, place.hosts, place.top, place.root, place.files(), texts)
    second = _rules(place) if rules else None
    added = second.changes if second is not None else ()
    apply.ready((*made.changes, *added), place.base)
    launcher = install.launcher_text(place.base, os.environ, python)
    new = places.read(ground.of(place.base).launcher) != launcher
    pending = new or any(change.before != change.after for change in (*made.changes, *added))
    show_diffs((*made.changes, *added), err=form == "json" or not dry_run)
    if not made.changes:
        _report(made, place, form, "nothing", home, second)
        raise NothingLookedAt("no host with this scope was named. Use --scope user.")
    if dry_run:
        return _report(made, place, form, "dry-run" if pending else "nothing", home, second)
    if pending and not agreed(yes, f"Write the launcher and these changes in {place.top or '/'}?"):
        click.echo("nothing was changed", err=True)
        return 1
    with shared(place):
        install.install(place.base, launcher, python)
        apply.apply(made, place.base)
        if second is not None:
            permissions.write(second, place.home)
    if trust:
        _trusted(place)
    return _report(made, place, form, "written" if pending else "nothing", home, second)


def _rules(place: Where) -> Rules:
    """Return what the hosts' own rules are to be; raises ``WiringError`` when a policy can't be used."""
    try:
        return permissions.plan(place.scope, place.hosts, place.home, place.root)
    except force.Unusable as error:
        raise WiringError(f"{error}\n{NO_RULES}") from error


def _trusted(place: Where) -> None:
    """Make the hosts trust what was written, once a person has typed a word; ``--yes`` doesn't."""
    here = place.root or project(place.home)
    rows = list(hosttrust.changes(place.hosts, place.scope, place.home, here))
    if not rows:
        click.echo("no host needs to be told to trust anything", err=True)
        return
    show_diffs(tuple(change for change, _ in rows), err=True)
    for change, means in rows:
        click.echo(f"{change.path}: {means}.", err=True)
    need_person()
    click.echo(f"Type the word {WORD} to write this, anything else to leave it: ", err=True, nl=False)
    if sys.stdin.readline().strip() != WORD:
        click.echo("Nothing was trusted.", err=True)
        return
    apply.ready([change for change, _ in rows], place.home)
    for change, _ in rows:
        apply.unchanged(change)
        Path(change.path).parent.mkdir(parents=True, exist_ok=True)
        apply.write(change.path, change.after or b"", 0o600)


def _print_command(host: str, place: Where, texts: dict[str, Writer]) -> int:
    """Print the line of the host's first entry alone."""
    if host not in texts:
        raise UsageError(f"{host!r} is not one host. Name one of: {', '.join(registry.HOSTS)}.")
    if not plan.target(host, place.scope, place.top, place.root):
        why = NO_MACHINE_FILE if place.scope == MANAGED else NO_PROJECT_SCOPE
        raise UsageError(why.format(title=registry.load(host).TITLE))
    click.echo(texts[host](""))
    return 0


def _report(made: Plan, place: Where, form: str, outcome: str, home: str, second: Rules | None) -> int:
    """Print the result; returns the exit code."""
    dead = [*made.findings]
    if place.scope == USER and not home:
        dead += plan.moved(place.hosts, place.home, os.environ)
    broken = _policy_problems(place) if place.scope != MANAGED else []
    if form == "json":
        told = _as_json(made, place, outcome, dead) | {"policy": broken}
        told |= {} if second is None else {"permission_rules": showing.as_object(second)}
        click.echo(json.dumps(told, indent=2))
        return 1 if broken else _code(dead)
    spots = [change.path for change in (*made.changes, *(second.changes if second is not None else ()))]
    for change in made.changes:
        word = (
            change.action
            if outcome != "dry-run" or change.action == "unchanged"
            else f"would {change.action}"
        )
        prose.echo(f"{change.host}: {word} {change.path}", keep=spots)
    if outcome == "nothing":
        prose.echo("nothing to change")
    for line in showing.lines(second, outcome) if second is not None else ():
        prose.echo(line, keep=spots)
    for host, why in made.skipped:
        prose.echo(f"{host}: skipped. {why}")
    for host, text in made.advice:
        prose.echo(f"{host}: {text}", err=True)
    for row in dead:
        spot = f"{row.path}:{row.line}" if row.line else row.path
        wired = "wired" if outcome != "dry-run" else "would be wired"
        said = f"{wired}, but {row.state}: {row.host} at {spot}: {row.problem}. {row.fix}."
        prose.echo(said, err=True, keep=[spot])
    if broken:
        click.echo("\n".join(broken), err=True)
        prose.echo("Until that is corrected the guard refuses every call.", err=True)
    return 1 if broken else _code(dead)


def _policy_problems(place: Where) -> list[str]:
    """Return what keeps the policy in force here from being used, one located sentence each."""
    here = place.root or os.getcwd()
    try:
        force.in_force(force.place(here, place.home))
    except force.Unusable as error:
        return [str(problem) for problem in error.problems]
    return []


def _code(found: list[Finding]) -> int:
    return 0 if all(row.state != "not alive" for row in found) else 1


def _as_json(made: Plan, place: Where, outcome: str, dead: list[Finding]) -> dict[str, object]:
    return {
        "version": 1,
        "scope": place.scope,
        "home": place.home,
        "prefix": place.prefix,
        "root": place.root,
        "outcome": outcome,
        "alive": not _code(dead),
        "changes": [
            {"host": row.host, "path": row.path, "action": row.action, "diff": row.diff()}
            for row in made.changes
        ],
        "skipped": [{"host": host, "reason": why} for host, why in made.skipped],
        "advice": [{"host": host, "text": text} for host, text in made.advice],
        "warnings": [
            {"host": row.host, "path": row.path, "line": row.line, "problem": row.problem, "fix": row.fix}
            for row in dead
        ],
    }
