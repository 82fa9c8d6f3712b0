"""Try the examples and tests of the policies."""

import json
import os

import click

from failshut.checking import force, trials
from failshut.checking.force import Unusable
from failshut.checking.trials import Result
from failshut.exits import NothingLookedAt
from failshut.hosts import words
from failshut.output import junit

USAGE = 2


@click.command("test")
@click.option("--cwd", default="", metavar="DIR", help="Folder whose policies are tried.")
@click.option("--home", default="", metavar="DIR", help="Home folder whose policy holds.")
@click.option("--policy", default="", metavar="FILE", help="Try this policy file alone.")
@click.option("--layer", type=click.Choice(force.ALONE), help="Whose --policy FILE is.  [default: project]")
@click.option("--no-packs", is_flag=True, help="Leave out the examples of the rules that ship.")
@click.option("--format", "form", type=click.Choice(["text", "json", "junit"]), default="text")
def command(cwd: str, home: str, policy: str, layer: str | None, no_packs: bool, form: str) -> int:
    """Try every rule's examples and the policies' [[test]] tables.

    An example is judged by its rule alone, a test by everything in force.  Exit 1: one doesn't
    hold.  Exit 3: there is nothing to try.
    """
    where = force.place(force.folder(cwd), os.path.abspath(home or os.path.expanduser("~")))
    find = force.finder(policy, layer)
    try:
        results = list(trials.of_files(find(where), where))
    except Unusable as error:
        for one in error.problems:
            click.echo(f"failshut: {one}", err=True)
        return USAGE
    if not no_packs:
        results += trials.of_packs()
    if not results:
        raise NothingLookedAt("no policy here has examples or [[test]] tables.")
    click.echo({"text": _text, "json": _json, "junit": _junit}[form](results))
    return 1 if any(one.problem for one in results) else 0


def _text(results: list[Result]) -> str:
    """Name what doesn't hold, then count by file and pack."""
    lines = [f"✗ {one.place}: {one.name}\n  {one.problem}" for one in results if one.problem]
    for suite in dict.fromkeys(one.suite for one in results):
        mine = [one for one in results if one.suite == suite]
        bad, skipped = (sum(bool(getattr(one, key)) for one in mine) for key in ("problem", "skipped"))
        more = f", {skipped} not tried: {trials.NO_GUARD}" if skipped else ""
        said = f"{bad} of {len(mine)} don't hold" if bad else f"{len(mine) - skipped} hold"
        lines.append(f"{'✗' if bad else '✓'} {suite}: {said}{more}.")
    return words.clean("\n".join(lines))


def _json(results: list[Result]) -> str:
    rows = [
        {"suite": one.suite, "name": one.name, "place": one.place, "problem": one.problem,
         "skipped": one.skipped}
        for one in results
    ]  # fmt: skip
    return json.dumps({"version": 1, "results": rows}, indent=2)


def _junit(results: list[Result]) -> str:
    def state(one: Result) -> str:
        return junit.FAILED if one.problem else junit.SKIPPED if one.skipped else junit.PASSED

    cases = (
        junit.Case(one.suite, one.name, state(one), one.problem or one.skipped, one.place)
        for one in results
    )
    return junit.xml("failshut test", cases).rstrip("\n")
