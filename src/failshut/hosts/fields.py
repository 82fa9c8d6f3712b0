"""Read fields of a payload strictly: a field has the type it must have, or the call is refused."""

from failshut.errors import Unreadable
from failshut.hosts import words
from failshut.model import OTHER, Call

# What a tool's field is.  A role ending in "?" may be absent; "paths" fields hold text or a
# list of texts.  ``patch`` holds an apply_patch text, ``cwd`` the folder a command runs in,
# ``globs`` patterns of files that are read below the tool's folder.
Spec = tuple[tuple[str, str], ...]

LISTS = {"write": "writes", "read": "reads", "delete": "deletes", "url": "urls"}
"""Roles of fields with one or more texts, and where in a call they go."""
BELOW = ("path", "paths", "file_path", "dir_path", "SearchPath", "target_directory")
"""Fields that name the folder below which ``globs`` are looked for."""


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
    what = words.named(call.tool)
    for key, role in spec:
        if role.endswith("?"):
            role = role[:-1]
            if arguments.get(key) is None:
                continue
        if role == "command":
            call.command = text(arguments, key, what)
        elif role == "cwd":
            call.cwd = joined(call.cwd, text(arguments, key, what))
        elif role in LISTS:
            values = getattr(call, LISTS[role]) + need_paths(arguments, key, what)
            setattr(call, LISTS[role], values)
        elif role == "urls-in":
            call.urls += urls_in(text(arguments, key, what))
        elif role == "globs":
            call.reads += below(arguments, key, texts(arguments, key, what))
        elif role == "patch":
            from failshut.hosts import patches

            patches.apply_patch(call, text(arguments, key, what))
        elif role == "server":
            call.server, call.mcp_tool = text(arguments, key, what), call.tool
        elif role == "text":
            text(arguments, key, what)
        else:
            raise AssertionError(role)
    call.text = call.text or flat(arguments)
    if call.command is not None and "*** Begin Patch" in call.command:
        from failshut.hosts import patches

        patches.embedded(call)
    return call


def need_paths(arguments: dict[str, object], key: str, what: str) -> tuple[str, ...]:
    """Return one or more paths; absent or of another type raises."""
    if arguments.get(key) is None:
        raise Unreadable(f"{key} of {what} is null" if key in arguments else f"{what} has no {key}")
    return texts(arguments, key, what)


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


def below(arguments: dict[str, object], field: str, patterns: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the ``field``'s patterns may read below the tool's folders; ``!`` leaves out.

    A pattern with ``*`` or ``?`` counts also without them: ``.env*`` reads ``.env``.
    """
    bases = [base for key in BELOW if key != field for base in texts(arguments, key, key)]
    if any(isinstance(arguments.get(key), list) for key in BELOW):
        bases.append("")  # several texts may be patterns themselves
    found = []
    for pattern in patterns:
        for one in () if pattern.startswith("!") else braced(pattern):
            bare = one.replace("*", "").replace("?", "").replace("[", "").replace("]", "")
            found += [one] if bare.rpartition("/")[2] in ("", one) else [one, bare]
    return tuple([joined(base, path) for path in found if path for base in bases or ("",)])


def braced(pattern: str, most: int = 64) -> list[str]:
    """Return the patterns that braces stand for (``*.{a,b}``), at most ``most``."""
    todo, done = [pattern], list[str]()
    while todo:
        one = todo.pop(0)
        start = one.rfind("{")
        end = one.find("}", start)
        if start < 0 or end < 0:
            done.append(one)
            continue
        parts = one[start + 1 : end].split(",")
        if len(todo) + len(done) + len(parts) > most:
            raise Unreadable(f"the pattern {words.shown(pattern)} stands for too many")
        todo += [one[:start] + part + one[end + 1 :] for part in parts]
    return done


def mcp(call: Call, server: str, tool: str, arguments: dict[str, object]) -> Call:
    """Fill an MCP call by what its arguments look like."""
    from failshut.hosts import unknown

    return unknown.mcp(call, server, tool, arguments)


def tool_call(call: Call, tools: dict[str, tuple[str, Spec]], arguments: dict[str, object]) -> Call:
    """Fill ``call`` by its tool's row in ``tools``, or by look when there is none."""
    row = tools.get(call.tool)
    if row is None:
        from failshut.hosts import unknown

        call.kind = OTHER
        return unknown.unknown(call, arguments)
    call.kind = row[0]
    return fill(call, row[1], arguments)


def split_mcp(name: str) -> tuple[str, str]:
    """Split ``mcp__server__tool``; ("", "") for any other name."""
    if not name.startswith("mcp__"):
        return "", ""
    server, _, tool = name[5:].partition("__")
    return server, tool
