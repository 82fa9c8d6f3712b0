"""Find the quiet failures in hooks that exist."""

import os
from pathlib import Path

import click

from failshut.exits import NothingLookedAt, UsageError
from failshut.interpret import HOSTS
from failshut.lint import report
from failshut.lint.engine import lint
from failshut.lint.project import Project
from failshut.lint.rule import PERSONAS, REGULAR, Loaded
from failshut.lint.rules import RULES, load


@click.command("lint", short_help="Find the quiet failures in hooks that exist.")
@click.argument("PATH", nargs=-1)
@click.option("--home", is_flag=True, help="Look at the hook files of your home folder, too.")
@click.option("--home-dir", default="", metavar="DIR", help="With --home: another home folder.")
@click.option("--hosts", default="", metavar="A,B", help="Agents in use, besides those that files show.")
@click.option(
    "--version-of", "versions", multiple=True, metavar="HOST=VERSION", help="Judge for this version."
)
@click.option("--persona", type=click.Choice(PERSONAS), default=REGULAR, show_default=True,
              help="regular: faults; pedantic: hygiene as well; auditor: everything.")  # fmt: skip
@click.option("--select", default="", metavar="A,B", help="Only these rules or families.")
@click.option("--ignore", default="", metavar="A,B", help="Leave out these rules or families.")
@click.option("--explain", default="", metavar="RULE", help="Show a rule's page and stop.")
@click.option("--list", "listing", is_flag=True, help="List the rules and stop.")
@click.option("--format", "form", type=click.Choice(sorted(report.FORMS)), default="text")
def command(
    path: tuple[str, ...],
    home: bool,
    home_dir: str,
    hosts: str,
    versions: tuple[str, ...],
    persona: str,
    select: str,
    ignore: str,
    explain: str,
    listing: bool,
    form: str,
) -> int:
    """Read the hook files below PATH (default: this folder), and the scripts they start.

    Exit 0: nothing found.  Exit 1: findings.  Exit 3: no hook file there.  Exit 4: a rule crashed.
    """
    if explain:
        click.echo(_page(_rule(explain)), nl=False)
        return 0
    if listing:
        for name in RULES:
            rule = load(name).rule
            click.echo(f"{rule.id:<28} {rule.family:<13} {rule.severity:<8} {rule.persona}")
        return 0
    names = _chosen(select, ignore)
    person = Path(os.path.abspath(home_dir or os.path.expanduser("~"))) if home or home_dir else None
    found = None
    for top in path or (".",):
        place = Path(os.path.abspath(top))
        if not place.is_dir():
            raise UsageError(f"{top} isn't a folder. Name the folder of a repository.")
        project = Project(place, _versions(versions), frozenset(_list(hosts, HOSTS, "agent")), person)
        one = lint(project, names, persona)
        person = None
        if found is None:
            found = one
        else:
            found.findings += one.findings
            found.crashes += one.crashes
            found.looked, found.hooks = found.looked + one.looked, found.hooks + one.hooks
    assert found is not None
    if not found.looked and not found.crashes:
        raise NothingLookedAt(
            "no hook file of any agent is here. Name a folder that holds one, or add --home."
        )
    click.echo(report.show(found, form), nl=False)
    if found.crashes:
        return 4
    return 1 if found.findings else 0


def _list(text: str, known: tuple[str, ...], what: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise UsageError(f"no {what} named {name!r}. Known: {', '.join(known)}.")
    return names


def _chosen(select: str, ignore: str) -> list[str]:
    families = tuple(dict.fromkeys(load(name).rule.family for name in RULES))
    known = (*families, *RULES)
    wanted, unwanted = _list(select, known, "rule or family"), _list(ignore, known, "rule or family")
    named = [(name, load(name).rule.family) for name in RULES]
    return [
        name
        for name, family in named
        if (not wanted or name in wanted or family in wanted)
        and name not in unwanted
        and family not in unwanted
    ]


def _versions(pairs: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for pair in pairs:
        host, equals, version = pair.partition("=")
        if host not in HOSTS or not equals or not version:
            raise UsageError(f"--version-of {pair}: write HOST=VERSION. Hosts: {', '.join(HOSTS)}.")
        found[host] = version
    return found


def _rule(name: str) -> Loaded:
    if name not in RULES:
        raise UsageError(f"no rule named {name!r}. `failshut lint --list` shows all.")
    return load(name)


def _page(loaded: Loaded) -> str:
    rule, page = loaded.rule, loaded.page
    lines = [
        f"{rule.id}  ({rule.family}, {rule.severity}, {rule.confidence} confidence, {rule.persona})",
        "",
        page.finds,
    ]
    for name, body in page.sections.items():
        lines += ["", f"{name}:", *(f"  {line}" if line else "" for line in body.split("\n"))]
    return "\n".join(lines) + "\n"
