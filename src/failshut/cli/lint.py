"""Find the quiet failures in hooks that exist."""

import os
from dataclasses import replace
from pathlib import Path

import click

from failshut.exits import NothingLookedAt, UsageError
from failshut.interpret import HOSTS
from failshut.lint import baseline, fix, report
from failshut.lint.check import Wish, check, joined, labelled
from failshut.lint.rule import PERSONAS, Loaded
from failshut.lint.rules import RULES, families, load


@click.command("lint", short_help="Find the quiet failures in hooks that exist.")
@click.argument("PATH", nargs=-1)
@click.option("--home", is_flag=True, help="Look at the hook files of your home folder, too.")
@click.option("--home-dir", default="", metavar="DIR", help="With --home: another home folder.")
@click.option("--hosts", default="", metavar="A,B", help="Agents in use, besides those that files show.")
@click.option(
    "--version-of", "versions", multiple=True, metavar="HOST=VERSION", help="Judge for this version."
)
@click.option("--persona", type=click.Choice(PERSONAS), default=None,
              help="regular: faults; pedantic: hygiene as well; auditor: everything.")  # fmt: skip
@click.option("--select", default="", metavar="A,B", help="Only these rules or families.")
@click.option("--ignore", default="", metavar="A,B", help="Leave out these rules or families.")
@click.option("--fix", "fix_", is_flag=True, help="Mend what can be mended without a change of meaning.")
@click.option(
    "--unsafe-fixes", "unsafe", is_flag=True, help="With --fix or --diff: what may change one, too."
)
@click.option("--diff", "diff_", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option(
    "--baseline", "known_file", default="", metavar="FILE", help="Report what isn't in FILE only."
)
@click.option("--write-baseline", default="", metavar="FILE", help="Remember today's findings in FILE.")
@click.option("--explain", default="", metavar="RULE", help="Show a rule's page and stop.")
@click.option("--list", "listing", is_flag=True, help="List the rules and stop.")
@click.option("--format", "form", type=click.Choice(sorted(report.FORMS)), default="text")
def command(
    path: tuple[str, ...],
    home: bool,
    home_dir: str,
    hosts: str,
    versions: tuple[str, ...],
    persona: str | None,
    select: str,
    ignore: str,
    fix_: bool,
    unsafe: bool,
    diff_: bool,
    known_file: str,
    write_baseline: str,
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
    known = (*families(), *RULES)
    wish = Wish(
        persona=persona,
        hosts=_list(hosts, HOSTS, "agent"),
        select=_list(select, known, "rule or family"),
        ignore=_list(ignore, known, "rule or family"),
        versions=_versions(versions),
        person=Path(os.path.abspath(home_dir or os.path.expanduser("~"))) if home or home_dir else None,
        baseline=Path(known_file) if known_file else None,
        fix=fix_,
        unsafe=unsafe,
        diff=diff_,
    )
    reports, mended = [], []
    for number, top in enumerate(path or (".",)):
        one, fixed = check(_folder(top), wish if not number else replace(wish, person=None))
        reports.append(labelled(one, "" if top == "." else top.rstrip("/") + "/"))
        mended.append(fixed)
    found = joined(reports)
    if not found.looked and not found.crashes:
        raise NothingLookedAt(
            "no hook file of any agent is here. Name a folder that holds one, or add --home."
        )
    if write_baseline:
        number = baseline.write(Path(write_baseline), found.findings)
        click.echo(f"{write_baseline}: {number} findings remembered.", err=True)
        return 0
    if diff_:
        for fixed in mended:
            click.echo(fix.diff(fixed), nl=False)
        return 1 if any(fixed.new for fixed in mended) else 0
    click.echo(report.show(found, form), nl=False)
    count = sum(fixed.count for fixed in mended)
    if count:
        click.echo(f"{count} findings were mended. Read the changes before you commit them.", err=True)
    if found.crashes:
        return 4
    return 1 if found.findings else 0


def _folder(top: str) -> Path:
    place = Path(os.path.abspath(top))
    if not place.is_dir():
        raise UsageError(f"{top} isn't a folder. Name the folder of a repository.")
    return place


def _list(text: str, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in known:
            raise UsageError(f"no {what} named {name!r}. Known: {', '.join(known)}.")
    return names


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
