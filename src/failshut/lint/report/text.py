"""Show findings to a person: place, what is wrong, the text at fault, what to do."""

from __future__ import annotations

import textwrap

from failshut.interpret.contracts import contract
from failshut.lint.engine import Report, counts
from failshut.lint.rule import Finding
from failshut.output.visible import quiet, visible

WIDTH = 100


def write(report: Report) -> str:
    """Return the findings by file, the crashed rules, and a last line that counts."""
    blocks = [_finding(one) for one in report.findings]
    blocks += [f"rule {visible(one.rule)} crashed: {visible(one.problem)}\n" for one in report.crashes]
    blocks.append(summary(report) + "\n")
    return quiet("\n".join(blocks))


def _finding(one: Finding) -> str:
    line, column = one.place
    hosts = ", ".join(contract(host).title for host in one.hosts)
    head = f"{visible(one.document.path)}:{line}:{column}: {one.weight}: {one.rule.id}" + (
        f" ({hosts})" if hosts else ""
    )
    lines = [head, *_wrapped(one.message[:1].upper() + one.message[1:] + ".", "  ")]
    lines += [f"  > {visible(one.quoted)}"] if one.quoted else []
    lines += _wrapped(f"Repair: {one.repair}", "  ")
    return "\n".join(lines) + "\n"


def _wrapped(text: str, indent: str) -> list[str]:
    text = text if not text.endswith("..") else text[:-1]
    return textwrap.wrap(
        visible(text, keep="\t\n"),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def summary(report: Report) -> str:
    """Return one line: how much was looked at, and what was found."""
    number = counts(report.findings)
    hooks = f"{report.hooks} hook{'' if report.hooks == 1 else 's'}"
    hidden = [f"{report.suppressed} suppressed"] if report.suppressed else []
    hidden += [f"{report.known} in the baseline"] if report.known else []
    more = f" ({', '.join(hidden)})" if hidden else ""
    if not report.findings:
        return f"{hooks}: nothing found{more}."
    told = ", ".join(
        f"{count} {name}{'' if count == 1 else 's'}" for name, count in number.items() if count
    )
    return f"{hooks}: {told}{more}. `failshut lint --explain RULE` shows a rule's page."
