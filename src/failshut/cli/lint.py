"""Find the quiet failures in hooks that exist."""

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import click

from failshut.errors import FailshutError
from failshut.exits import NothingLookedAt, UsageError
from failshut.interpret import HOSTS
from failshut.lint import baseline, fix, report
from failshut.lint.check import Wish, check, joined, labelled
from failshut.lint.crashes import crash
from failshut.lint.drops import closest
from failshut.lint.engine import Report
from failshut.lint.meta import META, PAGES
from failshut.lint.rule import NOTE, PERSONAS, SEVERITIES, Loaded
from failshut.lint.rules import RULES, families, load
from failshut.output.visible import visible

NEVER = "never"
LISTS = "`failshut lint --list` shows all rules with their families."


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
@click.option("--fail-on", "fails", type=click.Choice((*SEVERITIES, NEVER)), default=NOTE,
              help="The least severity that makes the exit code 1; default note.")  # fmt: skip
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
    fails: str,
    explain: str,
    listing: bool,
    form: str,
) -> int:
    """Read the hook files below PATH (default: this folder), and the scripts they start.

    Exit 0: nothing found.  Exit 1: findings.  Exit 3: no hook file there.  Exit 4: a rule crashed.
    """
    if explain:
        click.echo(_builtin(explain) or _page(_rule(explain)), nl=False)
        return 0
    if listing:
        for rule in (*(load(name).rule for name in RULES), *META):
            click.echo(f"{rule.id:<28} {rule.family:<13} {rule.severity:<8} {rule.persona}")
        return 0
    if unsafe and not (fix_ or diff_):
        raise UsageError("--unsafe-fixes says how far --fix and --diff may go: add one of them.")
    if write_baseline and (fix_ or diff_ or known_file):
        raise UsageError("--write-baseline goes with neither --fix, --diff nor --baseline.")
    named = (*families(), *RULES)
    known = Counter[str]() if write_baseline else baseline.read(Path(known_file)) if known_file else None
    wish = Wish(
        persona=persona,
        hosts=_list(hosts, HOSTS, "agent"),
        select=_list(select, named, "rule or family"),
        ignore=_list(ignore, named, "rule or family"),
        versions=_versions(versions),
        person=_person(home, home_dir),
        known=known,
        fix=fix_,
        unsafe=unsafe,
        diff=diff_,
    )
    reports, marks, diffs, count = [], [], "", 0
    changed: list[str] = []
    for number, top in enumerate(_tops(path)):
        try:
            one, fixed = check(top, wish if not number else replace(wish, person=None))
        except FailshutError:
            raise
        except Exception as error:
            one, fixed = Report(crashes=[crash(f"linting {top}", error)]), fix.Fixed()
        marks += one.marks
        if known is not None:
            known.subtract(_held(one, known))
        prefix = _prefix(top)
        diffs += fix.diff(fixed, prefix)
        count += fixed.count
        changed += [path if path.startswith("~/") else prefix + path for path in sorted(fixed.new)]
        reports.append(labelled(one, prefix))
    found = joined(reports)
    if not found.looked and not found.crashes:
        raise NothingLookedAt(
            "no hook file of any agent is here. Name a folder that holds one, or add --home."
        )
    if write_baseline:
        return _remembered(Path(write_baseline), reports, marks, found)
    _say(diffs if diff_ else report.show(found, form))
    if count and not diff_:
        for name in dict.fromkeys(changed):
            click.echo(f"{visible(_text(name))}: mended", err=True)
        click.echo(
            f"{count} finding{'s were' if count > 1 else ' was'} mended. Read the changes before you"
            " commit them.",
            err=True,
        )
    if found.crashes:
        _say_crashes(found if diff_ else Report())
        return 4
    if diff_:
        return 1 if diffs else 0
    heavy = SEVERITIES[: SEVERITIES.index(fails) + 1] if fails != NEVER else ()
    return 1 if any(one.weight in heavy for one in found.findings) else 0


def _remembered(place: Path, reports: list[Report], marks: list[str], found: Report) -> int:
    """Write a baseline, unless a rule crashed; returns the exit code."""
    if found.crashes:
        _say_crashes(found)
        return 4
    findings = [one for part in reports for one in part.findings]
    number = baseline.write(place, findings, marks)
    click.echo(f"{place}: {number} finding{'' if number == 1 else 's'} remembered.", err=True)
    return 0


def _say(text: str) -> None:
    """Print a result; what is no character (the bytes of an odd file name) is replaced."""
    click.echo(_text(text), nl=False)


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _say_crashes(found: Report) -> None:
    for one in found.crashes:
        click.echo(f"failshut: the rule {visible(one.rule)} crashed: {visible(one.problem)}", err=True)


def _held(one: Report, known: Counter[str]) -> Counter[str]:
    """Return what a report took out of the baseline, so that the next one can't take it again."""
    return Counter(one.marks) & known


def _tops(paths: tuple[str, ...]) -> list[Path]:
    tops = []
    for top in paths or (".",):
        place = Path(os.path.abspath(top))
        if not place.is_dir():
            folder = os.path.dirname(top) or "."
            more = f"Name the folder {folder}." if place.exists() else "Name the folder of a repository."
            raise UsageError(f"{top} isn't a folder. {more}")
        tops.append(place)
    return list(dict.fromkeys(tops))


def _prefix(top: Path) -> str:
    """Return what stands before the paths of a folder: relative to the current one where it is below it."""
    shown = os.path.relpath(top)
    if shown == ".":
        return ""
    return (str(top) if shown.startswith("..") else shown).rstrip("/") + "/"


def _person(home: bool, told: str) -> Path | None:
    if not home and not told:
        return None
    place = Path(os.path.abspath(told or os.path.expanduser("~")))
    if not place.is_dir():
        raise UsageError(f"{told or place} isn't a folder.")
    return place


def _list(text: str, known: tuple[str, ...], what: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in known:
            more = f"Known: {', '.join(known)}." if what == "agent" else LISTS
            raise UsageError(f"no {what} named {name!r}. {_nearest(name, known) or more}")
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
        known = (*RULES, *(rule.id for rule in META))
        raise UsageError(f"no rule named {name!r}. {_nearest(name, known) or LISTS}")
    return load(name)


def _nearest(name: str, known: tuple[str, ...]) -> str:
    """Return the question for the name that is meant, "" where none is near."""
    near = closest(name, known)
    return f"Did you mean {near}?" if near else ""


def _builtin(name: str) -> str:
    """Return the page of what is found without a rule of its own, "" for other names."""
    rule = next((one for one in META if one.id == name), None)
    if rule is None:
        return ""
    finds, why, repair = PAGES[name]
    head = f"{rule.id}  ({rule.family}, {rule.severity}, {rule.confidence} confidence, {rule.persona})"
    return f"{head}\n\n{finds}\n\nWhy:\n  {why}\n\nRepair:\n  {repair}\n"


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
