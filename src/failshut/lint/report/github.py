"""Show findings as workflow commands of GitHub Actions: annotations at the changed lines."""

from __future__ import annotations

from failshut.lint.engine import Report
from failshut.lint.report.text import summary
from failshut.output.visible import visible

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def write(report: Report) -> str:
    """Return one command a finding, and the last line of the text form."""
    lines = []
    for one in report.findings:
        line, column = one.place
        told = f"{one.message[:1].upper()}{one.message[1:]}. {one.repair}"
        place = f"file={_value(one.document.path)},line={line},col={column},title={_value(one.rule.id)}"
        lines.append(f"::{LEVELS[one.weight]} {place}::{_data(told)}")
    lines += [
        f"::error title={_value(one.rule)}::{_data('the rule crashed: ' + one.problem)}"
        for one in report.crashes
    ]
    return "\n".join([*lines, summary(report)]) + "\n"


def _data(text: str) -> str:
    text = visible(text, keep="\r\n")
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
