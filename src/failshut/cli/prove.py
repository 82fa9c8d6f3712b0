"""Prove the guard on the agents that are installed: each really run, with a scripted model on loopback."""

import json
import os
import shlex
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import click

from failshut import hosts as registry
from failshut.cli.wiring import named, project, where
from failshut.exits import NothingLookedAt, UsageError
from failshut.output import junit, tables
from failshut.prove import carried, examined, recipes, report, session
from failshut.prove.causes import causes
from failshut.prove.report import Proof
from failshut.prove.scenarios import IDS, SCENARIOS, Scenario
from failshut.prove.session import Order
from failshut.wire.entries import NO_PROJECT_SCOPE, WIRINGS
from failshut.wire.hosts import load as guarded
from failshut.wire.plan import PROJECT, USER

NARROWEST, WIDEST = 80, 120
"""Characters of the table's lines."""


@click.command("prove")
@click.option("--all", "every", is_flag=True, help="All hosts, also those that can't be proved.")
@click.option("--ci", is_flag=True, help="Those that are installed; none is no success.")
@click.option("--agent", default="", metavar="PATH", help="The agent's program (with one HOST).")
@click.option(
    "--scope",
    type=click.Choice([USER, PROJECT]),
    default=USER,
    show_default=True,
    help="Whose hook entries: the home's, or those that a repository carries.",
)
@click.option("--home", default="", metavar="DIR", help="Home folder whose hook entries, or trust, count.")
@click.option("--root", default="", metavar="DIR", help="Project folder (default: this one's git top).")
@click.option("--fresh", is_flag=True, help="What `failshut init --trust` writes, not what is there.")
@click.option("--with-foreign", is_flag=True, help="Run the hooks of others in the same files, too.")
@click.option("--only", metavar="A,B", help="These scenarios, or those that begin so (see --list).")
@click.option("--list", "listing", is_flag=True, help="Show the ids of the scenarios, and run nothing.")
@click.option("--evidence", default="", metavar="FILE", help="Also write the evidence as JSON.")
@click.option("--format", "form", type=click.Choice(["text", "json", "junit", "html"]), default="text",
              show_default=True, help="A table, or a form for programs, CI or a browser.")  # fmt: skip
@click.option("--arg", "more", multiple=True, metavar="ARG", help="A further argument of the agent.")
@click.argument("HOST", nargs=-1)
def command(
    every: bool,
    ci: bool,
    agent: str,
    scope: str,
    home: str,
    root: str,
    fresh: bool,
    with_foreign: bool,
    only: str | None,
    listing: bool,
    evidence: str,
    form: str,
    more: tuple[str, ...],
    host: tuple[str, ...],
) -> int:
    """Run the real agent in a throw-away home and repository, with a model that does what a script says.

    No key, no tokens, nothing leaves the machine; it takes about a minute an agent.  Exit 0: proved
    on every host that was run.  Exit 1: something went wrong, or the home isn't guarded.  Exit 3: no host
    could be run.
    """
    if listing:
        width = max(map(len, IDS))
        for one in SCENARIOS:
            click.echo(f"{one.id:<{width}}  {one.label}")
        return 0
    if root and scope != PROJECT:
        raise UsageError("--root is for --scope project.")
    hosts = _hosts(host, every or ci)
    here = where(",".join(hosts), scope, root, home)
    if agent and len(hosts) != 1:
        raise UsageError("--agent is the program of one host: name that host.")
    if agent and os.path.isdir(agent):
        raise UsageError(f"--agent {agent} is a folder. Name the agent's program.")
    chosen = _chosen(only)
    _writable(evidence)
    if shutil.which("git") is None:
        raise UsageError("git isn't on PATH, and every run needs a repository. Install git.")
    if why := session.cut_off():
        click.echo(f"note: {why}", err=True)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupted)
    person, top = ("", "") if fresh else (here.home, here.root)
    wanted = Order("", agent, person, with_foreign, more, dict(os.environ), scope, top)
    proofs = [_proved(replace(wanted, host=one), chosen) for one in hosts]
    if ci:
        proofs = [one for one in proofs if one.looked] or proofs
    told = json.dumps(report.as_json(proofs), indent=2, ensure_ascii=False)
    if evidence:
        Path(evidence).write_text(told + "\n", "utf-8")
    shown = {
        "text": lambda: _text(proofs),
        "json": lambda: told + "\n",
        "junit": lambda: junit.xml("failshut prove", report.cases(proofs)),
        "html": lambda: tables.page("failshut prove", [report.table(one) for one in proofs]),
    }
    click.echo(shown[form](), nl=False)
    if not any(one.looked for one in proofs):
        raise NothingLookedAt("no agent could be run, so nothing was proved. Install one, or name --agent.")
    return 0 if all(one.green for one in proofs if one.looked) else 1


def _hosts(names: tuple[str, ...], every: bool) -> tuple[str, ...]:
    if names and every:
        raise UsageError("name hosts, or use --all or --ci, not both.")
    if not names and not every:
        raise UsageError(f"which agent? Name one of {', '.join(registry.HOSTS)}, or use --ci.")
    return named(names) if names else tuple(registry.HOSTS)


def _chosen(only: str | None) -> list[Scenario]:
    """Return the scenarios that ``--only`` names (None = all); raises ``UsageError`` for any other name."""
    if only is None:
        return list(SCENARIOS)
    words = [word.strip() for word in only.split(",") if word.strip()]
    unknown = [word for word in words if not any(one.startswith(word) for one in IDS)]
    if unknown or not words:
        told = ", ".join(map(repr, unknown)) or repr(only)
        raise UsageError(f"--only: {told} names no scenario. There are: {', '.join(IDS)}.")
    return [one for one in SCENARIOS if any(one.id.startswith(word) for word in words)]


def _writable(evidence: str) -> None:
    """Say before any run that the evidence can't be written; raises ``UsageError``."""
    if not evidence:
        return
    place = Path(os.path.abspath(evidence))
    if place.is_dir():
        raise UsageError(f"--evidence {evidence} is a folder. Name a file.")
    if not place.parent.is_dir():
        raise UsageError(f"--evidence {evidence}: there is no folder {place.parent}. Create it.")
    if not os.access(place if place.exists() else place.parent, os.W_OK):
        raise UsageError(f"--evidence {evidence} can't be written. Name another file.")


def _interrupted(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _proved(wanted: Order, chosen: list[Scenario]) -> Proof:
    """Run one host; one that can't be run says why.  ``wanted.program`` "" = the one on PATH."""
    host, agent = wanted.host, wanted.program
    proof = Proof(host, unproved=_unprovable(wanted))
    if proof.unproved:
        return proof
    program = os.path.abspath(agent) if agent else session.program_of(host, wanted.environment)
    if not program or not os.access(program, os.X_OK):
        proof.unproved = (
            f"{agent} can't be run." if agent else "Its program isn't on PATH (name it with --agent)."
        )
        return proof
    order = session.order(host, program, wanted.person, wanted.foreign, wanted.environment, wanted.more,
                          scope=wanted.scope, root=wanted.root)  # fmt: skip
    proof.version = session.version(order)
    proof.wiring, proof.again = _wiring(order), _again(order)
    proof.notes += [f"Note: {why}." for why in (session.cut_off(),) if why]
    proof.notes += _machines(host)
    if wanted.person and not order.person:
        proof.unwired, proof.again = _unwired(order, wanted), _again(wanted)
    elif order.person:
        root = order.root or project(order.person)
        proof.standing = examined.findings(order, root, wanted.environment)
        proof.causes = list(proof.standing)
        if examined.guard(order, wanted.environment):
            return proof
    for result in session.run(order, chosen, lambda one: click.echo(f"{host}: {one.label} …", err=True)):
        proof.results.append(result)
    if len(proof.results) < len(chosen):
        proof.notes.append(f"Stopped: the agent had to be ended {session.PATIENCE} times in a row.")
    if proof.bad:
        known = {(one.path, one.problem) for one in proof.causes}
        proof.causes += [one for one in causes(order) if (one.path, one.problem) not in known]
    return proof


def _unwired(order: Order, wanted: Order) -> str:
    """Say that the home holds no hook entry of ours, and what mends that."""
    host, home = order.host, wanted.person
    none = f"Your {registry.load(host).TITLE} has no hook entry of Failshut's in {home}"
    scopes = examined.elsewhere(order, home, project(home), wanted.environment)
    if PROJECT in scopes:
        return f"{none}; this repository's is proved by `failshut prove {host} --scope project`."
    if scopes:
        return f"{none}; the machine's isn't tried here."
    return f"{none}: run `failshut init --hosts {host}`."


def _machines(host: str) -> list[str]:
    """Say which settings of the whole machine the agent reads in a run, too."""
    found = [path for path in guarded(host).GUARDED.machine if os.path.exists(path)]
    told = "the agent reads them in a run, too, and the hooks in them really run"
    return [f"Note: this machine has settings for everybody ({', '.join(found)}): {told}."] if found else []


def _unprovable(wanted: Order) -> str:
    """Say why no run of this host can prove anything ("" = one can)."""
    host = wanted.host
    if host in recipes.UNPROVED:
        return recipes.UNPROVED[host]
    if wanted.scope != PROJECT:
        return ""
    if not WIRINGS[host].project:
        return NO_PROJECT_SCOPE.format(title=registry.load(host).TITLE)
    if wanted.root and not carried.there(host, wanted.root):
        again = f"failshut init --scope project --hosts {host}"
        return f"{wanted.root} carries no hook entry of Failshut's: `{again}`."
    return ""


def _wiring(order: Order) -> str:
    """Say in a few words whose hook entries are run."""
    if order.root:
        return f"the hook entries of {order.root}"
    if order.scope == PROJECT:
        return "fresh hook entries of a repository"
    return f"the hook entries of {order.person}" if order.person else "fresh hook entries"


def _again(order: Order) -> str:
    """Return the command that proves the same anew."""
    words = ["failshut", "prove", order.host]
    if order.scope == PROJECT:
        words += ["--scope", PROJECT]
    if order.root and order.root != project(order.person):
        words += ["--root", order.root]
    if not order.person:
        words.append("--fresh")
    elif os.path.realpath(order.person) != os.path.realpath(os.path.expanduser("~")):
        words += ["--home", order.person]
    words += ["--with-foreign"] if order.foreign else []
    return shlex.join(words + [f"--arg={one}" for one in order.more])


def _text(proofs: list[Proof]) -> str:
    """Return the tables for a terminal, and a line for each host that has none."""
    width = min(max(shutil.get_terminal_size((WIDEST, 24)).columns, NARROWEST), WIDEST)
    found = [report.table(one) for one in proofs if one.results]
    rest = [row for one in proofs if not one.results for row in (*report.table(one).notes,)]
    return (tables.text(found, width) if found else "") + tables.paragraphs(rest)
