"""Take findings away that somebody has explained: a comment in the file, or a row of the configuration.

``# failshut: ignore[rule-id, other-rule] why`` stands behind what is found, or alone on the line above
(``//``, ``/* */`` and ``<!-- -->`` where that is the file's comment).  A comment without a reason takes
nothing away, and one that takes nothing away is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from failshut.lint.comments import within
from failshut.lint.config import Config
from failshut.lint.document import Document, Span
from failshut.lint.meta import UNREASONED, UNUSED
from failshut.lint.rule import Finding
from failshut.lint.rules import RULES

COMMENT = re.compile(
    r"(?P<lead>#|//|/\*|<!--)\s*failshut:\s*ignore\[(?P<rules>[^\]\n]*)\][ \t]*(?P<reason>[^\n]*)"
)
_HASH, _SLASHES, _MARKUP = ("#",), ("//", "/*"), ("<!--",)
LEADS = {
    "json": _SLASHES, "javascript": _SLASHES, "toml": _HASH, "yaml": _HASH, "sh": _HASH, "python": _HASH,
    "markdown": (*_MARKUP, *_HASH), "text": (*_HASH, *_SLASHES),
}  # fmt: skip
"""Kinds of documents → what begins a comment there (in Markdown ``#`` is one in the front matter)."""


@dataclass(frozen=True)
class Comment:
    """One comment: the rules it names, on which lines it holds, and where it stands."""

    document: Document
    span: Span
    rules: tuple[str, ...]
    reason: str
    lines: tuple[int, ...]


def comments(document: Document) -> Iterator[Comment]:
    """Yield the comments of a document."""
    found = list(_comments(document))
    alone = {line: one for one in found if len(one.lines) > 1 for line in one.lines[:1]}
    for one in found:
        last = one.lines[-1]
        while len(one.lines) > 1 and last in alone:  # comments on lines of their own hold together
            last += 1
        yield replace(one, lines=tuple(dict.fromkeys((*one.lines, last))))


def _comments(document: Document) -> Iterator[Comment]:
    hits = [hit for hit in COMMENT.finditer(document.text) if hit["lead"] in LEADS.get(document.kind, ())]
    inside = within(document) if hits else None
    for found in hits:
        if inside is not None and not inside(found.start()):
            continue
        line, _ = document.place(found.start())
        alone = not document.text[document.offset(line) : found.start()].strip()
        rules = tuple(name.strip() for name in found["rules"].split(",") if name.strip())
        told = found["reason"].strip()
        for close in ("*/", "-->"):
            told = told.partition(close)[0] if found["lead"] in ("/*", "<!--") else told
        lines = (line, line + 1) if alone else (line,)
        span = Span(found.start(), found.start() + len(found[0].rstrip()))
        yield Comment(document, span, rules, told.strip(" \t:-—"), lines)


def suppressed(
    findings: Sequence[Finding], documents: Iterable[Document], config: Config, ran: Iterable[str] = RULES
) -> tuple[list[Finding], int]:
    """Return what is left, with what is wrong about suppressions, and how many findings were taken away.

    ``ran``: the rules that ran; a suppression of another one isn't called unused.
    """
    known = set(ran)
    every = [
        one for document in {one.path: one for one in documents}.values() for one in comments(document)
    ]
    used: set[tuple[int, str]] = set()
    rows: set[int] = set()
    left: list[Finding] = []
    for finding in findings:
        takers = [
            number
            for number, one in enumerate(every)
            if one.reason
            and finding.rule.id in one.rules
            and one.document.path == finding.document.path
            and finding.place[0] in one.lines
        ]
        used |= {(number, finding.rule.id) for number in takers}
        told = [row.number for row in config.ignore if row.takes(finding)]
        rows |= set(told)
        if not takers and not told:
            left.append(finding)
    count = len(findings) - len(left)
    left += _about(every, used, known)
    for row in config.ignore:
        if row.number not in rows and row.rule in known and config.document is not None:
            node = config.document.root.get("ignore", row.number) if config.document.root else None
            span = node.span if node else config.document.whole
            first = Span(span.start, min(span.end, span.start + 10))
            told_row = f"no finding of {row.rule} is left for this row to take away"
            left.append(Finding(UNUSED, config.document, first, told_row, "Delete the row."))
    return left, count


def _about(every: list[Comment], used: set[tuple[int, str]], known: set[str]) -> Iterator[Finding]:
    for number, one in enumerate(every):
        if not one.reason:
            yield Finding(
                UNREASONED, one.document, one.span, "without a reason this comment takes nothing away",
                "Write why that is fine behind the brackets.",
            )  # fmt: skip
            continue
        if not one.rules:
            yield Finding(
                UNUSED, one.document, one.span, "this comment names no rule", "Name one in the brackets."
            )
        for name in one.rules:
            if name not in RULES:
                yield Finding(
                    UNUSED, one.document, one.span, f"there is no rule {name}", "Name a rule that exists."
                )
            elif name in known and (number, name) not in used:
                message = f"no finding of {name} is left for this comment to take away"
                yield Finding(UNUSED, one.document, one.span, message, "Delete the comment.")
