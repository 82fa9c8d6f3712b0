"""Read a recorded row about configuration files: which text stands where, and for which tool.

Such a row has ``config`` (one text, or several by name), ``what`` (words) and ``switches``.  Of the
words only paths, ``tool NAME``, ``EVENT matcher`` before a bare matcher and the host's own doubts
(cell ``load/doubts``) are taken; what more they tell isn't read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from failshut.interpret.contracts import Contract, contract

_CUT = "…"
_PATH = re.compile(r"(?<![\w/])(?:<\w+>/)?[\w~$./-]*[\w-]\.(?:json|toml)\b")
_TOOL = re.compile(r"\btool ([\w-]+)\s*\Z")
_MATCHER = re.compile(r"\A(\w+) matcher\b")
_HANDLER = re.compile(r"\b(command|bash|powershell|exec|url|prompt|server)\b[\"']?\s*[:=]")
_MARKS = (
    ("$HOME/", "~/"),
    ("home/", "~/"),
    ("<home>/", "~/"),
    ("$PROJECT/", ""),
    ("<project>/", ""),
    ("proj/", ""),
)


def tool_from_row(row: Mapping[str, object]) -> str:
    """Return the tool that the row is about: its own, the one its words end with, or the shell's."""
    told = _TOOL.search(_what(row))
    usual = contract(str(row["host"])).phrase("facts/shell-tool")
    return str(row.get("tool") or (told[1] if told else usual))


def files_from_row(row: Mapping[str, object]) -> dict[str, str]:
    """Return the files (name → text) of the row, by the first of its ``readings``."""
    return readings(row)[0]


def readings(row: Mapping[str, object]) -> list[dict[str, str]]:
    """Return every way in which the row's texts can stand in files.

    Several texts have their names (layers as in the cell ``load/layers``).  A single one stands
    where the words say, one reading for each place; else in the usual place (``load/file``).
    """
    text = row.get("config")
    if not isinstance(text, str):
        return [{}]
    book = contract(str(row["host"]))
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if isinstance(value, dict):
        named = _named(book, value)
        if named:
            return [named]
        guard = _guard_with(book, row, value)
        if guard:
            return [{book.phrase("load/file"): guard}]
    return [{place: text} for place in _told_places(book, row)] or [{book.phrase("load/file"): text}]


def is_cut(row: Mapping[str, object]) -> bool:
    """Say whether the row cuts its files: what they hold can't be told then."""
    return str(row.get("config") or "").endswith(_CUT)


def doubts(row: Mapping[str, object], loaded: bool) -> bool:
    """Say whether the words tell of something that decides, and that no field of the row holds."""
    book = contract(str(row["host"]))
    told = book.table("load/doubts") if book.has("load/doubts") else {}
    return any(
        against is loaded and re.search(rf"\b(?:{words})\b", _what(row)) for words, against in told.items()
    )


def has_handler(files: Mapping[str, str]) -> bool:
    """Say whether any text holds something that looks like a hook, a wrong one as well."""
    return any(_HANDLER.search(text) for text in files.values())


def supposed(row: Mapping[str, object], files: Mapping[str, str]) -> Iterator[dict[str, str] | None]:
    """Yield the files with a plain guard in each further place of the words, else in the usual one.

    None stands for a place where no guard can be supposed: its text is given, or of another form.
    """
    book = contract(str(row["host"]))
    usual = book.phrase("load/file")
    for place in [name for name in _told_places(book, row) if name not in files] or [usual]:
        fits = book.has("load/guard") and place.rpartition(".")[2] == usual.rpartition(".")[2]
        free = fits and place not in files
        yield {**files, place: _guard(book, _guarded(book), "")} if free else None


def _what(row: Mapping[str, object]) -> str:
    return str(row.get("what") or "")


def _named(book: Contract, value: Mapping[str, object]) -> dict[str, str]:
    """Return the files of an object that maps names of layers or of files to their content."""
    layers = book.table("load/layers") if book.has("load/layers") else {}
    if value and set(value) <= set(layers):
        return _layers(value, layers)
    if not all(isinstance(item, str | dict) and ("." in key or "/" in key) for key, item in value.items()):
        return {}
    return {
        _place(book, key): item if isinstance(item, str) else json.dumps(item)
        for key, item in value.items()
    }


def _layers(several: Mapping[str, object], layers: Mapping[str, object]) -> dict[str, str]:
    """Return the files of named layers; one that holds a list has a file for each item."""
    found: dict[str, str] = {}
    for key, value in several.items():
        for number, item in enumerate(value if isinstance(value, list) else [value]):
            found[str(layers[key]).format(number=number)] = json.dumps(item)
    return found


def _place(book: Contract, name: str) -> str:
    """Undo the ways in which rows name a place: marks, and the folders of ``load/aliases``."""
    for mark, place in _MARKS:
        if name.startswith(mark):
            return place + name.removeprefix(mark)
    folder, _, file = name.rpartition("/")
    home = book.table("load/aliases").get(folder) if book.has("load/aliases") else None
    return f"{home}/{file}" if home else name


def _guard_with(book: Contract, row: Mapping[str, object], value: Mapping[str, object]) -> str:
    """Return a file with one guard when the row's config is nothing but the guard's matcher."""
    event = _MATCHER.match(_what(row))
    if set(value) - {"matcher"} or event is None or event[1] not in book.events:
        return ""
    return _guard(book, event[1], value.get("matcher", "")) if book.has("load/guard") else ""


def _guard(book: Contract, event: str, matcher: object) -> str:
    text = book.phrase("load/guard").replace("@EVENT@", event)
    return text.replace("@MATCHER@", json.dumps(matcher))


def _guarded(book: Contract) -> str:
    return next(event for event, table in book.events.items() if table == "pre-tool")


def _told_places(book: Contract, row: Mapping[str, object]) -> list[str]:
    """Return the places that the row's words name, each once and in their order."""
    what, found = _what(row), dict[str, None]()
    for word, place in (book.table("load/folders") if book.has("load/folders") else {}).items():
        if re.search(rf"(?<![\w/]){re.escape(word)}(?![\w/])", what):
            found[_moved(row, str(place))] = None
    for flag in book.words("load/place-flags") if book.has("load/place-flags") else ():
        value = _after(row, flag) if flag in what.split() else ""
        if value and not value.startswith("{"):
            found[value] = None
    for word in _PATH.findall(what):
        for place in [_place(book, word)] if "/" in word else _siblings(book, word):
            found[place] = None
    return list(found)


def _siblings(book: Contract, name: str) -> list[str]:
    """Return the known places of a file that is named without its folder, the usual folder's first."""
    known = [place for place in _known(book) if place.rpartition("/")[2] == name]
    folder = book.phrase("load/file").rpartition("/")[0]
    return [place for place in known if place.rpartition("/")[0] == folder] or known


def _known(book: Contract) -> list[str]:
    """Return the files that the cells about loading name."""
    found = dict[str, None]()
    for cell in (cell for name, cell in book.cells.items() if name.startswith("load/")):
        values = list(cell.value.values()) if isinstance(cell.value, dict) else cell.value
        for value in values if isinstance(values, list) else [values]:
            if isinstance(value, str) and re.fullmatch(_PATH, value):
                found[value] = None
    return list(found)


def _moved(row: Mapping[str, object], place: str) -> str:
    """Put the value of a variable at the head of a place, as the row's switches tell it."""
    name, slash, rest = place.removeprefix("$").partition("/")
    switches = row.get("switches")
    env = switches.get("env") if isinstance(switches, Mapping) else None
    told = env.get(name) if isinstance(env, Mapping) and place.startswith("$") else None
    return place if told is None else str(told).replace("$HOME", "~", 1).rstrip("/") + slash + rest


def _after(row: Mapping[str, object], flag: str) -> str:
    """Return the word behind a flag of the row's command line."""
    switches = row.get("switches")
    raw = switches.get("flags", switches.get("args")) if isinstance(switches, Mapping) else None
    words = [str(word) for word in raw] if isinstance(raw, list) else []
    return words[words.index(flag) + 1] if flag in words[:-1] else ""
