"""Put our entries into a host's JSON document, one per event, and take exactly them out again."""

import json

from failshut.wire import jsonedit
from failshut.wire.jsondoc import Document, Node, decode, read
from failshut.wire.jsonedit import Mark, Path
from failshut.wire.wiring import Entry, Wiring, Writer


def put(data: bytes, wiring: Wiring, write: Writer, path: str) -> tuple[bytes, list[Mark]]:
    """Return the document with our entries and their lines, and the marks of what was created.

    An older entry of ours is replaced in place.  Raises ``WiringError`` when the document can't
    be edited safely.
    """
    document = read(decode(data, path), path, wiring.comments)
    marks = []
    for key, value in wiring.top:
        document = jsonedit.add_member(document, key, value)
    for event in dict.fromkeys(wiring.events):
        wanted = wiring.elements(event, write, path)
        document, mark = _put_event(document, (*wiring.parent, event), wiring, wanted)
        marks += [mark] if mark else []
    return document.text.encode(), marks


def take(data: bytes, wiring: Wiring, marks: list[Mark], path: str) -> bytes:
    """Return the document without our entries; ``marks`` tell which containers ``put`` created."""
    document = read(decode(data, path), path, wiring.comments)
    if document.root is None:
        return data
    parent, depth = jsonedit.find(document, wiring.parent, "object")
    if depth < len(wiring.parent) or parent is None:
        return data
    by_path = {mark.path: mark for mark in marks}
    for member in reversed(parent.members):
        place = (*wiring.parent, member.key)
        mark = by_path.get(place)
        if member.node.kind == "array":
            document = _take_event(document, place, wiring, mark)
        if mark:
            document = jsonedit.prune(document, mark)
    return document.text.encode()


def is_bare(data: bytes, wiring: Wiring, path: str) -> bool:
    """Say whether a document holds nothing but what the host's form asks for."""
    document = read(decode(data, path), path, wiring.comments)
    if document.root is None:
        return not document.text.strip()
    return document.root.python() in ({}, dict(wiring.top)) and "/" not in document.text


def has_ours(data: bytes, wiring: Wiring, path: str) -> bool:
    """Say whether the document holds an entry of ours."""
    return take(data, wiring, [], path) != data


def events(data: bytes, wiring: Wiring, path: str, place: str = "") -> frozenset[str]:
    """Return the events at which the document holds entries of ours, of the launcher at ``place``."""
    document = read(decode(data, path), path, wiring.comments)
    if document.root is None:
        return frozenset()
    parent, depth = jsonedit.find(document, wiring.parent, "object")
    if depth < len(wiring.parent) or parent is None:
        return frozenset()
    members = [one for one in parent.members if one.node.kind == "array"]
    found = []
    for one in members:
        texts = [json.dumps(one.node.members[at].node.python()) for at in _spots(one.node, wiring)]
        found += [one.key] if any(place in text for text in texts) else []
    return frozenset(found)


def _put_event(
    document: Document, place: Path, wiring: Wiring, wanted: list[Entry]
) -> tuple[Document, Mark | None]:
    """Make our elements of an array the ones that are ``wanted``: old ones are replaced in place."""
    array = _array(document, place)
    spots = [] if array is None else _spots(array, wiring)
    whole = [index for index in spots if array and _alone(array.members[index].node, wiring)]
    kept = whole[: len(wanted)]
    for index in reversed(spots):
        if index not in kept:
            document = _take_one(document, place, wiring, index, "")
    mark = None
    for number, element in enumerate(wanted):
        if number >= len(kept):
            document, made = jsonedit.append(document, place, element)
            mark = mark or (made if number == 0 else None)
            continue
        array = _array(document, place)
        assert array is not None
        node = array.members[_spots(array, wiring)[number]].node
        if node.python() != element:
            document = jsonedit.replace(document, node, element)
    return document, mark


def _take_event(document: Document, place: Path, wiring: Wiring, mark: Mark | None) -> Document:
    array = _array(document, place)
    inside = mark.inside if mark and mark.depth == len(place) else ""
    for index in reversed([] if array is None else _spots(array, wiring)):
        document = _take_one(document, place, wiring, index, inside)
    return document


def _take_one(document: Document, place: Path, wiring: Wiring, index: int, inside: str) -> Document:
    """Delete element ``index``, or only our handlers in it when others share it."""
    array = _array(document, place)
    assert array is not None
    element = array.members[index].node
    if _alone(element, wiring):
        return jsonedit.delete(document, array, index, inside)
    hooks = element.get("hooks")
    assert hooks is not None
    ours = [at for at, member in enumerate(hooks.members) if wiring.owns(member.node.python())]
    for at in reversed(ours):
        array = _array(document, place)
        assert array is not None
        hooks = array.members[index].node.get("hooks")
        assert hooks is not None
        document = jsonedit.delete(document, hooks, at)
    return document


def _array(document: Document, place: Path) -> Node | None:
    if document.root is None:
        return None
    node, depth = jsonedit.find(document, place, "array")
    return node if depth == len(place) else None


def _handlers(element: Node) -> list[object]:
    hooks = element.get("hooks")
    if hooks is not None and hooks.kind == "array":
        return [member.node.python() for member in hooks.members]
    return [element.python()]


def _spots(array: Node, wiring: Wiring) -> list[int]:
    """Return the indices of the elements that hold a handler of ours."""
    members = enumerate(array.members)
    return [at for at, member in members if any(map(wiring.owns, _handlers(member.node)))]


def _alone(element: Node, wiring: Wiring) -> bool:
    return all(map(wiring.owns, _handlers(element)))
