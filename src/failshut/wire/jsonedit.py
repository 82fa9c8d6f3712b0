"""Put a value into a JSON document and take it out again, keeping every other byte."""

import json
import re
from dataclasses import dataclass

from failshut.wire.jsondoc import BLANK, BOM, Document, Node, skip

Path = tuple[str, ...]


@dataclass(frozen=True)
class Mark:
    """What ``append`` made besides the element, for ``prune``.

    ``path`` names the array, ``depth`` how many of its keys were there before (-1 = not even the
    root), ``inside`` the blank text inside the container that got the insertion, when that was empty.
    """

    path: Path
    depth: int
    inside: str


@dataclass(frozen=True)
class _Style:
    newline: str
    unit: str
    colon: str
    comma: str
    spread: bool

    def render(self, value: object, indent: str, spread: bool) -> str:
        """Return ``value`` as text whose further lines begin with ``indent``."""
        if not spread:
            return json.dumps(value, ensure_ascii=False, separators=(self.comma, self.colon))
        text = json.dumps(value, ensure_ascii=False, indent=self.unit)
        return text.replace("\n", self.newline + indent)


def find(document: Document, path: Path, kind: str) -> tuple[Node | None, int]:
    """Return the container at ``path`` and how many of its keys exist.

    Raises ``WiringError`` for duplicate keys on the way and for values of another type.
    """
    node = document.root
    for depth, key in enumerate(path):
        _expect(document, node, "object", path[:depth])
        assert node is not None
        found = [member for member in node.members if member.key == key]
        if not found:
            return node, depth
        if len(found) > 1:
            raise document.error(found[1].start, f"the key {key!r} stands twice in one object")
        node = found[0].node
    _expect(document, node, kind, path)
    return node, len(path)


def append(document: Document, path: Path, value: object) -> tuple[Document, Mark]:
    """Append ``value`` to the array at ``path``, creating what is missing on the way."""
    if document.root is None:
        return _fresh(document, _nested(path, value)), Mark(path, -1, document.text)
    node, depth = find(document, path, "array")
    assert node is not None
    text = document.text[node.start + 1 : node.end - 1]
    inside = text if not text.strip(BLANK) else ""
    if depth == len(path):
        return _insert(document, node, None, value), Mark(path, depth, inside)
    inner = _nested(path[depth + 1 :], value)
    return _insert(document, node, path[depth], inner), Mark(path, depth, inside)


def add_member(document: Document, key: str, value: object) -> Document:
    """Add ``key`` to the root object unless it is there already."""
    if document.root is None:
        return _fresh(document, {key: value})
    node, depth = find(document, (), "object")
    assert node is not None and depth == 0
    if node.get(key) is not None:
        return document
    return _insert(document, node, key, value)


def replace(document: Document, node: Node, value: object) -> Document:
    """Put ``value`` in the place of ``node``, in one line or many as it was."""
    text, style = document.text, _style(document)
    spread = "\n" in text[node.start : node.end]
    new = style.render(value, _indent(text, node.start), spread)
    return document.with_text(text[: node.start] + new + text[node.end :])


def delete(document: Document, node: Node, index: int, inside: str = "") -> Document:
    """Delete member ``index`` of the container ``node`` and the comma that belongs to it.

    ``inside`` is the blank text to leave in a container that becomes empty.
    """
    text, member = document.text, node.members[index]
    begin = len(text[: member.start].rstrip(BLANK))
    end = member.node.end
    if len(node.members) == 1:
        rest = text[node.start + 1 : begin] + text[end : node.end - 1]
        rest = rest if rest.strip(BLANK) else inside
        return document.with_text(text[: node.start + 1] + rest + text[node.end - 1 :])
    if index == len(node.members) - 1:
        comma = skip(text, node.members[index - 1].node.end, document.comments)
        return document.with_text(text[:comma] + text[comma + 1 : begin] + text[end:])
    end = skip(text, end, document.comments) + 1
    if not _own_line(text, member.start):
        begin = member.start
        end += len(text[end:]) - len(text[end:].lstrip(" \t"))
    return document.with_text(text[:begin] + text[end:])


def prune(document: Document, mark: Mark) -> Document:
    """Delete the emptied containers that ``append`` created on the way to ``mark.path``."""
    for level in range(len(mark.path) - 1, max(mark.depth, 0) - 1, -1):
        parent, depth = find(document, mark.path[:level], "object")
        if parent is None or depth < level:
            continue
        index = [member.key for member in parent.members].index(mark.path[level])
        if parent.members[index].node.members or "/" in _interior(document, parent.members[index].node):
            return document
        document = delete(document, parent, index, mark.inside if level == mark.depth else "")
    if mark.depth < 0 and document.root is not None and not document.root.members:
        rest = document.text[: document.root.start] + document.text[document.root.end :]
        if rest.strip(BLANK) == mark.inside.strip(BLANK):
            return document.with_text(mark.inside)
    return document


def _interior(document: Document, node: Node) -> str:
    return document.text[node.start + 1 : node.end - 1]


def _nested(path: Path, value: object) -> object:
    inner: object = [value]
    for key in reversed(path):
        inner = {key: inner}
    return inner


def _fresh(document: Document, value: object) -> Document:
    style = _style(document)
    before = document.text if document.text.strip(BLANK + BOM) else BOM * document.text.startswith(BOM)
    joint = style.newline if before.strip(BOM) and not before.endswith("\n") else ""
    return document.with_text(before + joint + style.render(value, "", True) + style.newline)


def _insert(document: Document, node: Node, key: str | None, value: object) -> Document:
    """Insert ``value`` as the last member of ``node``."""
    text, style = document.text, _style(document)
    label = "" if key is None else json.dumps(key, ensure_ascii=False) + style.colon
    if node.members:
        last = node.members[-1]
        spread = _own_line(text, last.start)
        indent = _indent(text, last.start)
        at = _past_comments(document, last.node.end) if spread else last.node.end
        lead = style.newline + indent if spread else style.comma[1:]
        piece = lead + label + style.render(value, indent, spread)
        return document.with_text(
            text[: last.node.end] + "," + text[last.node.end : at] + piece + text[at:]
        )
    outer = _indent(text, node.start)
    indent = outer + style.unit
    inside = text[node.start + 1 : node.end - 1]
    kept = inside.rstrip(BLANK)
    if kept:
        new = (
            kept + style.newline + indent + label + style.render(value, indent, True) + inside[len(kept) :]
        )
    elif style.spread:
        piece = label + style.render(value, indent, True)
        new = style.newline + indent + piece + style.newline + outer
    else:
        new = label + style.render(value, "", False)
    return document.with_text(text[: node.start + 1] + new + text[node.end - 1 :])


def _style(document: Document) -> _Style:
    """See how the document is laid out: line ends, indentation, spaces after colons and commas."""
    text, root = document.text, document.root
    newline = "\r\n" if "\r\n" in text else "\n"
    if root is None or not root.members:
        return _Style(newline, "  ", ": ", ", ", True)
    spread = "\n" in text[root.start : root.end]
    unit = re.search(r"\n([ \t]+)[^\s]", text[root.start : root.end])
    first = root.members[0]
    spaced = root.kind == "object" and text[first.start : first.node.start].endswith(" ")
    colon = ": " if spread or spaced else ":"
    comma = ", " if spread or colon == ": " else ","
    return _Style(newline, unit[1] if unit else "  ", colon, comma, spread)


def _indent(text: str, at: int) -> str:
    """Return the blank at the start of the line that holds ``at``."""
    line = text[text.rfind("\n", 0, at) + 1 : at].lstrip(BOM)
    return line[: len(line) - len(line.lstrip(" \t"))]


def _own_line(text: str, at: int) -> bool:
    start = text.rfind("\n", 0, at) + 1
    return start > 0 and not text[start:at].strip(" \t")


def _past_comments(document: Document, at: int) -> int:
    """Return the offset after the comments that follow ``at`` on its line."""
    text = document.text
    end = at
    while document.comments:
        start = end + len(text[end:]) - len(text[end:].lstrip(" \t"))
        stop = skip(text[: text.find("\n", start)] if "\n" in text[start:] else text, start, True)
        if not text.startswith(("//", "/*"), start) or stop == start:
            break
        end = start + len(text[start:stop].rstrip(BLANK))
    return end


def _expect(document: Document, node: Node | None, kind: str, path: Path) -> None:
    if node is None or node.kind != kind:
        place = ".".join(path) or "the document"
        article = "an" if kind[0] in "ao" else "a"
        at = 0 if node is None else node.start
        raise document.error(at, f"{place} has to be {article} {kind}, and it isn't")
