"""Read the gates of a policy file: commands that have to succeed before a turn ends."""

from __future__ import annotations

import re

from failshut.policy import schema
from failshut.policy.locate import Path
from failshut.policy.reader import Reader
from failshut.policy.schema import Gate

EXAMPLE = 'id = "tests", run = "pytest -q"'
AT = ("turn-end", "agent-end")
TIMEOUT, LONGEST = 120, 540
"""Seconds: usual, and the most that a gate may take (hosts end our entry at 600)."""
CAP, MOST = 3, 5
"""How often a turn is sent back: usual, and the most; the hosts' own caps are 5 to 8, or none."""


def read_gate(reader: Reader, value: object, at: Path) -> Gate | None:
    """Return one gate, or None when its table can't be used; problems are recorded."""
    before = len(reader.problems)
    given = reader.table(value, at, "`gate`", EXAMPLE)
    reader.keys(given, schema.GATE_KEYS, at, "a gate")

    def text(key: str) -> str:
        return reader.text(given[key], (*at, key), f"`{key}`") if key in given else ""

    def number(key: str, usual: int, most: int) -> int:
        value = given.get(key, usual)
        if not isinstance(value, int) or isinstance(value, bool):
            reader.wrong((*at, key), f"`{key}`", "a whole number", value)
            return usual
        if not 1 <= value <= most:
            reader.error((*at, key), f"`{key}` is {value}.", f"Write a number from 1 to {most}.")
        return value

    for key in ("id", "run"):
        if key not in given:
            reader.error(at, f"The gate has no `{key}`.", f"Write `[[gate]]` with {EXAMPLE}.")
    moments = reader.texts(given["at"], (*at, "at"), "`at`") if "at" in given else AT[:1]
    for name in moments:
        reader.choice(name, AT, (*at, "at"), "`at`")
    hosts = reader.texts(given["hosts"], (*at, "hosts"), "`hosts`") if "hosts" in given else ()
    for name in hosts:
        reader.choice(name, schema.HOSTS, (*at, "hosts"), "`hosts`")
    empty = text("empty")
    try:
        re.compile(empty)
    except re.error as error:
        reader.error((*at, "empty"), f"`empty` is no pattern: {error}.", "Correct it.")
    name = text("id")
    if name and (len(name) > schema.MAX_ID or not re.fullmatch(r"[\w./-]+", name)):
        reader.error(
            (*at, "id"), f"The id {name!r} can't be used.", "Use letters, digits, `-`, `_`, `.` and `/`."
        )
    found = Gate(
        id=name,
        run=text("run"),
        at=moments,
        instead=text("instead"),
        timeout=number("timeout", TIMEOUT, LONGEST),
        cap=number("cap", CAP, MOST),
        empty=empty,
        hosts=hosts,
        when=reader.texts(given["when"], (*at, "when"), "`when`") if "when" in given else (),
        path=reader.path,
        line=reader.line(at),
        raw=given,
    )
    return found if len(reader.problems) == before else None
