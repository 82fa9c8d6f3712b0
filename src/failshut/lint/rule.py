"""Say what a rule is and what it finds."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING

from failshut.lint.document import Document, Span

if TYPE_CHECKING:
    from failshut.lint.hook import Hook

ERROR, WARNING, NOTE = "error", "warning", "note"
SEVERITIES = (ERROR, WARNING, NOTE)
"""The call runs or every call stops; it may, in some case; worth knowing."""
HIGH, MEDIUM, LOW = "high", "medium", "low"
REGULAR, PEDANTIC, AUDITOR = "regular", "pedantic", "auditor"
PERSONAS = (REGULAR, PEDANTIC, AUDITOR)
"""Who wants to hear it: everybody; who wants it tidy as well; who looks for everything."""
HOOK, SCRIPT, ROOT, PROJECT = "hook", "script", "root", "project"
"""What a rule's ``check`` is called with: each Hook, each Use of a script, each Root, or the Project."""
SAFE, UNSAFE = "safe", "unsafe"
FAMILIES = (
    "cannot-block", "quiet", "opens", "closed", "not-loaded", "dangerous", "judged", "words", "script",
    "self-service", "only-asked", "cross-file",
)  # fmt: skip
SECTIONS = ("Why", "Bad", "Good", "Reproduce")
"""Sections that each page has behind its first sentences; ``Exceptions`` may follow."""


@dataclass(frozen=True)
class Rule:
    """What a rule says of itself; its page is its module's docstring.

    ``hosts`` () = all.  ``since`` is the version of failshut that brought it.  ``fix``: "" | safe | unsafe.
    """

    id: str
    family: str
    severity: str
    scope: str = HOOK
    confidence: str = HIGH
    persona: str = REGULAR
    hosts: tuple[str, ...] = ()
    since: str = "0.1"
    fix: str = ""


@dataclass(frozen=True)
class Edit:
    """One replacement in a document."""

    document: Document = field(repr=False)
    span: Span
    text: str


@dataclass(frozen=True)
class Finding:
    """What a rule found, at a place; ``message`` says what is wrong there, ``repair`` what to do.

    ``cell`` is the contract's cell that says so ("" = none).  ``severity`` "" = the rule's own.
    """

    rule: Rule
    document: Document = field(repr=False)
    span: Span
    message: str
    repair: str
    hosts: tuple[str, ...] = ()
    cell: str = ""
    severity: str = ""
    edits: tuple[Edit, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a finding without words or with a place outside its document."""
        if not self.message or not self.repair:
            raise ValueError(f"{self.rule.id}: a finding needs a message and a repair")
        if not 0 <= self.span.start <= self.span.end <= len(self.document.text):
            raise ValueError(f"{self.rule.id}: {self.span} lies outside {self.document.path}")

    @property
    def weight(self) -> str:
        """Return its severity."""
        return self.severity or self.rule.severity

    @property
    def place(self) -> tuple[int, int]:
        """Return the 1-based line and column."""
        return self.document.place(self.span.start)

    @property
    def quoted(self) -> str:
        """Return the text that is at fault, on one line, shortened."""
        text = " ".join(self.document.quote(self.span).split())
        return text if len(text) <= 120 else text[:117] + "..."


def on(
    hook: Hook,
    rule: Rule,
    message: str,
    repair: str,
    *,
    keys: Iterable[str] = (),
    span: Span | None = None,
    document: Document | None = None,
    cell: str = "",
    severity: str = "",
    edits: Iterable[Edit] = (),
) -> Finding:
    """Return a finding about a hook: at ``span``, the value of the first of ``keys``, or its command."""
    return Finding(
        rule,
        document or hook.document,
        span or hook.span(*keys),
        message,
        repair,
        (hook.host,),
        cell,
        severity,
        tuple(edits),
    )


@dataclass(frozen=True)
class Loaded:
    """A rule with its check and its page."""

    rule: Rule
    check: Callable[[object], Iterator[Finding]]
    page: Page


@dataclass(frozen=True)
class Page:
    """A rule's page: what it finds, and its sections by name."""

    finds: str
    sections: dict[str, str]


def page(module: ModuleType) -> Page:
    """Return the page that a rule's docstring is; raises ValueError for a section that is missing."""
    text = inspect.cleandoc(module.__doc__ or "")
    parts = re.split(r"^(\w+):\n", text, flags=re.M)
    sections = {
        name: inspect.cleandoc("\n" + body).strip("\n")
        for name, body in zip(parts[1::2], parts[2::2], strict=True)
    }
    missing = [name for name in SECTIONS if not sections.get(name, "").strip()]
    if missing or not parts[0].strip():
        raise ValueError(
            f"{module.__name__}: the docstring lacks {', '.join(missing) or 'its first sentence'}"
        )
    return Page(parts[0].strip(), sections)
