"""Show findings, each form in a module of its own: ``write(report) -> str``."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from failshut.lint.engine import Report

FORMS = {"text": "text", "json": "plain", "sarif": "sarif", "github": "github", "junit": "tests"}
"""Forms → modules."""


def show(report: Report, form: str) -> str:
    """Return the findings in a form, ending with a newline."""
    text: str = importlib.import_module(f"{__name__}.{FORMS[form]}").write(report)
    return text
