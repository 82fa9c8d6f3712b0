"""Show findings as one JSON object with a version."""

from __future__ import annotations

import json

from failshut.lint.engine import Report
from failshut.lint.rule import Finding
from failshut.output.visible import in_json

VERSION = 1


def write(report: Report) -> str:
    """Return ``{"version", "hooks", "findings": […], "crashes": […]}``."""
    value = {
        "version": VERSION,
        "hooks": report.hooks,
        "findings": [as_json(one) for one in report.findings],
        "crashes": [{"rule": one.rule, "problem": one.problem} for one in report.crashes],
    }
    return in_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"


def as_json(one: Finding) -> dict[str, object]:
    """Return a finding as plain values; lines and columns are 1-based, columns in characters."""
    line, column = one.place
    end_line, end_column = one.document.place(one.span.end)
    return {
        "rule": one.rule.id,
        "family": one.rule.family,
        "severity": one.weight,
        "confidence": one.rule.confidence,
        "path": one.document.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "quoted": one.quoted,
        "message": one.message,
        "repair": one.repair,
        "hosts": list(one.hosts),
        "cell": one.cell,
        "fix": one.rule.fix if one.edits else "",
    }
