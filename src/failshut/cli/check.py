"""Say what the guard would say of a command."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from functools import partial

import click

from failshut import hosts
from failshut.checking import examine, force, said
from failshut.checking.force import Place, Unusable
from failshut.checking.rows import Bench, answers, written
from failshut.errors import FailshutError, NothingLookedAt, UsageError
from failshut.hot import answer
from failshut.model import PASS
from failshut.policy.shapes import Policy

DEFAULT = "claude-code"
USAGE = 2
FIX = "Until that is corrected the guard refuses every call here."


@click.command("check")
@click.option("--host", type=click.Choice(list(hosts.HOSTS)), help="Judge as this host's shell tool.")
@click.option("--cwd", default="", metavar="DIR", help="Folder the call is made in.")
@click.option("--home", default="", metavar="DIR", help="Home folder whose policy holds.")
@click.option("--policy", default="", metavar="FILE", help="Use this policy file alone.")
@click.option("--explain", is_flag=True, help="Show the commands found and what each would do.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option("--jsonl", metavar="FILE", help="Answer a file of calls, one object a line (- = stdin).")
@click.argument("COMMAND", required=False)
def command(
    host: str | None,
    cwd: str,
    home: str,
    policy: str,
    explain: bool,
    form: str,
    jsonl: str | None,
    command: str | None,
) -> int:
    """Say what the guard would say of COMMAND, and record nothing.

    Exit 0: it passes.  Exit 1: denied, or a person would be asked.
    """
    if (command is None) == (jsonl is None):
        raise UsageError("name either one COMMAND (in quotes) or --jsonl FILE.")
    here = os.path.abspath(cwd) if cwd else os.getcwd()
    home = os.path.abspath(home or os.path.expanduser("~"))
    find: Callable[[Place], Policy] = force.in_force
    if policy:
        find = partial(force.of_file, os.path.abspath(policy))
    if jsonl is not None:
        bench = Bench(host or DEFAULT, here if cwd else "", here, home, find, explain)
        return _rows(jsonl, bench)
    assert command is not None
    where = force.place(here, home)
    try:
        checked = _checked(host or DEFAULT, command, where, find(where))
    except Unusable as error:
        return _unusable(error)
    _show(checked, form, explain, host is not None)
    return 0 if checked.verdict.action == PASS else 1


def _show(checked: examine.Checked, form: str, explain: bool, with_model: bool) -> None:
    """Print the verdict and its grounds."""
    if form == "json":
        row = said.as_object(checked, explain)
        if explain and with_model:
            row["model"] = said.model_object(checked)
        text = checked.call.command if checked.call is not None else ""
        click.echo(json.dumps({"version": 1, "command": text, **row}, indent=2))
        return
    click.echo(said.as_text(checked))
    if explain:
        click.echo("\n" + said.explained(checked, with_model))


def _checked(host: str, text: str, where: Place, policy: Policy) -> examine.Checked:
    """Judge a command; a user guard's fault is the refusal that a hook run gives."""
    call = examine.call_of(host, text, where)
    try:
        return examine.check(call, where, policy)
    except FailshutError as error:
        return examine.Checked(host, call, where, answer.fault(error))


def _unusable(error: Unusable) -> int:
    """Print every problem with its place."""
    for one in error.problems:
        click.echo(f"failshut: {one}", err=True)
    click.echo(FIX, err=True)
    return USAGE


def _rows(name: str, bench: Bench) -> int:
    """Answer a file line by line; exit 2 when a line or a policy couldn't be used."""
    if name == "-":
        _answer(sys.stdin.buffer, bench)
    else:
        try:
            with open(name, "rb") as file:
                _answer(file, bench)
        except OSError as error:
            raise UsageError(f"{name} can't be read ({error.strerror}).") from None
    if not bench.count:
        raise NothingLookedAt(f"{name} holds no line to answer.")
    if bench.problems:
        return _unusable(Unusable(bench.problems))
    return USAGE if bench.bad else 0


def _answer(lines: Iterable[bytes], bench: Bench) -> None:
    for row in answers(lines, bench):
        click.echo(written(row))
