"""Lint one tree as it is configured: rules, suppressions, baseline, repairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from failshut.lint import baseline, config, fix, suppress
from failshut.lint.engine import Report, lint
from failshut.lint.project import Project
from failshut.lint.rules import RULES, load


@dataclass(frozen=True)
class Wish:
    """What was asked for; None and () mean what the tree's configuration says."""

    persona: str | None = None
    hosts: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    person: Path | None = None
    baseline: Path | None = None
    fix: bool = False
    unsafe: bool = False
    diff: bool = False


def chosen(select: Iterable[str], ignore: Iterable[str]) -> list[str]:
    """Return the rules that are named, or whose family is, without those that are left out."""
    wanted, unwanted = set(select), set(ignore)
    return [
        name
        for name in RULES
        if (not wanted or {name, load(name).rule.family} & wanted)
        and not {name, load(name).rule.family} & unwanted
    ]


def check(top: Path, wish: Wish) -> tuple[Report, fix.Fixed]:
    """Return what was found in a tree and is left, and what was or would be mended."""
    told = config.read(top)
    names = chosen(wish.select or told.select, wish.ignore)
    known: Counter[str] = Counter()
    if wish.baseline or told.baseline:
        known = baseline.read(wish.baseline or top / told.baseline)

    def look() -> Report:
        project = Project(top, wish.versions, frozenset((*wish.hosts, *told.hosts)), wish.person)
        report = lint(project, names, wish.persona or told.persona)
        report.findings, report.suppressed = suppress.suppressed(
            report.findings, project.documents, told, names
        )
        report.findings, report.known = baseline.new(report.findings, known)
        return report

    if not (wish.fix or wish.diff):
        return look(), fix.Fixed()
    place = Project(top, person=wish.person).path
    return fix.mend(place, look, wish.unsafe, wish.fix and not wish.diff)


def labelled(report: Report, prefix: str) -> Report:
    """Return a report whose paths begin with ``prefix``."""
    if prefix:
        report.findings = [
            replace(one, document=replace(one.document, path=prefix + one.document.path))
            for one in report.findings
        ]
    return report


def joined(reports: Iterable[Report]) -> Report:
    """Return several reports as one."""
    whole = Report()
    for one in reports:
        whole.findings += one.findings
        whole.crashes += one.crashes
        for key in ("looked", "hooks", "suppressed", "known"):
            setattr(whole, key, getattr(whole, key) + getattr(one, key))
    return whole
