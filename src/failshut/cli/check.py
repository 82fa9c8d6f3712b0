"""Say what the guard would say of a command."""

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import partial

import click

from failshut import hosts
from failshut.checking import examine, force, said
from failshut.checking.force import InForce, Place, Unusable
from failshut.checking.remarks import remarks
from failshut.checking.rows import Bench, answers, written
from failshut.checking.tracing import Tried, tried
from failshut.checking.waiting import waiting
from failshut.cli import pause
from failshut.errors import FailshutError, PolicyError
from failshut.exits import NothingLookedAt, UsageError
from failshut.hosts import words
from failshut.hot import answer, leave
from failshut.model import PASS
from failshut.output import prose
from failshut.policy.shapes import Policy

DEFAULT = "claude-code"
USAGE = 2
PAUSED = "a person paused the guard until {}; till then only `self` and a managed policy refuse."
FIX = "Until that is corrected the guard refuses every call here."


@click.command("check", context_settings={"ignore_unknown_options": True})
@click.option("--host", type=click.Choice(list(hosts.HOSTS)), help="Judge as this host's shell tool.")
@click.option("--cwd", default="", metavar="DIR", help="Folder the call is made in.")
@click.option("--home", default="", metavar="DIR", help="Home folder whose policy holds.")
@click.option("--policy", default="", metavar="FILE", help="Use this policy file alone.")
@click.option("--explain", is_flag=True, help="Show the commands found and what each would do.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option("--jsonl", metavar="FILE", help="Answer a file of calls, one object a line (- = stdin).")
@click.argument("COMMAND", nargs=-1, type=click.UNPROCESSED)
def command(
    host: str | None,
    cwd: str,
    home: str,
    policy: str,
    explain: bool,
    form: str,
    jsonl: str | None,
    command: tuple[str, ...],
) -> int:
    """Say what the guard would say of COMMAND, and record nothing.

    Exit 0: it passes.  Exit 1: denied, or a person would be asked.
    """
    text = _command(command, jsonl)
    here = force.folder(cwd)
    home = os.path.abspath(home or os.path.expanduser("~"))
    find: Callable[[Place], InForce] = force.in_force
    if policy:
        find = partial(force.of_file, os.path.abspath(policy))
    if jsonl is not None:
        bench = Bench(host or DEFAULT, here if cwd else "", here, home, find, explain)
        return _rows(jsonl, bench)
    return _one(host, text, force.place(here, home), find, (form, explain, bool(policy)))


def _one(
    host: str | None,
    text: str,
    where: Place,
    find: Callable[[Place], InForce],
    shape: tuple[str, bool, bool],
) -> int:
    """Judge and print one command; ``shape`` is the format, whether to explain, ``--policy`` given."""
    form, explain, alone = shape
    try:
        found = find(where)
    except Unusable as error:
        return _unusable(error, alone)
    checked = _checked(host or DEFAULT, text, where, found.compiled)
    assert checked.call is not None
    waits = waiting(checked.call, where, found, checked.verdict)
    rules = tried(checked, found.compiled) if explain else []
    until = leave.paused(where.home)
    _show(checked, form, (explain, host is not None), waits, rules, until)
    _talk((*waits, *_paused(where.home)), remarks(found, where))
    return 0 if checked.verdict.action == PASS else 1


def _command(words_given: tuple[str, ...], jsonl: str | None) -> str:
    """Return the one command, "" with ``--jsonl``; raises ``UsageError`` for several words."""
    if len(words_given) > 1:
        shown = " ".join(words_given)
        odd = [one for one in words_given if one.startswith("-")]
        hint = f" ({odd[0]} is no option of check.)" if odd else ""
        raise UsageError(f"put the command in quotes: failshut check {shlex.quote(shown)}{hint}")
    if words_given and words_given[0].startswith("-"):
        raise UsageError(f"{words_given[0]} is no option of check. Its options: failshut check --help.")
    if bool(words_given) == (jsonl is not None):
        raise UsageError("name either one COMMAND (in quotes) or --jsonl FILE.")
    return words_given[0] if words_given else ""


def _show(
    checked: examine.Checked,
    form: str,
    more: tuple[bool, bool],
    waits: tuple[str, ...],
    rules: list[Tried],
    until: float,
) -> None:
    """Print the verdict and its grounds; ``more`` = whether to explain, and with the model's words."""
    explain, with_model = more
    if form == "json":
        row = said.as_object(checked, explain, waits)
        if explain and with_model:
            row["model"] = said.model_object(checked)
        if explain:
            row["rules"] = [asdict(one) for one in rules]
        row |= {"paused_until": int(until)} if until else {}
        text = checked.call.command if checked.call is not None else ""
        click.echo(json.dumps({"version": 1, "command": text, **row}, indent=2))
        return
    prose.echo(said.as_text(checked), keep=[checked.verdict.source])
    if explain:
        click.echo("\n" + said.explained(checked, with_model, rules))


def _talk(waits: Iterable[str], warnings: Iterable[PolicyError]) -> None:
    """Print what waits for trust, and what should be better in the policy files."""
    for one in (*waits, *(f"warning: {warning}" for warning in warnings)):
        prose.echo(words.clean(f"failshut: {one}"), err=True)


def _paused(home: str) -> tuple[str, ...]:
    """Return the sentence about a pause, none when there is none."""
    until = leave.paused(home)
    return (PAUSED.format(pause.clock(until)),) if until else ()


def _checked(host: str, text: str, where: Place, policy: Policy) -> examine.Checked:
    """Judge a command; a user guard's fault is the refusal that a hook run gives."""
    call = examine.call_of(host, text, where)
    try:
        return examine.check(call, where, policy)
    except FailshutError as error:
        return examine.Checked(host, call, where, answer.fault(error))


def _unusable(error: Unusable, alone: bool = False) -> int:
    """Print every problem with its place."""
    for one in error.problems:
        click.echo(f"failshut: {one}", err=True)
    if not alone:
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
        what = "standard input" if name == "-" else name
        raise NothingLookedAt(f"{what} holds no line.")
    warnings = {str(one): one for where, some in bench.known.items() for one in remarks(some, where)}
    _talk(_paused(bench.home), warnings.values())
    if bench.problems:
        return _unusable(Unusable(bench.problems))
    return USAGE if bench.bad else 0


def _answer(lines: Iterable[bytes], bench: Bench) -> None:
    for row in answers(lines, bench):
        click.echo(written(row))
