"""Gather what the rules looked at."""

from __future__ import annotations

from failshut.lint.crashes import crash
from failshut.lint.document import Document
from failshut.lint.engine import Report
from failshut.lint.project import Project


def documents(project: Project, report: Report) -> list[Document]:
    """Return the documents of a project; a script that can't be followed is a crash of the reading."""
    try:
        return list(project.documents)
    except Exception as error:
        report.crashes.append(crash("reading", error))
        return []
