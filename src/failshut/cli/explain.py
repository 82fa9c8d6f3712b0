"""Show what a rule is about."""

import json
import os

import click

from failshut.checking import explaining, force
from failshut.checking.force import Unusable
from failshut.hosts import words

USAGE = 2


@click.command("explain")
@click.option("--cwd", default="", metavar="DIR", help="Folder whose policies hold.")
@click.option("--home", default="", metavar="DIR", help="Home folder whose policy holds.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.argument("RULE", required=False)
def command(cwd: str, home: str, form: str, rule: str | None) -> int:
    """Show RULE: what it refuses and why, its examples, what each host makes of it.

    Without RULE: list the rules in force here.
    """
    where = force.place(force.folder(cwd), os.path.abspath(home or os.path.expanduser("~")))
    try:
        found = force.in_force(where)
    except Unusable as error:
        for problem in error.problems:
            click.echo(f"failshut: {problem}", err=True)
        return USAGE
    if rule is not None:
        page = explaining.page(rule, found)
        as_json = json.dumps({"version": 1, **explaining.as_object(page, where)}, indent=2, default=str)
        click.echo(as_json if form == "json" else words.clean(explaining.as_text(page, where)))
        return 0
    every = explaining.pages(found)
    if form == "json":
        rows = [{"rule": one.rule.id, "verdict": one.rule.action, "source": one.place} for one in every]
        click.echo(json.dumps({"version": 1, "rules": rows}, indent=2))
        return 0
    width = max(len(one.rule.id) for one in every)
    for one in every:
        only = "(only recorded) " if one.mode == "observe" else ""
        click.echo(words.clean(f"{one.rule.action:<5}{one.rule.id:<{width}}  {only}{one.rule.reason}"))
    return 0
