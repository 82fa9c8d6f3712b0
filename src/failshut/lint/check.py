"""Lint one tree as it is configured: rules, suppressions, baseline, repairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from failshut.exits import UsageError
from failshut.lint import baseline, config, fix, reading, suppress
from failshut.lint.crashes import crash
from failshut.lint.document import Document, Span
from failshut.lint.engine import Report, lint, merged
from failshut.lint.meta import UNREADABLE
from failshut.lint.project import Project
from failshut.lint.rule import AUDITOR, PERSONAS, REGULAR, Finding
from failshut.lint.rules import RULES, load

HOME = "~/"
"""What paths of a person's home begin with, whatever was linted."""


@dataclass(frozen=True)
class Wish:
    """What was asked for; None and () mean what the tree's configuration says.

    ``known``: the baseline to use instead of the configured one, by mark; empty = no baseline at all.
    """

    persona: str | None = None
    hosts: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    person: Path | None = None
    known: Counter[str] | None = None
    fix: bool = False
    unsafe: bool = False
    diff: bool = False


def chosen(select: Iterable[str], ignore: Iterable[str], persona: str = REGULAR) -> list[str]:
    """Return the rules that are named, or whose family is, without those that are left out.

    ``persona`` says which of them run; a rule that is selected by its own id runs for everybody.
    """
    wanted, unwanted = set(select), set(ignore)
    heard = PERSONAS[: PERSONAS.index(persona) + 1]
    return [
        name
        for name in RULES
        if (not wanted or {name, load(name).rule.family} & wanted)
        and not {name, load(name).rule.family} & unwanted
        and (name in wanted or load(name).rule.persona in heard)
    ]


def check(top: Path, wish: Wish) -> tuple[Report, fix.Fixed]:
    """Return what was found in a tree and is left, and what was or would be mended."""
    told = config.read(top)
    names = chosen(wish.select or told.select, wish.ignore, wish.persona or told.persona)
    if not names:
        raise UsageError("no rule is left to run: see --select, --ignore and --persona.")
    known = wish.known
    if known is None:
        known = baseline.read(top / told.baseline) if told.baseline else Counter()

    def look() -> Report:
        project = Project(top, wish.versions, frozenset((*wish.hosts, *told.hosts)), wish.person)
        report = lint(project, names, AUDITOR)
        report.findings += [
            Finding(
                UNREADABLE, one, Span(0, 0), "can't be read, or is larger than any hook file",
                "Look at what it is, and at its rights.",
            )
            for one in project.unreadable
        ]  # fmt: skip
        report.looked += len(project.unreadable)
        documents = reading.documents(project, report)
        ran = set(names) - {one.rule for one in report.crashes}
        try:
            report.findings, report.suppressed = suppress.suppressed(report.findings, documents, told, ran)
        except Exception as error:
            report.crashes.append(crash("suppressions", error))
        report.marks = [baseline.mark(one) for one in report.findings]
        report.findings, report.known = baseline.new(report.findings, known)
        return report

    if not (wish.fix or wish.diff):
        return look(), fix.Fixed()
    inside = [top, *([wish.person] if wish.person else [])]
    place = Project(top, person=wish.person).path
    return fix.mend(place, inside, look, wish.unsafe, wish.fix and not wish.diff)


def labelled(report: Report, prefix: str) -> Report:
    """Return a report whose paths begin with ``prefix``, but those of a person's home."""

    def moved(document: Document) -> Document:
        if document.path.startswith(HOME):
            return document
        return replace(document, path=prefix + document.path)

    if prefix:
        report.findings = [
            replace(
                one,
                document=moved(one.document),
                edits=tuple(replace(edit, document=moved(edit.document)) for edit in one.edits),
            )
            for one in report.findings
        ]
    return report


def joined(reports: Iterable[Report]) -> Report:
    """Return several reports as one; what two of them found is there once."""
    whole = Report()
    for one in reports:
        whole.findings += one.findings
        whole.crashes += one.crashes
        for key in ("looked", "hooks", "suppressed", "known"):
            setattr(whole, key, getattr(whole, key) + getattr(one, key))
    whole.findings = merged(whole.findings)
    whole.crashes = list(dict.fromkeys(whole.crashes))
    return whole
