"""Build the checks that look for one cause each: a switch, an unknown key, a handler a host rejects."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from failshut.wire.jsondoc import BOM, Document, Node
from failshut.wire.wiring import NAME

Found = tuple[int, str]
"""An offset in the text and what is wrong there."""
Check = Callable[[Document, Node], Iterator[Found]]


@dataclass(frozen=True)
class Handler:
    """What a host accepts as a handler.

    ``types`` it knows (``untyped`` = may be absent); ``number`` tests a timeout; ``choices`` are
    the values of keys with a closed set; ``keys`` are all keys allowed (empty = any).
    """

    types: tuple[str, ...] = ("command",)
    untyped: bool = False
    number: Callable[[object], bool] = lambda value: True
    choices: tuple[tuple[str, tuple[object, ...]], ...] = ()
    keys: tuple[str, ...] = ()

    def problem(self, handler: object) -> str:
        """Return what is wrong with a handler, or ""."""
        if not isinstance(handler, dict):
            return "a hook that isn't an object"
        kind = handler.get("type", "command" if self.untyped else None)
        if kind not in self.types:
            return f"a hook of type {kind!r}"
        if kind == "command" and not (isinstance(handler.get("command"), str) and handler["command"]):
            return "a command hook without `command`"
        if "timeout" in handler and not self.number(handler["timeout"]):
            return f"the timeout {handler['timeout']!r}"
        for key, values in self.choices:
            if key in handler and handler[key] not in values:
                return f"{key} {handler[key]!r}"
        extra = [key for key in handler if self.keys and key not in self.keys]
        return f"the unknown key {extra[0]!r}" if extra else ""


def is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_positive(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


def up_to_600(value: object) -> bool:
    return is_int(value) and 1 <= int(str(value)) <= 600


def flag(path: tuple[str, ...], value: object) -> Check:
    """Look for a switch that has this value."""

    def check(document: Document, root: Node) -> Iterator[Found]:
        node: Node | None = root
        for key in path:
            node = node.get(key) if node else None
        if node is not None and node.kind == "scalar" and node.value is value:
            yield node.start, f"`{'.'.join(path)}` switches hooks off"

    return check


def lists_us(path: tuple[str, ...]) -> Check:
    """Look for a list that holds our name."""

    def check(document: Document, root: Node) -> Iterator[Found]:
        node: Node | None = root
        for key in path:
            node = node.get(key) if node else None
        for member in node.members if node and node.kind == "array" else ():
            if member.node.value == NAME:
                yield member.start, f"`{'.'.join(path)}` names {NAME}"

    return check


def only_keys(path: tuple[str, ...], allowed: tuple[str, ...], what: str) -> Check:
    """Look for members of an object that the host doesn't know."""

    def check(document: Document, root: Node) -> Iterator[Found]:
        node: Node | None = root
        for key in path:
            node = node.get(key) if node else None
        for member in node.members if node and node.kind == "object" else ():
            if member.key not in allowed:
                yield member.start, f"the unknown {what} {member.key!r} makes the host drop the whole file"

    return check


def is_value(key: str, value: object) -> Check:
    """Look for a top-level member that has another value than the one the host asks for."""

    def check(document: Document, root: Node) -> Iterator[Found]:
        node = root.get(key)
        if node is None or node.value != value or isinstance(node.value, bool):
            at = root.start if node is None else node.start
            yield at, f"`{key}` has to be {value!r}, or the host drops the whole file"

    return check


def no_mark(document: Document, root: Node) -> Iterator[Found]:
    """Look for a byte order mark."""
    if document.text.startswith(BOM):
        yield 0, "a byte order mark at the start makes the host drop the whole file"


def no_address(document: Document, root: Node) -> Iterator[Found]:
    """Look for a web address in a command."""
    for _, array in _arrays(root.get("hooks"), ()):
        for member in array.members:
            command = member.node.get("command")
            if command is not None and "://" in str(command.value):
                yield member.start, "a web address in a command makes the host drop the whole file"


def handlers(
    rule: Handler, events: tuple[str, ...] = (), grouped: bool = True, parent: str | None = "hooks"
) -> Check:
    """Look for handlers that the host rejects together with all others of the file.

    ``events`` are the events where that happens (empty = all); ``parent`` None = the object of
    events is each member of the root.
    """

    def check(document: Document, root: Node) -> Iterator[Found]:
        parents = [root.get(parent)] if parent else [member.node for member in root.members]
        for place in parents:
            if place is not None and place.kind != "object":
                yield place.start, "the object of events isn't an object"
            for at, handler in _handlers(place, events, grouped):
                problem = handler if isinstance(handler, str) else rule.problem(handler.python())
                if problem:
                    yield at, f"{problem} makes the host drop the whole file"

    return check


def events_are_lists(document: Document, root: Node) -> Iterator[Found]:
    """Look for an event whose value isn't a list."""
    hooks = root.get("hooks")
    for member in hooks.members if hooks and hooks.kind == "object" else ():
        if member.node.kind != "array":
            yield member.start, f"{member.key} that isn't a list makes the host drop the whole file"


def texts_in_groups(event: str) -> Check:
    """Look for groups whose matcher isn't text."""

    def check(document: Document, root: Node) -> Iterator[Found]:
        for _, array in _arrays(root.get("hooks"), (event,)):
            for member in array.members:
                matcher = member.node.get("matcher")
                if matcher is not None and not isinstance(matcher.value, str):
                    yield matcher.start, f"a matcher that isn't text drops {event} hooks of all files"

    return check


def list_of_texts(path: tuple[str, str]) -> Check:
    """Look for a member that has to be a list."""

    def check(document: Document, root: Node) -> Iterator[Found]:
        outer = root.get(path[0])
        node = outer.get(path[1]) if outer else None
        if node is not None and node.kind != "array":
            yield node.start, f"`{'.'.join(path)}` isn't a list, so the host drops the whole file"

    return check


def _arrays(parent: Node | None, events: tuple[str, ...]) -> Iterator[tuple[str, Node]]:
    for member in parent.members if parent and parent.kind == "object" else ():
        if member.node.kind == "array" and (not events or member.key in events):
            yield member.key, member.node


def _handlers(
    parent: Node | None, events: tuple[str, ...], grouped: bool
) -> Iterator[tuple[int, Node | str]]:
    """Yield place and node of each handler, or a text that says what stands in its place."""
    for member in parent.members if parent and parent.kind == "object" else ():
        if events and member.key not in events:
            continue
        if member.node.kind != "array":
            if events or (grouped and member.node.kind == "object"):
                yield member.start, f"{member.key} that isn't a list"
            continue
        for element in member.node.members:
            if not grouped:
                yield element.start, element.node
                continue
            hooks, matcher = element.node.get("hooks"), element.node.get("matcher")
            if matcher is not None and not isinstance(matcher.value, str):
                yield matcher.start, "a matcher that isn't text"
            if hooks is None or hooks.kind != "array":
                yield element.start, "a group without a list `hooks`"
                continue
            yield from ((inner.start, inner.node) for inner in hooks.members)
