"""Say of each host whether the guard is on, and what mends it where it isn't."""

import json
import os
import subprocess
from functools import partial

import click

from failshut import hosts as registry
from failshut.cli.wiring import agreed, named, project
from failshut.doctor import report
from failshut.doctor.examine import examine
from failshut.doctor.findings import ABSENT, OPEN, STUCK, State
from failshut.exits import NothingLookedAt, UsageError
from failshut.output import prose
from failshut.wire import apply, install, places, plan
from failshut.wire.entries import WIRINGS
from failshut.wire.line import LAUNCHER


@click.command("doctor")
@click.argument("HOST", nargs=-1)
@click.option("--home", default="", metavar="DIR", help="Home folder to look at.")
@click.option("--root", default="", metavar="DIR", help="Project folder (default: this one's git top).")
@click.option("--scope", type=click.Choice([plan.MANAGED]), help="Count the machine's entries only.")
@click.option("--prefix", default="", metavar="DIR", help="The machine's files are below DIR; run nothing.")
@click.option("--fix", is_flag=True, help="Write anew what `failshut init` writes, where that mends it.")
@click.option("--yes", is_flag=True, help="Don't ask before --fix writes.")
@click.option("--no-run", is_flag=True, help="Read files only: start no wired line and no host.")
@click.option("--ask-hosts", is_flag=True, help="Ask the hosts' own checks, too (no model is asked).")
@click.option("--worktrees", is_flag=True, help="Look at every worktree of the project's repository.")
@click.option("--all", "everything", is_flag=True, help="Show notes and the hosts' own sandboxes, too.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(
    host: tuple[str, ...],
    home: str,
    root: str,
    scope: str | None,
    prefix: str,
    fix: bool,
    yes: bool,
    no_run: bool,
    ask_hosts: bool,
    worktrees: bool,
    everything: bool,
    form: str,
) -> int:
    """Say of each coding agent whether the guard is on: its files as it reads them, then a trial.

    Exit 0: nothing is open.  Exit 1: a host is open, or refuses everything.  Exit 3: no host is here.
    """
    host = named(host)
    home = os.path.abspath(home or os.path.expanduser("~"))
    top = os.path.abspath(root) if root else project(home)
    for folder in (home, top):
        if folder and not os.path.isdir(folder):
            raise UsageError(f"{folder} isn't a folder. Name another one.")
    if scope:
        host = tuple(one for one in host or registry.HOSTS if WIRINGS[one].machine)
    prefix = os.path.abspath(prefix) if prefix else ""
    seen = partial(_seen, host, home, machine=prefix, only=scope or "")
    no_run = no_run or bool(prefix)
    states = seen(top, no_run, ask_hosts)
    if fix and _mend(states, home, top, yes):
        states = seen(top, no_run, ask_hosts)
    places = {top: states}
    for folder in _worktrees(top) if worktrees else ():
        places[folder] = seen(folder, no_run, False)
    if form == "json":
        told = report.as_json(states, home, top)
        if worktrees:
            rows = [report.as_json(found, home, folder) for folder, found in places.items()]
            told["worktrees"] = rows[1:]
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    for folder, found in places.items() if form == "text" else ():
        if worktrees:
            click.echo(f"{folder}:")
        spots = [one.place for state in found for one in state.findings]
        spots += [state.sandbox.path for state in found if state.sandbox is not None]
        prose.echo("\n".join(report.lines(found, everything)), keep=spots)
    states = [state for found in places.values() for state in found]
    if all(state.word == ABSENT for state in states):
        raise NothingLookedAt("no coding agent found here. Name the home folder with --home.")
    return 1 if any(state.word in (OPEN, STUCK) for state in states) else 0


def _seen(
    host: tuple[str, ...], home: str, root: str, no_run: bool, ask: bool, machine: str, only: str
) -> list[State]:
    hosts = host or tuple(registry.HOSTS)
    return examine(hosts, home, root, os.environ, running=not no_run, ask=ask, machine=machine, only=only)


def _worktrees(root: str) -> list[str]:
    """Return the other worktrees of a project's repository; raises ``UsageError`` without one."""
    line = ["git", "-C", root, "worktree", "list", "--porcelain"]
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        raise UsageError("--worktrees needs a git repository: go there, or name it with --root.") from None
    rows = [row.partition(" ")[2] for row in done.stdout.splitlines() if row.startswith("worktree ")]
    return [row for row in rows if os.path.realpath(row) != os.path.realpath(root) and os.path.isdir(row)]


def _mend(states: list[State], home: str, root: str, yes: bool) -> bool:
    """Wire anew what ``init`` mends; says whether anything was written."""
    hosts = tuple(one.host for one in states if any(finding.ours for finding in one.findings))
    if not hosts:
        click.echo("nothing that `failshut init` could mend", err=True)
        return False
    texts = plan.writers(plan.USER, hosts, f"{home}/{LAUNCHER}", "")
    files = {path: places.read(path) for one in hosts for path in plan.targets(one, plan.USER, home, "")}
    made = plan.plan(plan.USER, hosts, home, "", files, texts)
    apply.ready(made.changes, home)
    if not agreed(yes, f"Write the launcher and the entries of {', '.join(hosts)} in {home}?"):
        return False
    install.install(home, install.launcher_text(home, os.environ))
    apply.apply(made, home)
    return True
