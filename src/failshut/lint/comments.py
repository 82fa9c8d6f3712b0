"""Say where in a document comments stand, so that texts that only look like one aren't taken for it."""

from __future__ import annotations

import bisect
import io
import re
import tokenize
from collections.abc import Callable, Iterator

from failshut.lint import syntax
from failshut.lint.document import Document

_GRAMMARS = {"sh": "bash", "javascript": "javascript", "toml": "toml"}
_JSON = re.compile(r'"(?:[^"\\\n]|\\.)*"|(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))', re.S)
_CODE = re.compile(r"^(?P<fence>```+|~~~+).*?(?:^(?P=fence)|\Z)|`[^`\n]*`", re.S | re.M)


def within(document: Document) -> Callable[[int], bool] | None:
    """Return what says whether an offset is inside a comment; None where that can't be told."""
    try:
        spans = list(_spans(document))
    except (tokenize.TokenError, SyntaxError):
        return None
    if document.kind == "markdown":
        return lambda offset: _in_markdown(document, spans, offset)
    if document.kind not in (*_GRAMMARS, "json", "python"):
        return None
    return lambda offset: _in(spans, offset)


def _in(spans: list[tuple[int, int]], offset: int) -> bool:
    at = bisect.bisect_right(spans, (offset, 1 << 60)) - 1
    return at >= 0 and spans[at][0] <= offset < spans[at][1]


def _spans(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the comments' places; of Markdown what is code."""
    text = document.text
    if document.kind == "json":
        yield from (hit.span() for hit in _JSON.finditer(text) if hit["comment"])
    elif document.kind == "python":
        for token in tokenize.generate_tokens(io.StringIO(text, newline="").readline):
            if token.type == tokenize.COMMENT:
                start = document.offset(token.start[0], token.start[1] + 1)
                yield start, start + len(token.string)
    elif document.kind == "markdown":
        yield from (hit.span() for hit in _CODE.finditer(text))
    elif document.kind in _GRAMMARS:
        tree = syntax.parse(_GRAMMARS[document.kind], text)
        for node in tree.every("comment", "ERROR"):
            span = tree.span(node)
            yield span.start, span.end


def _in_markdown(document: Document, code: list[tuple[int, int]], offset: int) -> bool:
    """Say whether an offset is in a comment of the front matter, or in one outside of code."""
    text = document.text
    front = text.find("\n---", 3) if text.startswith("---") else 0
    return offset < front if text[offset] == "#" else not _in(code, offset)
