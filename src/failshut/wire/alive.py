"""Find what makes a host drop its file or switch its hooks off without a word.

Measured per host unless the host's module says otherwise; each row of ``CHECKS`` is one cause.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from failshut.wire import tomledit
from failshut.wire.entries import NAME, WIRINGS
from failshut.wire.jsondoc import BOM, Document, Node, decode, read

Found = tuple[int, str]
"""An offset in the text and what is wrong there."""
Check = Callable[[Document, Node], Iterator[Found]]


@dataclass(frozen=True)
class Finding:
    """One cause: the host would not load our entry because of ``path:line``."""

    host: str
    path: str
    line: int
    problem: str
    fix: str


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


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_positive(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


def _up_to_600(value: object) -> bool:
    return _is_int(value) and 1 <= int(str(value)) <= 600


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


_CURSOR_EVENTS = tuple(
    ["sessionStart", "sessionEnd", "preToolUse", "postToolUse", "postToolUseFailure", "subagentStart", "subagentStop", "beforeShellExecution", "afterShellExecution", "beforeMCPExecution", "afterMCPExecution", "beforeReadFile", "afterFileEdit", "beforeSubmitPrompt", "preCompact", "stop", "afterAgentResponse", "afterAgentThought", "beforeTabFileRead", "afterTabFileEdit", "workspaceOpen"]
)
_KIMI_EVENTS = tuple(
    ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionResult", "UserPromptSubmit", "UserPromptQueued", "TurnStarted", "Stop", "StopFailure", "Interrupt", "SessionStart", "SessionEnd", "SessionHeartbeat", "SubagentStart", "SubagentStop", "TaskStarted", "PreCompact", "PostCompact", "Notification"]
)
KIMI = Handler(
    untyped=True,
    number=_up_to_600,
    choices=(("event", _KIMI_EVENTS),),
    keys=("event", "command", "matcher", "timeout"),
)
REMOVE = "Remove or repair it"
CHECKS: dict[str, tuple[Check, ...]] = {
    "claude-code": (
        flag(("disableAllHooks",), True),
        list_of_texts(("permissions", "allow")),
        list_of_texts(("permissions", "deny")),
        list_of_texts(("permissions", "ask")),
        handlers(
            Handler(
                types=("command", "http", "mcp_tool", "prompt", "agent"),
                number=_is_positive,
                choices=(("onFailure", ("block", "allow")),),
            ),
            events=("PreToolUse", "PermissionRequest", "PreSkillShellCommand"),
        ),
    ),
    "codex": (
        no_mark,
        only_keys((), ("description", "hooks"), "top-level key"),
        handlers(Handler(types=("command", "mcp_tool", "prompt", "agent"), number=_is_int)),
    ),
    "copilot": (flag(("disableAllHooks",), True), is_value("version", 1)),
    "cursor": (is_value("version", 1), only_keys(("hooks",), _CURSOR_EVENTS, "event"), no_address),
    "gemini": (
        flag(("hooksConfig", "enabled"), False),
        lists_us(("hooksConfig", "disabled")),
        texts_in_groups("BeforeTool"),
    ),
    "antigravity": (
        no_mark,
        flag((NAME, "enabled"), False),
        handlers(
            Handler(types=("command", "prompt"), untyped=True, number=_is_int),
            events=("PreToolUse", "PostToolUse"),
            parent=None,
        ),
    ),
    "kimi": (),
}


def findings(host: str, path: str, data: bytes) -> list[Finding]:
    """Return what keeps ``host`` from loading our entry in the file ``path`` that holds ``data``."""
    text = decode(data, path)
    if WIRINGS[host].toml:
        return list(_blocks(host, path, text))
    document = read(text, path, WIRINGS[host].comments)
    if document.root is None:
        return []
    found = [item for check in CHECKS[host] for item in check(document, document.root)]
    return [Finding(host, path, document.line(at), problem, REMOVE) for at, problem in sorted(found)]


def _blocks(host: str, path: str, text: str) -> Iterator[Finding]:
    hooks = tomledit.parse(text, path).get("hooks", [])
    lines = tomledit.block_lines(text)
    for index, hook in enumerate(hooks if isinstance(hooks, list) else []):
        problem = KIMI.problem(hook) or (
            "" if isinstance(hook, dict) and "event" in hook else "a hook without event"
        )
        if problem:
            line = lines[index] if index < len(lines) else 1
            yield Finding(host, path, line, f"{problem} makes the host drop all hooks", REMOVE)
