"""Pin a switch in a TOML document of the machine's, and take it out again."""

import tomllib

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from failshut.exits import WiringError
from failshut.wire import tomledit
from failshut.wire.jsondoc import decode
from failshut.wire.jsonedit import Mark
from failshut.wire.wiring import Wiring, Writer


def put(data: bytes, wiring: Wiring, write: Writer, path: str) -> tuple[bytes, list[Mark]]:
    """Return the document with the switch on, and the mark of what was created."""
    table, key = wiring.pins
    text = decode(data, path)
    found = tomledit.parse(text, path).get(table)
    if isinstance(found, dict) and found.get(key) is True:
        return data, []
    if found is not None and (not isinstance(found, dict) or key in found):
        raise WiringError(f"{path}: {table}.{key} isn't true, so no hook runs on this machine. Correct it.")
    joint = ""
    if found is None:
        joint = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        new = text + joint + _block(wiring)
    else:
        document = tomlkit.parse(text)
        document[table][key] = True
        new = tomlkit.dumps(document)
    if not _differ(text, new, wiring):
        raise WiringError(f"{path}: the edit would change more than {table}.{key}. Write it by hand.")
    return new.encode(), [Mark(wiring.pins, 0 if found is None else 1, joint)]


def take(data: bytes, wiring: Wiring, marks: list[Mark], path: str) -> bytes:
    """Return the document without the switch, when ``marks`` say that it is ours."""
    table, key = wiring.pins
    text = decode(data, path)
    ours = [mark for mark in marks if mark.path == wiring.pins]
    found = tomledit.parse(text, path).get(table)
    if not ours or not isinstance(found, dict) or found.get(key) is not True:
        return data
    short = text.replace(ours[0].inside + _block(wiring), "", 1)
    if ours[0].depth == 0 and _differ(short, text, wiring):
        return short.encode()
    try:
        document = tomlkit.parse(text)
        held = document[table]
        assert isinstance(held, dict)
        del held[key]
        if not held and ours[0].depth == 0 and isinstance(held, Table):
            del document[table]
        new = tomlkit.dumps(document)
    except TOMLKitError as error:
        raise WiringError(f"{path}: it can't be edited here ({error}). Take {table}.{key} out.") from error
    if not _differ(new, text, wiring):
        raise WiringError(f"{path}: the edit would change more than {table}.{key}. Take that out by hand.")
    return new.encode()


def is_bare(data: bytes, wiring: Wiring, path: str) -> bool:
    """Say whether the document is blank."""
    return not decode(data, path).strip()


def has_ours(data: bytes, wiring: Wiring, path: str) -> bool:
    """Say whether the document holds an entry of ours: a switch doesn't need the launcher."""
    return False


def holds(text: str, wiring: Wiring) -> bool:
    """Say whether the document has the switch on."""
    table, key = wiring.pins
    try:
        found = tomllib.loads(text).get(table)
    except tomllib.TOMLDecodeError:
        return False
    return isinstance(found, dict) and found.get(key) is True


def _block(wiring: Wiring) -> str:
    table, key = wiring.pins
    return f"[{table}]\n{key} = true\n"


def _differ(without: str, with_it: str, wiring: Wiring) -> bool:
    """Say whether two texts are TOML and differ by the switch alone."""
    table, key = wiring.pins
    try:
        old, new = tomllib.loads(without), tomllib.loads(with_it)
    except tomllib.TOMLDecodeError:
        return False
    held = old.get(table, {})
    return isinstance(held, dict) and key not in held and {**old, table: {**held, key: True}} == new
