"""Read fields of a payload strictly: a field has the type it must have, or the call is refused."""

from failshut.errors import Unreadable
from failshut.model import DELETE, OTHER, WRITE, Call

# What a tool's field is.  A role ending in "?" may be absent; "paths" fields hold text or a
# list of texts.  ``patch`` holds an apply_patch text, ``cwd`` the folder a command runs in.
Spec = tuple[tuple[str, str], ...]

COMMAND_NAMES = ("command", "cmd", "CommandLine")
PATH_NAMES = ("file_path", "path", "filePath", "notebook_path", "TargetFile", "AbsolutePath")


def text(source: dict[str, object], key: str, what: str) -> str:
    """Return ``source[key]``, which must be text."""
    if key not in source:
        raise Unreadable(f"{what} has no {key}")
    value = source[key]
    if not isinstance(value, str):
        raise Unreadable(f"{key} of {what} is {kind_of(value)}, not text")
    return value


def optional(source: dict[str, object], key: str, what: str) -> str:
    """Return ``source[key]`` as text, "" when it is absent or null."""
    value = source.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unreadable(f"{key} of {what} is {kind_of(value)}, not text")
    return value


def table(source: dict[str, object], key: str, what: str) -> dict[str, object]:
    """Return ``source[key]``, which must be an object."""
    if key not in source:
        raise Unreadable(f"{what} has no {key}")
    value = source[key]
    if not isinstance(value, dict):
        raise Unreadable(f"{key} of {what} is {kind_of(value)}, not an object")
    return value


def texts(source: dict[str, object], key: str, what: str) -> tuple[str, ...]:
    """Return ``source[key]`` as a tuple of texts; a single text counts as one, absent as none."""
    value = source.get(key)
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Unreadable(f"{key} of {what} is {kind_of(value)}, not a list of texts")
    return tuple(value)


def kind_of(value: object) -> str:
    """Name a JSON value's type as a person would."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, list):
        return "a list"
    return "an object" if isinstance(value, dict) else "text"


def flat(value: object, depth: int = 0) -> str:
    """Join every text inside a JSON value, one a line, for ``text`` matchers."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list) and depth < 100:
        return "\n".join(part for part in (flat(item, depth + 1) for item in value) if part)
    return ""


def fill(call: Call, spec: Spec, arguments: dict[str, object]) -> Call:
    """Fill ``call`` from a known tool's ``arguments`` by its ``spec``; raises ``Unreadable``."""
    what = call.tool
    for key, role in spec:
        if role.endswith("?"):
            role = role[:-1]
            if arguments.get(key) is None:
                continue
        if role == "command":
            call.command = text(arguments, key, what)
        elif role == "cwd":
            call.cwd = joined(call.cwd, text(arguments, key, what))
        elif role == "write":
            call.writes += need_paths(arguments, key, what)
        elif role == "read":
            call.reads += need_paths(arguments, key, what)
        elif role == "delete":
            call.deletes += need_paths(arguments, key, what)
        elif role == "url":
            call.urls += need_paths(arguments, key, what)
        elif role == "urls-in":
            call.urls += urls_in(text(arguments, key, what))
        elif role == "patch":
            apply_patch(call, text(arguments, key, what))
        elif role == "server":
            call.server, call.mcp_tool = text(arguments, key, what), call.tool
        elif role == "text":
            text(arguments, key, what)
        else:
            raise AssertionError(role)
    call.text = call.text or flat(arguments)
    if call.command is not None:
        embedded_patch(call)
    return call


def need_paths(arguments: dict[str, object], key: str, what: str) -> tuple[str, ...]:
    """Return one or more paths; absent or of another type raises."""
    if arguments.get(key) is None:
        raise Unreadable(f"{key} of {what} is null" if key in arguments else f"{what} has no {key}")
    return texts(arguments, key, what)


def unknown(call: Call, arguments: dict[str, object]) -> Call:
    """Fill a call of a tool we don't know: whatever looks like a command or a path counts."""
    call.text = flat(arguments)
    for key in COMMAND_NAMES:
        if key in arguments:
            call.command = text(arguments, key, call.tool or "the call")
            embedded_patch(call)
            break
    for key in PATH_NAMES:
        value = arguments.get(key)
        if isinstance(value, str) and value:
            call.reads += (value,)
            call.writes += (value,)
    return call


def joined(base: str, path: str) -> str:
    """Resolve ``path`` against ``base`` by text alone."""
    if not path:
        return base
    if path.startswith("/") or not base:
        return path
    return base.rstrip("/") + "/" + path


def urls_in(prose: str) -> tuple[str, ...]:
    """Return the addresses that stand in a prompt."""
    found = []
    for word in prose.replace("(", " ").replace(")", " ").replace("<", " ").replace(">", " ").split():
        if "://" in word:
            found.append(word.strip("\"'`,.;"))
    return tuple(found)


PATCH_WORDS = (
    ("*** Add File: ", WRITE),
    ("*** Update File: ", WRITE),
    ("*** Delete File: ", DELETE),
    ("*** Move to: ", WRITE),
)


def apply_patch(call: Call, patch: str) -> None:
    """Split a patch text into the files that it writes and deletes; raises when it names none."""
    found = False
    last = ""
    for line in patch.splitlines():
        line = line.strip() if line.lstrip().startswith("*** ") else ""
        for word, role in PATCH_WORDS:
            if not line.startswith(word):
                continue
            path = line[len(word) :].strip()
            found = True
            if role == DELETE:
                call.deletes += (path,)
            else:
                call.writes += (path,)
                if word == "*** Move to: " and last:
                    call.deletes += (last,)
            last = path
    if not found:
        raise Unreadable(f"the patch of {call.tool} names no file")
    call.kind = WRITE if call.writes else DELETE


def embedded_patch(call: Call) -> None:
    """Add the files of a patch that a shell command feeds to ``apply_patch``.

    Codex carries such a command out itself, as an edit (measured on 0.171.0).
    """
    command = call.command
    if command is None or "apply_patch" not in command or "*** Begin Patch" not in command:
        return
    kind = call.kind
    try:
        apply_patch(call, command)
    except Unreadable:
        return
    finally:
        call.kind = kind


def mcp(call: Call, server: str, tool: str, arguments: dict[str, object]) -> Call:
    """Fill an MCP call; a ``command`` text among its arguments is judged as shell text too."""
    call.server, call.mcp_tool = server, tool
    call.text = flat(arguments)
    for key in COMMAND_NAMES:
        value = arguments.get(key)
        if isinstance(value, str):
            call.command = value
            break
    return call


def tool_call(call: Call, tools: dict[str, tuple[str, Spec]], arguments: dict[str, object]) -> Call:
    """Fill ``call`` by its tool's row in ``tools``, or by look when there is none."""
    row = tools.get(call.tool)
    if row is None:
        call.kind = OTHER
        return unknown(call, arguments)
    call.kind = row[0]
    return fill(call, row[1], arguments)


def split_mcp(name: str) -> tuple[str, str]:
    """Split ``mcp__server__tool``; ("", "") for any other name."""
    if not name.startswith("mcp__"):
        return "", ""
    server, _, tool = name[5:].partition("__")
    return server, tool
