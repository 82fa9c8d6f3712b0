"""Turn what a host leaves out of its files into findings; each reason belongs to one rule."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from failshut.exits import WiringError
from failshut.interpret.types import Dropped
from failshut.lint.document import STEP, Document, Located, Span
from failshut.lint.project import Root, entries
from failshut.lint.rule import ERROR, WARNING, Finding, Rule
from failshut.wire import jsondoc

CONSEQUENCES = ("whole-file", "strict-settings", "neighbour")
"""Cells that say what another mistake costs."""
TRUST = tuple(
    "untrusted project-untrusted no-trust project-unread cloud imports-off not-imported user-ignored"
    " other-source restricted switched-off changed not-read unread bad-installed no-manifest".split()
)
"""Cells about a session or a person, not about the file."""


def dropped(root: Root, names: tuple[str, ...]) -> Iterator[tuple[str, Document, Dropped, int]]:
    """Yield what hosts in use leave out for these reasons: host, document, what, hooks lost with it."""
    for host, document, drop, used in root.dropped:
        if used and drop.cell.rpartition("/")[2] in names:
            yield host, document, drop, lost_with(root, host, document, drop)


def lost_with(root: Root, host: str, document: Document, drop: Dropped) -> int:
    """Return how many other hooks of the file a mistake costs."""
    every = [where for where, *_ in entries(document)]
    if not drop.where:
        return len(every)
    taken = any(
        other.cell.rpartition("/")[2] in CONSEQUENCES and same is document
        for owner, same, other, _ in root.dropped
        if owner == host
    )
    whole = bool(root.loadings[host].entries) or len(every) < 2
    return len(every) - 1 if taken or not whole else 0


def finding(
    rule: Rule,
    host: str,
    document: Document,
    drop: Dropped,
    lost: int,
    repair: str,
    *keys: str,
    told: str = "",
) -> Finding:
    """Return the finding about something that a host leaves out, at the first of ``keys`` in it."""
    span = place(document, drop.where, *keys)
    others = {0: "", 1: "; one more hook of the file goes with it"}.get(
        lost, f"; {lost} more hooks of the file go with it"
    )
    if not drop.where:
        others = f"; it holds {lost} hook{'' if lost == 1 else 's'}" if lost else ""
    reason = told or drop.reason.rstrip(".")
    severity = ERROR if lost or not drop.where else WARNING
    return Finding(rule, document, span, reason + others, repair, (host,), drop.cell, severity)


def place(document: Document, where: str, *keys: str) -> Span:
    """Return the place of the first of these keys in ``where`` or above it, else of ``where`` itself.

    Of a whole file: the only place of such a key in it, else where its text stops being readable.
    """
    root = document.root
    if root is None:
        return problem(document)
    if not where:
        found = [one.members[key] for one in root.walk() for key in keys if key in one.members]
        return _with_key(found[0]) if len(found) == 1 else problem(document)
    chain = [root]
    for name, index in STEP.findall(where):
        below = chain[-1].get(int(index) if index else name)
        if below is None:
            break
        chain.append(below)
    for one in reversed(chain[1:]):
        for key in keys:
            if key in one.members:
                return _with_key(one.members[key])
    node = chain[-1]
    if node.key:
        return Span(node.key.start, min(node.span.end, node.key.end))
    return Span(node.span.start, min(node.span.end, node.span.start + 1)) if node.members else node.span


def _with_key(node: Located) -> Span:
    return Span(node.key.start, node.span.end) if node.key else node.span


def problem(document: Document) -> Span:
    """Return where a JSON text stops being strict, else its first line."""
    if document.kind == "json":
        if document.text.startswith("\ufeff"):
            return Span(0, 1)
        try:
            jsondoc.read(document.text, "", False)
        except WiringError as error:
            found = re.match(r":(\d+):", str(error))
            line = int(found[1]) if found else 1
            text = document.line(line)
            start = document.offset(line) + len(text) - len(text.lstrip())
            return Span(start, max(start, document.offset(line) + len(text.rstrip())))
    return document.whole


def closest(word: str, known: tuple[str, ...]) -> str:
    """Return the known word that is meant, "" where none is near."""
    same = [one for one in known if one.lower() == word.lower()]
    near = same or difflib.get_close_matches(word, known, 1, 0.75)
    return near[0] if near else ""
