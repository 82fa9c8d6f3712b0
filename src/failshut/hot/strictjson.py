"""Parse JSON strictly: what is doubtful is refused with a sentence that says so.

Refused: invalid UTF-8, a byte order mark (unless allowed), duplicate keys, NaN and Infinity,
lone surrogates, trailing data, a top level that isn't an object, nesting above ``DEPTH``.
The private C scanner costs 0.6 million instructions, the public ``json`` package 34 million;
``PUBLIC`` forces the public one (tests run both).
"""

import _imp
import sys

from failshut.errors import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEPTH = 100
PUBLIC = False


class _Doubt(ValueError):
    pass


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise _Doubt(f"key {key[:40]!a} stands twice in one object")
            seen.add(key)
    return table


def _constant(name: str) -> object:
    raise _Doubt(f"{name} isn't JSON")


_namespace: "Any" = type(sys.implementation)
_SETTINGS = _namespace(
    strict=True, object_hook=None, object_pairs_hook=_pairs,
    parse_float=float, parse_int=int, parse_constant=_constant,
)  # fmt: skip
"""What the C scanner reads off its settings, in a plain namespace: a class would cost more."""


def _scan(text: str, start: int) -> tuple[object, int]:
    """Parse one value at ``start``; returns it and where it ends."""
    if not PUBLIC:
        make = _c_scanner()
        if make is not None:
            value, end = make(_SETTINGS)(text, start)  # type: ignore[operator]
            return value, end
    import json

    decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)
    return decoder.raw_decode(text, start)


def _c_scanner() -> object:
    """Return the C scanner's maker, None where this interpreter has none.

    A search along the path would read two large folders (a million instructions); the
    extension modules' folder is the last on the isolated path.
    """
    module = sys.modules.get("_json")
    if module is None and sys.path and sys.path[-1].endswith("/lib-dynload"):
        place = f"{sys.path[-1]}/_json{_imp.extension_suffixes()[0]}"
        spec = type(sys.__spec__)("_json", None, origin=place)
        try:
            module = _imp.create_dynamic(spec)
            _imp.exec_dynamic(module)
        except ImportError:
            module = None
    if module is None:
        try:
            module = __import__("_json")
        except ImportError:
            return None
    return getattr(module, "make_scanner", None)


def loads(data: bytes, what: str = "the payload", bom: bool = False) -> dict[str, object]:
    """Parse ``data`` to an object; raises ``Unreadable`` naming ``what`` and the doubt.

    ``bom`` drops any number of leading byte order marks (Cursor on Windows sends one or two).
    """
    while bom and data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{what} isn't valid UTF-8 (byte {error.start})") from None
    start, end = 0, len(text)
    while start < end and text[start] in " \t\r\n":
        start += 1
    if start == end:
        raise Unreadable(f"{what} is empty")
    if text[start] == "\ufeff":
        raise Unreadable(f"{what} begins with a byte order mark")
    try:
        value, stop = _scan(text, start)
    except RecursionError:
        raise Unreadable(f"{what} is nested more than {DEPTH} deep") from None
    except _Doubt as doubt:
        raise Unreadable(f"{what} is doubtful: {doubt}") from None
    except (StopIteration, ValueError, SystemError):  # the C scanner of 3.11 sets no error without json
        raise Unreadable(f"{what} isn't valid JSON") from None
    if text[stop:].strip(" \t\r\n"):
        raise Unreadable(f"{what} has data after the JSON object")
    if not isinstance(value, dict):
        raise Unreadable(f"{what} isn't a JSON object")
    if data.count(b"{") + data.count(b"[") > DEPTH:
        _check_depth(value, what)
    if b"\\ud" in data or b"\\uD" in data:
        _check_surrogates(value, what)
    return value


def _check_depth(value: object, what: str) -> None:
    level: list[object] = [value]
    for _ in range(DEPTH + 1):
        deeper: list[object] = []
        for item in level:
            if isinstance(item, dict):
                deeper.extend(item.values())
            elif isinstance(item, list):
                deeper.extend(item)
        if not deeper:
            return
        level = deeper
    if any(isinstance(item, (dict, list)) for item in level):
        raise Unreadable(f"{what} is nested more than {DEPTH} deep")


def _check_surrogates(value: object, what: str) -> None:
    todo: list[object] = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            todo.extend(item.keys())
            todo.extend(item.values())
        elif isinstance(item, list):
            todo.extend(item)
        elif isinstance(item, str):
            try:
                item.encode("utf-8")
            except UnicodeEncodeError:
                raise Unreadable(f"{what} holds half of a surrogate pair") from None
