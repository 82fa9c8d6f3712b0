"""Report refusals that have one fault of ``shapes``: what most rules about answers do."""

from __future__ import annotations

from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.rule import Finding, Rule, on
from failshut.lint.shapes import faults


def told(hook: Hook, rule: Rule, message: str, repair: str) -> Iterator[Finding]:
    """Yield each refusal of a hook whose fault is the rule's, at the words that it prints."""
    for found in faults(hook):
        if found.kind == rule.id:
            yield on(
                hook,
                rule,
                message,
                repair,
                span=found.answer.said or found.answer.span,
                document=found.answer.document,
                cell=found.outcome.cell,
            )
