"""Prove the guard on the agents that are installed: each really run, with a scripted model on loopback."""

import json
import os
from pathlib import Path

import click

from failshut import hosts as registry
from failshut.cli.wiring import named
from failshut.doctor import surroundings
from failshut.exits import NothingLookedAt, UsageError
from failshut.output import junit, tables
from failshut.prove import recipes, report, session
from failshut.prove.report import Proof
from failshut.prove.scenarios import IDS, SCENARIOS, Scenario


@click.command("prove")
@click.option("--all", "every", is_flag=True, help="All hosts, also those that can't be proved.")
@click.option("--ci", is_flag=True, help="Those that are installed; none is no success.")
@click.option("--agent", default="", metavar="PATH", help="The agent's program (with one HOST).")
@click.option("--home", default="", metavar="DIR", help="Home folder whose wiring counts.")
@click.option("--fresh", is_flag=True, help="A fresh wiring instead of the one in the home folder.")
@click.option("--with-foreign", is_flag=True, help="With the hooks of others in the same files.")
@click.option("--only", default="", metavar="A,B", help="These scenarios, or those that begin so.")
@click.option("--evidence", default="", metavar="FILE", help="Also write the evidence as JSON.")
@click.option("--format", "form", type=click.Choice(["text", "json", "junit", "html"]), default="text")
@click.option("--arg", "more", multiple=True, metavar="ARG", help="A further argument of the agent.")
@click.argument("HOST", nargs=-1)
def command(
    every: bool,
    ci: bool,
    agent: str,
    home: str,
    fresh: bool,
    with_foreign: bool,
    only: str,
    evidence: str,
    form: str,
    more: tuple[str, ...],
    host: tuple[str, ...],
) -> int:
    """Run the real agent in a throw-away home and repository, with a model that does what a script says.

    No key, no tokens, nothing leaves the machine.  Exit 0: proved on every host that was run.  Exit 1:
    something went wrong.  Exit 3: no host could be run.
    """
    place = os.path.abspath(home or os.path.expanduser("~"))
    hosts = _hosts(host, every or ci)
    if agent and len(hosts) != 1:
        raise UsageError("--agent is the program of one host: name that host.")
    chosen = _chosen(only)
    if why := session.cut_off():
        click.echo(f"note: {why}; only the agents' own settings keep them from calling out", err=True)
    person = "" if fresh else place
    proofs = [_proved(one, agent, person, with_foreign, more, chosen) for one in hosts]
    if ci:
        proofs = [one for one in proofs if one.results] or proofs
    told = json.dumps(report.as_json(proofs), indent=2, ensure_ascii=False)
    if evidence:
        Path(evidence).write_text(told + "\n", "utf-8")
    shown = {
        "text": lambda: tables.text([report.table(one) for one in proofs if one.results]) + _rest(proofs),
        "json": lambda: told + "\n",
        "junit": lambda: junit.xml("failshut prove", report.cases(proofs)),
        "html": lambda: tables.page("failshut prove", [report.table(one) for one in proofs]),
    }
    click.echo(shown[form](), nl=False)
    if not any(one.results for one in proofs):
        raise NothingLookedAt("no agent could be run, so nothing was proved. Install one, or name --agent.")
    return 0 if all(one.green for one in proofs if one.results) else 1


def _hosts(names: tuple[str, ...], every: bool) -> tuple[str, ...]:
    if names and every:
        raise UsageError("name hosts, or use --all or --ci, not both.")
    if not names and not every:
        raise UsageError(f"which agent? Name one of {', '.join(registry.HOSTS)}, or use --ci.")
    return named(names) if names else tuple(registry.HOSTS)


def _chosen(only: str) -> list[Scenario]:
    words = [word.strip() for word in only.split(",") if word.strip()]
    found = [one for one in SCENARIOS if not words or any(one.id.startswith(word) for word in words)]
    if not found:
        raise UsageError(f"--only {only!r} names no scenario. There are: {', '.join(IDS)}.")
    return found


def _proved(
    host: str, agent: str, person: str, foreign: bool, more: tuple[str, ...], chosen: list[Scenario]
) -> Proof:
    """Run one host; a host that can't be run says why."""
    proof = Proof(host)
    if host in recipes.UNPROVED:
        proof.unproved = recipes.UNPROVED[host]
        return proof
    environment = dict(os.environ)
    program = os.path.abspath(agent) if agent else session.program_of(host, environment)
    if not program or not os.access(program, os.X_OK):
        proof.unproved = (
            f"{agent} can't be run." if agent else "Its program isn't on PATH (name it with --agent)."
        )
        return proof
    order = session.order(host, program, person, foreign, environment, more)
    proof.version = surroundings.version_of(order.start, order.environment)
    proof.wiring = "the wiring of this home" if order.person else "a fresh wiring"
    if person and not order.person:
        proof.notes.append("No entry of ours was found in this home: a fresh wiring was used.")
    for result in session.run(order, chosen, lambda one: click.echo(f"{host}: {one.title} …", err=True)):
        proof.results.append(result)
    if not proof.green:
        proof.causes = session.causes(order)
    return proof


def _rest(proofs: list[Proof]) -> str:
    """Return a line for each host that has no table."""
    return "".join(one.verdict() + "\n" for one in proofs if not one.results)
