"""Put our ``[[hooks]]`` block into a TOML document and take it out again.

The text is edited by lines, and the result is read back and compared: an edit that would change
anything else is refused.  Hooks written as an inline array are edited by tomlkit.
"""

import json
import re
import tomllib

import tomlkit
from tomlkit.exceptions import TOMLKitError

from failshut.exits import WiringError
from failshut.wire.jsondoc import BOM, RETRY, decode
from failshut.wire.jsonedit import Mark
from failshut.wire.wiring import Entry, Wiring, Writer, is_ours

_HEADER = re.compile(r"""^[ \t]*\[\[[ \t]*(?:hooks|"hooks"|'hooks')[ \t]*\]\]""", re.MULTILINE)
_LATER = re.compile(r"^[ \t]*\[", re.MULTILINE)


def parse(text: str, path: str) -> dict[str, object]:
    """Return the document's values; raises ``WiringError`` with path and line."""
    if text.startswith(BOM):
        raise WiringError(
            f"{path}:1: a byte order mark stands before the first line, and TOML has none. "
            f"Save the file as UTF-8 without BOM. {RETRY}"
        )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        where = f"{path}:{found[1]}" if found else path
        raise WiringError(f"{where}: this isn't TOML ({error}). {RETRY}") from error


def put(data: bytes, wiring: Wiring, write: Writer, path: str) -> tuple[bytes, list[Mark]]:
    """Return the document with our block and its line, and the mark of what precedes it."""
    text = decode(data, path)
    hooks = _hooks(text, path)
    (wanted,) = wiring.elements(wiring.events[0], write, path)
    mine = [index for index, hook in enumerate(hooks) if is_ours(hook)]
    if mine and hooks[mine[0]] == wanted and len(mine) == 1:
        return data, []
    if not mine:
        new, joint = _append(text, wanted, path)
        return _checked(text, new, [*hooks, wanted], path), [Mark(wiring.parent, 1, joint)]
    for index in reversed(mine[1:]):
        text = _without(text, index, "", path)
    new = _replaced(text, mine[0], wanted, path)
    kept = [hook for index, hook in enumerate(hooks) if index not in mine[1:]]
    kept[mine[0]] = wanted
    return _checked(text, new, kept, path), []


def take(data: bytes, wiring: Wiring, marks: list[Mark], path: str) -> bytes:
    """Return the document without our blocks."""
    text = decode(data, path)
    hooks = _hooks(text, path)
    joint = marks[0].inside if marks else ""
    new = text
    for index in reversed([index for index, hook in enumerate(hooks) if is_ours(hook)]):
        new = _without(new, index, joint, path)
    return _checked(text, new, [hook for hook in hooks if not is_ours(hook)], path)


def is_bare(data: bytes, wiring: Wiring, path: str) -> bool:
    """Say whether the document is blank."""
    return not decode(data, path).strip()


def has_ours(data: bytes, wiring: Wiring, path: str) -> bool:
    """Say whether the document holds a block of ours."""
    return any(map(is_ours, _hooks(decode(data, path), path)))


def block_lines(text: str) -> list[int]:
    """Return the 1-based lines of the ``[[hooks]]`` headers."""
    return [text.count("\n", 0, start) + 1 for start, _ in _headers(text)]


def _headers(text: str) -> list[tuple[int, int]]:
    """Return the spans of the real headers: what stands before one is a whole document.

    A line that only looks like one, in a string of many lines, is left out by that.
    """
    found = []
    for match in _HEADER.finditer(text):
        try:
            tomllib.loads(text[: match.start()])
        except tomllib.TOMLDecodeError:
            continue
        found.append(match.span())
    return found


def _hooks(text: str, path: str) -> list[object]:
    hooks = parse(text, path).get("hooks", [])
    if not isinstance(hooks, list):
        raise WiringError(f"{path}: hooks has to be an array of tables ([[hooks]]), and it isn't. {RETRY}")
    return hooks


def _block(entry: Entry, newline: str) -> str:
    """Write ``entry``; JSON's escapes are all valid in a TOML basic string."""
    rows = [
        "[[hooks]]",
        *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()),
    ]
    return newline.join(rows) + newline


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _append(text: str, entry: Entry, path: str) -> tuple[str, str]:
    newline = _newline(text)
    if "hooks" in parse(text, path) and not _headers(text):
        return _inline(text, None, entry, path), ""
    joint = "" if not text else newline if text.endswith("\n") else newline * 2
    return text + joint + _block(entry, newline), joint


def _span(text: str, index: int, path: str) -> tuple[int, int] | None:
    """Return where block ``index`` stands, without blank lines and comments at its end."""
    headers = _headers(text)
    if not headers:
        return None
    if index >= len(headers):
        raise WiringError(f"{path}: Failshut's [[hooks]] block can't be told apart. Edit it by hand.")
    start = headers[index][0]
    later = _LATER.search(text, headers[index][1])
    end = later.start() if later else len(text)
    rows = text[start:end].splitlines(keepends=True)
    while rows[1:] and (not rows[-1].strip() or rows[-1].lstrip().startswith("#")):
        rows.pop()
    return start, start + len("".join(rows))


def _replaced(text: str, index: int, entry: Entry, path: str) -> str:
    span = _span(text, index, path)
    if span is None:
        return _inline(text, index, entry, path)
    return text[: span[0]] + _block(entry, _newline(text)) + text[span[1] :]


def _without(text: str, index: int, joint: str, path: str) -> str:
    span = _span(text, index, path)
    if span is None:
        return _inline(text, index, None, path)
    before = text[: span[0]]
    return before.removesuffix(joint) + text[span[1] :]


def _inline(text: str, index: int | None, entry: Entry | None, path: str) -> str:
    """Edit ``hooks = [{…}]``: append, replace or delete one element."""
    try:
        document = tomlkit.parse(text)
        hooks = document["hooks"]
        assert isinstance(hooks, list)
        if entry is None:
            del hooks[index if index is not None else -1]
        else:
            table = tomlkit.inline_table()
            table.update(entry)
            if index is None:
                hooks.append(table)
            else:
                hooks[index] = table
        return tomlkit.dumps(document)
    except TOMLKitError as error:
        raise WiringError(
            f"{path}: hooks can't be edited here ({error}). Write [[hooks]] blocks."
        ) from error


def _checked(before: str, after: str, hooks: list[object], path: str) -> bytes:
    """Return ``after`` encoded if only ``hooks`` changed; raises ``WiringError`` otherwise."""
    wanted = {**parse(before, path), "hooks": hooks}
    try:
        found = {"hooks": [], **tomllib.loads(after)}
    except tomllib.TOMLDecodeError:
        found = {}
    if wanted != found:
        raise WiringError(f"{path}: the edit would change more than Failshut's entry. Edit it by hand.")
    return after.encode()
