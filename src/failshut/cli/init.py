"""Wire the guard into the hosts."""

import difflib
import json
import os
import sys
from dataclasses import replace
from functools import partial

import click

from failshut import hosts as registry
from failshut.checking import force
from failshut.cli.person import need_person
from failshut.cli.wiring import Where, agreed, options, project, shared, show, show_diffs, where
from failshut.exits import NothingLookedAt, UsageError, WiringError
from failshut.hosts.moments import KINDS
from failshut.output import prose
from failshut.permissions import files as permissions
from failshut.permissions import showing
from failshut.permissions.files import Rules
from failshut.wire import apply, hosttrust, install, later, plan, trusted
from failshut.wire.alive import Finding
from failshut.wire.entries import NO_MACHINE_FILE, NO_PROJECT_SCOPE
from failshut.wire.plan import MANAGED, USER, Plan
from failshut.wire.wiring import Writer

WORD = "trust"
RESTART = "It trusts these entries now; restart running sessions."
NO_RULES = "No permission rules are made of a policy that can't be used. Nothing was changed."


@click.command("init", short_help="Wire the guard into the agents of this user, project or machine.")
@options
@click.option("--trust", is_flag=True, help="Also make the hosts trust folder and entry; asks for a word.")
@click.option(
    "--permission-rules", "rules", is_flag=True, help="Also write rules for the hosts themselves."
)
@click.option("--events", default="", metavar="LIST", help=f"Also wire: {', '.join(KINDS)}.")
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
    events: str,
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
    kinds = _kinds(events)
    if trust and not dry_run and host is None:
        need_person()
    texts = plan.writers(place.scope, place.hosts, place.launcher, place.root)
    if host is not None:
        return _print_command(host, place, texts)
    made = plan.plan(place.scope, place.hosts, place.top, place.root, place.files(), texts, kinds)
    left = [(one, kind) for one in place.hosts for kind in kinds if kind not in later.events(one)]
    second = _rules(place) if rules else None
    added = second.changes if second is not None else ()
    apply.ready((*made.changes, *added), place.base)
    launcher = install.launcher_text(place.base, os.environ, python)
    own = tuple(install.due(place.base, launcher, python))
    pending = own or any(change.before != change.after for change in (*made.changes, *added))
    report = partial(_report, made, place, form, home=home, second=second, own=own, left=left)
    if not made.changes or dry_run:
        show_diffs((*made.changes, *added), err=form == "json" or not dry_run)
    if not made.changes:
        report("nothing")
        raise NothingLookedAt("no host with this scope was named. Use --scope user.")
    if dry_run:
        return report("dry-run" if pending else "nothing")
    show((*made.changes, *added), own)
    if pending and not agreed(yes, "Write these files?"):
        click.echo("nothing was changed", err=True)
        return 1
    with shared(place):
        install.install(place.base, launcher, python)
        apply.apply(made, place.base)
        if second is not None:
            permissions.write(second, place.home)
    here = place.root or project(place.home) if trust else ""
    declined = trust and not _trusted(place, here)
    told = hosttrust.concerned(place.hosts, place.scope, here) if trust and not declined else ()
    return report("written" if pending else "nothing", trusting=told) or int(declined)


def _kinds(text: str) -> tuple[str, ...]:
    """Return the kinds of moments that ``--events`` names; raises ``UsageError`` for others."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in KINDS:
            near = difflib.get_close_matches(name, KINDS, 1, 0.6)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise UsageError(
                f"--events: {name!r} is no moment that can be wired.{hint} Known: {', '.join(KINDS)}."
            )
    return names


def _rules(place: Where) -> Rules:
    """Return what the hosts' own rules are to be; raises ``WiringError`` when a policy can't be used."""
    try:
        return permissions.plan(place.scope, place.hosts, place.home, place.root)
    except force.Unusable as error:
        raise WiringError(f"{error}\n{NO_RULES}") from error


def _trusted(place: Where, here: str) -> bool:
    """Make the hosts trust what was written, once a person has typed a word; ``--yes`` doesn't.

    ``here`` is the project's folder, "" = none.  Returns False when the person declined.
    """
    rows = list(hosttrust.changes(place.hosts, place.scope, place.home, here))
    if not rows:
        click.echo("no host needs to be told to trust anything", err=True)
        return True
    show(tuple(change for change, _ in rows))
    for change, means in rows:
        click.echo(f"{change.path}: {means}.", err=True)
    click.echo(f"Type the word {WORD} to write this, anything else to leave it: ", err=True, nl=False)
    if sys.stdin.readline().strip() != WORD:
        click.echo("Nothing was trusted; what `init` wrote stays.", err=True)
        return False
    apply.ready([change for change, _ in rows], place.home)
    trusted.write([change for change, _ in rows], place.scope, place.home, here)
    return True


def _print_command(host: str, place: Where, texts: dict[str, Writer]) -> int:
    """Print the line of the host's first entry alone."""
    if host not in texts:
        raise UsageError(f"{host!r} is not one host. Name one of: {', '.join(registry.HOSTS)}.")
    if not plan.target(host, place.scope, place.top, place.root):
        why = NO_MACHINE_FILE if place.scope == MANAGED else NO_PROJECT_SCOPE
        raise UsageError(why.format(title=registry.load(host).TITLE))
    click.echo(texts[host](""))
    return 0


def _report(
    made: Plan,
    place: Where,
    form: str,
    outcome: str,
    home: str,
    second: Rules | None,
    own: tuple[tuple[str, str], ...],
    left: list[tuple[str, str]],
    trusting: tuple[str, ...] = (),
) -> int:
    """Print the result; returns the exit code.

    ``own`` are the guard's own files, ``trusting`` the hosts that a person has let trust the entries.
    """
    advice = [(host, RESTART if host in trusting else text) for host, text in made.advice]
    made = replace(made, advice=tuple(advice))
    dead = [*made.findings]
    if place.scope == USER and not home:
        dead += plan.moved(place.hosts, place.home, os.environ)
    broken = _policy_problems(place) if place.scope != MANAGED else []
    if form == "json":
        told = _as_json(made, place, outcome, dead) | {"policy": broken}
        told |= {} if second is None else {"permission_rules": showing.as_object(second)}
        told["not_wired"] = [{"host": host, "event": kind} for host, kind in left]
        told["own"] = [{"path": path, "action": action} for action, path in own]
        click.echo(json.dumps(told, indent=2))
        return 1 if broken else _code(dead)
    spots = [change.path for change in (*made.changes, *(second.changes if second is not None else ()))]
    for action, path in own:
        prose.echo(f"the guard: {'would ' * (outcome == 'dry-run')}{action} {path}", keep=[path])
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
    for host, kind in left:
        prose.echo(
            f"{host}: {kind} isn't wired: it has no such moment, or none that is known to work.", err=True
        )
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
