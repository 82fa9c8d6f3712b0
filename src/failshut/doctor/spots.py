"""Find the line of a place in a host's file, as loaders name places: ``hooks.PreToolUse[0].hooks[1]``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from failshut.exits import WiringError
from failshut.wire import tomledit
from failshut.wire.jsondoc import Node, read

STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def line(path: str, text: str, where: str) -> int:
    """Return the 1-based line of ``where`` in a file's text, 0 when it can't be told.

    Of a place that the document lacks the nearest one above it counts.
    """
    if not where:
        return 0
    if path.endswith(".toml"):
        found = re.fullmatch(r"hooks\[(\d+)\]", where)
        lines = tomledit.block_lines(text) if found else []
        return lines[int(found[1])] if found and int(found[1]) < len(lines) else 0
    try:
        document = read(text, path, True)
    except WiringError:
        return 0
    place = document.root.start if document.root else 0
    for node in _nodes(document.root, where):
        place = node.start
    return document.line(place) if document.root else 0


def _nodes(node: Node | None, where: str) -> Iterator[Node]:
    for name, index in STEP.findall(where):
        if node is None:
            return
        if index:
            members = node.members if node.kind == "array" else ()
            node = members[int(index)].node if int(index) < len(members) else None
        else:
            node = node.get(name)
        if node is not None:
            yield node
