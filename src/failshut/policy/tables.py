"""Read ``match``, ``unless`` and ``require`` tables into their compiled form."""

from __future__ import annotations

import os
from collections.abc import Callable

from failshut.policy import schema
from failshut.policy.asked import effects, params
from failshut.policy.compile import guard_path
from failshut.policy.locate import Path
from failshut.policy.patterns import command_pattern, host_globs, path_globs, text_globs, url_globs
from failshut.policy.reader import Reader
from failshut.policy.regexes import check_regex
from failshut.policy.shapes import Table


def tables(reader: Reader, value: object, at: Path, where: str) -> tuple[Table, ...]:
    """Return one compiled table for a table, or one each for an array of tables."""
    if not isinstance(value, list):
        return (table(reader, value, at, where),)
    if not value:
        reader.error(at, f"`{where}` is an empty list.", "Write at least one table.")
    return tuple(table(reader, one, (*at, n), where) for n, one in enumerate(value))


def table(reader: Reader, value: object, at: Path, where: str) -> Table:
    """Compile one match table; problems are recorded with their key's line."""
    given = reader.table(value, at, f"`{where}`")
    before = len(reader.problems)
    reader.keys(given, schema.MATCH_KEYS, at, f"`{where}`")
    text = _text(reader, given, at)
    found = (
        _commands(reader, given, at),
        effects(reader, given, at),
        params(reader, given, at),
        _paths(reader, given, at, where),
        _globs(reader, given, "url", at, url_globs),
        _globs(reader, given, "host", at, host_globs),
        _mcp(reader, given, at),
        _globs(reader, given, "tool", at),
        (text,) if text else (),
        _python(reader, given, at, where),
    )
    if not any(found) and len(reader.problems) == before and isinstance(value, dict):
        reader.error(
            at,
            f"`{where}` names nothing, so it would match every call.",
            'Name what it is about, e.g. `{ command = "git push" }`.',
        )
    return found


def _commands(reader: Reader, given: dict[str, object], at: Path) -> tuple[object, ...]:
    if "command" not in given:
        return ()
    here = (*at, "command")
    value = given["command"]
    words = value if isinstance(value, list) else [value]
    if not words:
        reader.error(here, "`command` is an empty list.", 'Write e.g. `command = "git push"`.')
    out: list[object] = []
    unusable: tuple[object, ...] = ()
    for pattern in words:
        text = reader.text(pattern, here, "`command`")
        if text:
            out.append(reader.compiled(command_pattern, text, here, unusable))
    return tuple(out)


def _paths(
    reader: Reader, given: dict[str, object], at: Path, where: str
) -> tuple[tuple[str, tuple[object, ...]], ...]:
    used = [key for key in schema.PATH_KEYS if key in given]
    if len(used) > 1 and where != "match":
        reader.error(
            (*at, used[1]),
            f"`{where}` names {' and '.join(used)} in one table; no effect is both.",
            "Write one table for each, in a list.",
        )
    out = []
    for key in used:
        here = (*at, key)
        globs: list[object] = []
        for text in reader.texts(given[key], here, f"`{key}`"):
            globs += reader.compiled(path_globs, text, here, ())
            _glob_remarks(reader, text, here)
        out.append((schema.PATH_KEYS[key], tuple(globs)))
    return tuple(out)


def _glob_remarks(reader: Reader, text: str, at: Path) -> None:
    """Warn of globs that can be used but cover less than they seem to."""
    if "/" not in text and "*" in text and text != "**":
        reader.warn(
            at,
            f"The glob {text!r} fits only files in the session root.",
            f"Write `**/{text}` for every folder, or `./{text}` if that is meant.",
        )
    elif text.rstrip("/") and (text.endswith("/") or _seems_folder(reader, text)):
        reader.warn(
            at,
            f"The glob {text!r} covers a file or folder of that name and nothing below it.",
            f"Write `{text.rstrip('/')}/**` for all that lies in it.",
        )


def _seems_folder(reader: Reader, text: str) -> bool:
    """Say whether a path without wildcards is a folder, or has the looks of one."""
    if any(char in text for char in "*?[{\\") or text.startswith("~"):
        return False
    path = os.path.join(os.path.dirname(reader.path), text)
    last = text.rsplit("/", 1)[-1]
    plain = last.replace("-", "").replace("_", "")
    looks = plain.isalnum() and plain.islower() and not text.startswith("/")
    return os.path.isdir(path) or (looks and not os.path.lexists(path))


def _globs(
    reader: Reader,
    given: dict[str, object],
    key: str,
    at: Path,
    make: Callable[[str], tuple[object, ...]] = text_globs,
) -> tuple[object, ...]:
    if key not in given:
        return ()
    out: list[object] = []
    for text in reader.texts(given[key], (*at, key), f"`{key}`"):
        out += reader.compiled(make, text, (*at, key), ())
    return tuple(out)


def _mcp(reader: Reader, given: dict[str, object], at: Path) -> tuple[object, ...]:
    found = _globs(reader, given, "mcp", at)
    value = given.get("mcp", [])
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str) and one.strip() and "/" not in one:
            reader.error(
                (*at, "mcp"),
                f"The MCP name {one!r} has no server and tool part.",
                f"Write `{one}/*` for all tools of that server.",
            )
    return found


def _text(reader: Reader, given: dict[str, object], at: Path) -> str:
    if "text" not in given:
        return ""
    here = (*at, "text")
    pattern = reader.text(given["text"], here, "`text`")
    if pattern:
        reader.compiled(check_regex, pattern, here, None)
    return pattern


def _python(reader: Reader, given: dict[str, object], at: Path, where: str) -> tuple[str, ...]:
    """Return ``(file, function, "")``; the digest is filled in when the policy is built."""
    if "python" not in given:
        return ()
    here = (*at, "python")
    if where != "match":
        reader.error(
            here,
            f"`{where}` can't use `python`: a guard may only refuse.",
            "Move the test into `match`.",
        )
    text = reader.text(given["python"], here, "`python`")
    name, colon, function = text.rpartition(":")
    if not text:
        return ()
    if not colon or not name.endswith(".py") or not function.isidentifier():
        reader.error(
            here,
            f"The guard {text!r} isn't of the form `file.py:function`.",
            "Write e.g. `guards.py:no_friday_deploys`.",
        )
    elif not os.path.exists(guard_path(reader.path, name)):
        reader.warn(
            here,
            f"The guard {guard_path(reader.path, name)} doesn't exist, so the rule does nothing.",
            "Create it and let a person type `failshut trust`.",
        )
    return (name, function, "")


def require(reader: Reader, value: object, at: Path) -> tuple[tuple[object, ...], ...]:
    """Return what a rule requires: the triples and pairs that require.py checks."""
    given = reader.table(value, at, "`require`", '{ branch = "main" }')
    reader.keys(given, schema.REQUIRE_KEYS, at, "`require`")
    if isinstance(value, dict) and not value:
        reader.error(at, "`require` is empty.", "Name `branch`, `exists` or `env`, or remove it.")
    out: list[tuple[object, ...]] = []
    if "branch" in given:
        names = reader.texts(given["branch"], (*at, "branch"), "`branch`")
        out.append(("branch", " or ".join(names), _globs(reader, given, "branch", at)))
    if "exists" in given:
        for path in reader.texts(given["exists"], (*at, "exists"), "`exists`"):
            out.append(("exists", path))
    if "env" in given:
        here = (*at, "env")
        for name, one in reader.table(given["env"], here, "`env`", 'env = { STAGE = "test" }').items():
            out.append(("env", name, reader.text(one, (*here, name), f"`env.{name}`")))
    return tuple(out)
