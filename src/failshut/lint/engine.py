"""Run the rules over a project; a rule that crashes names itself and fails the run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from failshut.interpret.contracts import contract
from failshut.lint.crashes import Crash, crash
from failshut.lint.document import Span
from failshut.lint.hook import Hook
from failshut.lint.project import Project
from failshut.lint.rule import HOOK, NOTE, PERSONAS, REGULAR, ROOT, SCRIPT, SEVERITIES, Finding, Loaded
from failshut.lint.rules import RULES, load
from failshut.lint.script import Text


@dataclass(frozen=True, eq=False)
class Use:
    """A text that runs, and the hooks that run it."""

    text: Text
    hooks: tuple[Hook, ...]

    @cached_property
    def guards(self) -> tuple[Hook, ...]:
        """Return the hooks that are there to refuse."""
        return tuple(hook for hook in self.hooks if hook.guards)


@dataclass
class Report:
    """What a run found; ``looked`` is how many hooks and instruction files there were to look at."""

    findings: list[Finding] = field(default_factory=list)
    crashes: list[Crash] = field(default_factory=list)
    looked: int = 0
    hooks: int = 0
    suppressed: int = 0
    known: int = 0
    """Findings that a comment or the configuration takes away, and those that the baseline holds."""
    marks: list[str] = field(default_factory=list)
    """What the findings are known by in a baseline, those that it holds included."""


def lint(project: Project, names: Iterable[str] = RULES, persona: str = REGULAR) -> Report:
    """Run the named rules; findings come in the order of the files, each once with all its hosts."""
    report = Report(hooks=len({(hook.document.path, hook.where) for hook in project.hooks}))
    report.looked = report.hooks + len(project.instructions) + len(project.unread)
    report.looked += sum(len(root.found) for root in project.roots)
    wanted = PERSONAS[: PERSONAS.index(persona) + 1]
    found: list[Finding] = []
    for name in names:
        loaded = load(name)
        if loaded.rule.persona not in wanted:
            continue
        found += _run(loaded, project, report.crashes)
    report.crashes = list(dict.fromkeys((*project.crashes, *report.crashes)))
    report.findings = merged(found)
    return report


def _run(loaded: Loaded, project: Project, crashes: list[Crash]) -> Iterator[Finding]:
    """Yield what a rule finds; where it breaks, the run goes on with what is next, and fails."""
    try:
        subjects = tuple(_subjects(loaded.rule.scope, project))
    except Exception as error:
        crashes.append(crash(loaded.rule.id, error))
        return
    for one in subjects:
        try:
            for finding in loaded.check(one):
                if (
                    not finding.rule.hosts
                    or not finding.hosts
                    or set(finding.hosts) & set(finding.rule.hosts)
                ):
                    yield finding
        except Exception as error:  # its name is what the person needs
            crashes.append(crash(loaded.rule.id, error))


def _subjects(scope: str, project: Project) -> Iterable[object]:
    if scope == HOOK:
        return (hook for hook in project.hooks if hook.used)
    if scope == SCRIPT:
        return uses(project)
    return project.roots if scope == ROOT else (project,)


def uses(project: Project) -> tuple[Use, ...]:
    """Return every text that hooks run, once, with the hooks that do."""
    found: dict[tuple[object, ...], tuple[Text, list[Hook]]] = {}
    for hook in project.hooks:
        for text in hook.texts if hook.used else ():
            key = (text.document.path, text.language, text.within, text.arguments)
            found.setdefault(key, (text, []))[1].append(hook)
    return tuple(Use(text, tuple(hooks)) for text, hooks in found.values())


def merged(found: Iterable[Finding]) -> list[Finding]:
    """Join findings that differ by host only, and put all in the order of files and places.

    Messages that differ behind ``: `` only, as hosts differ, become one that says which host does what.
    """
    same: dict[tuple[str, str, Span, str], Finding] = {}
    for one in sorted(found, key=lambda one: (one.hosts, one.cell, one.message)):
        key = (one.rule.id, one.document.path, one.span, one.message)
        same[key] = _joined(same[key], one, one.message) if key in same else one
    places: dict[tuple[str, str, Span, str], list[Finding]] = {}
    for one in same.values():
        head = one.message.partition(": ")[0] if one.hosts else one.message
        places.setdefault((one.rule.id, one.document.path, one.span, head), []).append(one)
    joined = [_by_host(head, ones) for (*_, head), ones in places.items()]
    return sorted(joined, key=lambda one: (one.document.path, one.span, one.rule.id))


def _by_host(head: str, ones: list[Finding]) -> Finding:
    """Return several findings of one place as one."""
    whole = ones[0]
    if len(ones) > 1:
        tails = [
            f"{one.message.partition(': ')[2]} ({', '.join(contract(host).title for host in one.hosts)})"
            for one in ones
        ]
        for one in ones[1:]:
            whole = _joined(whole, one, whole.message)
        whole = replace(whole, message=f"{head}: {'; '.join(tails)}")
    return whole


def _joined(old: Finding, one: Finding, message: str) -> Finding:
    """Return two findings as one with the hosts of both and the heavier weight."""
    hosts = tuple(sorted({*old.hosts, *one.hosts}))
    heavier = min(old.weight, one.weight, key=SEVERITIES.index)
    return replace(old, hosts=hosts, severity=heavier, cell=old.cell or one.cell, message=message)


def worst(findings: Iterable[Finding]) -> str:
    """Return the heaviest severity ("" = nothing found)."""
    return min((one.weight for one in findings), key=SEVERITIES.index, default="")


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many findings there are of each severity."""
    result = dict.fromkeys(SEVERITIES, 0)
    for one in findings:
        result[one.weight] += 1
    return result


__all__ = ["NOTE", "Crash", "Report", "Use", "counts", "lint", "merged", "uses", "worst"]
