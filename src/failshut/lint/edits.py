"""Build edits of entries in JSON and TOML files."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from failshut.lint.document import Document, Span
from failshut.lint.rule import Edit

if TYPE_CHECKING:
    from failshut.lint.hook import Hook


def add(hook: Hook, key: str, value: object) -> list[Edit]:
    """Return the edit that puts a key behind the entry's command, formed like its neighbour."""
    found = hook.node.members.get(hook.command_key)
    if found is None or found.key is None or key in hook.node.members:
        return []
    document = hook.document
    text = f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
    if document.kind == "toml":
        text = f"{key} = {json.dumps(value, ensure_ascii=False)}"
        return [Edit(document, Span(found.span.end, found.span.end), "\n" + text)]
    if document.kind != "json":
        return []
    line, _ = document.place(found.key.start)
    indent = re.match(r"[ \t]*", document.line(line))
    alone = not document.text[document.offset(line) : found.key.start].strip()
    between = "," + ("\n" + indent[0] if indent and alone else " ")
    return [Edit(document, Span(found.span.end, found.span.end), between + text)]


def put(hook: Hook, key: str, value: object) -> list[Edit]:
    """Return the edit that gives a key of the entry another value; adds the key where it is missing."""
    found = hook.node.members.get(key)
    if found is None:
        return add(hook, key, value)
    return [Edit(hook.document, found.span, json.dumps(value, ensure_ascii=False))]


def take(hook: Hook, key: str) -> list[Edit]:
    """Return the edit that takes a key out of the entry, with its comma."""
    found = hook.node.members.get(key)
    if found is None or found.key is None:
        return []
    return [Edit(hook.document, cut(hook.document, Span(found.key.start, found.span.end)), "")]


def cut(document: Document, span: Span) -> Span:
    """Return a member's span with its comma, and its line when nothing else stands there."""
    text = document.text
    if document.kind == "toml":
        end = text.find("\n", span.end)
        return Span(span.start, len(text) if end < 0 else end + 1)
    behind = re.compile(r"\s*,").match(text, span.end)
    if behind:
        end = behind.end()
        rest = re.compile(r"[ \t]*\r?\n").match(text, end)
        start = text.rfind("\n", 0, span.start) + 1
        if rest and not text[start : span.start].strip():
            return Span(start, rest.end())
        space = re.compile(r"[ \t]*").match(text, end)
        return Span(span.start, space.end() if space else end)
    start = span.start
    while start > 0 and text[start - 1].isspace():
        start -= 1
    return Span(start - 1, span.end) if start > 0 and text[start - 1] == "," else span
