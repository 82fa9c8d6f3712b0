"""Show findings as JUnit XML: one case a rule and file."""

from __future__ import annotations

from failshut.lint.engine import Report
from failshut.output import junit
from failshut.output.junit import Case


def write(report: Report) -> str:
    """Return the XML; a run without findings has one case that passed."""
    cases = []
    for one in report.findings:
        line, column = one.place
        name = f"{one.document.path}:{line}:{column}"
        cases.append(Case(one.rule.id, name, junit.FAILED, one.message, f"{one.quoted}\n{one.repair}"))
    cases += [
        Case(one.rule, "the rule itself", junit.ERROR, "the rule crashed", one.problem)
        for one in report.crashes
    ]
    return junit.xml("failshut lint", cases or [Case("lint", f"{report.hooks} hooks", junit.PASSED)])
