"""Read ``match``, ``unless`` and ``require`` tables into their compiled form."""

from __future__ import annotations

from failshut.policy import schema
from failshut.policy.locate import Path
from failshut.policy.patterns import command_pattern, path_globs, text_globs
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
        _effects(reader, given, at),
        _params(reader, given, at),
        _paths(reader, given, at, where),
        _globs(reader, given, "url", at),
        tuple(glob for glob in _globs(reader, _lowered(given), "host", at)),
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


def _lowered(given: dict[str, object]) -> dict[str, object]:
    """Return the table with its host names in lower case, as they are compared."""
    host = given.get("host")
    if isinstance(host, str):
        return {**given, "host": host.lower()}
    if isinstance(host, list):
        return {**given, "host": [one.lower() if isinstance(one, str) else one for one in host]}
    return given


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


def _effects(reader: Reader, given: dict[str, object], at: Path) -> tuple[str, ...]:
    """Return effect names; the effect tables know which exist; here only their form counts."""
    if "effect" not in given:
        return ()
    here = (*at, "effect")
    names = reader.texts(given["effect"], here, "`effect`")
    for name in names:
        plain = name[:-2] if name.endswith(".*") else name
        if not all(part.replace("-", "").isalnum() for part in plain.split(".")):
            reader.error(
                here,
                f"The effect {name!r} is no effect's name.",
                "Write a name such as `fs.delete`, or a group such as `fs.*`.",
            )
    return names


def _params(reader: Reader, given: dict[str, object], at: Path) -> tuple[object, ...]:
    """Return the tests on an effect's parameters: ``(test, key, values)``."""
    out: list[object] = []
    if "with" in given:
        here = (*at, "with")
        for key, value in reader.table(given["with"], here, "`with`").items():
            values = value if isinstance(value, list) else [value]
            wanted = tuple(x for one in values for x in _value(reader, one, (*here, key), key))
            out.append(("is", key, wanted))
    if "outside" in given and reader.choice(
        given["outside"], ("workspace",), (*at, "outside"), "`outside`"
    ):
        out.append(("outside", "", ()))
    if "recursive" in given:
        here = (*at, "recursive")
        value = given["recursive"]
        if isinstance(value, bool):
            out.append(("is", "recursive", ("yes",) if value else ("", "no")))
        else:
            reader.wrong(here, "`recursive`", "true or false", value)
    for key in ("branch", "target"):
        if key in given:
            out.append(("glob", key, _globs(reader, given, key, at)))
    return tuple(out)


def _value(reader: Reader, value: object, at: Path, key: str) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("yes",) if value else ("", "no")
    text = reader.text(value, at, f"`with.{key}`")
    return (text,) if text else ()


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
            if "/" not in text and "*" in text and text != "**":
                reader.warn(
                    here,
                    f"The glob {text!r} fits only files in the session root.",
                    f"Write `**/{text}` for every folder, or `./{text}` if that is meant.",
                )
        out.append((schema.PATH_KEYS[key], tuple(globs)))
    return tuple(out)


def _globs(reader: Reader, given: dict[str, object], key: str, at: Path) -> tuple[object, ...]:
    if key not in given:
        return ()
    out: list[object] = []
    for text in reader.texts(given[key], (*at, key), f"`{key}`"):
        out += reader.compiled(text_globs, text, (*at, key), ())
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
    return (name, function, "")


def require(reader: Reader, value: object, at: Path) -> tuple[tuple[object, ...], ...]:
    """Return what a rule requires: the triples and pairs that require.py checks."""
    given = reader.table(value, at, "`require`")
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
        for name, one in reader.table(given["env"], here, "`env`").items():
            out.append(("env", name, reader.text(one, (*here, name), f"`env.{name}`")))
    return tuple(out)
