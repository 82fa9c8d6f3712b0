"""Hold what a run anew has found, and write it as a proposal for the contract or as rows."""

from __future__ import annotations

import datetime
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from failshut.interpret import contract

UNCHANGED, CHANGED, NEW, SKIPPED = "unchanged", "changed", "new", "skipped"
STATES = (UNCHANGED, CHANGED, NEW, SKIPPED)
UNTOLD = "no effect was recorded, and `interpret` foretells none"
SHOWN = 200
"""Characters of a text that are shown."""

Row = Mapping[str, object]


@dataclass(frozen=True)
class Measured:
    """What came of one row: ``says`` is the prediction, ``saw`` the run, ``row`` the run as a row."""

    kind: str
    case: str
    state: str
    cell: str = ""
    says: str = ""
    saw: str = ""
    why: str = ""
    row: Row = field(default_factory=dict)


def within(wanted: str, text: str) -> bool:
    """Say whether a text holds another, however their lines are broken; Kimi's clock stands still."""
    text = re.sub(r"Wall time: \d+\.\d+", "Wall time: 0.000", text)
    return " ".join(wanted.split()) in " ".join(text.split())


def head(word: str, text: str | None) -> str:
    """Return what became of a call, with the head of its text."""
    return f"{word}: {text[:SHOWN]}" if text else word


def proposal(host: str, version: str, found: Iterable[Measured], today: datetime.date) -> str:
    """Return a TOML text with a line for each cell that changed."""
    title = contract(host).title
    lines = [f"# {title} {version}, {today}: what a run of tools/measure.py saw otherwise."]
    for one in found:
        if one.state not in (CHANGED, NEW):
            continue
        lines += [
            f"# {one.kind}: {one.case}",
            f"#   interpret: {one.says!r}",
            f"#   seen:      {one.saw!r}",
        ]
        name = one.cell.partition("/")[2]
        if name and one.kind != "files":
            effect = re.split(r"[ :,]", one.saw)[0]
            effect = {"refused": "blocked"}.get(effect, effect)
            lines.append(
                f'"{name}@>={version}" = {{ effect = {json.dumps(effect)}, evidence = "measured", '
                f'version = "{version}", date = {today}, source = "{one.case}, run anew" }}'
            )
    return "\n".join(lines) + "\n"


def summary(host: str, version: str, found: Sequence[Measured]) -> str:
    """Return the figures of each kind, and why rows were skipped."""
    lines = []
    for kind in dict.fromkeys(one.kind for one in found):
        mine = [one for one in found if one.kind == kind]
        count = Counter(one.state for one in mine)
        told = ", ".join(f"{count[state]} {state}" for state in STATES)
        lines.append(f"{host} {version} {kind}: {told}")
        reasons = Counter(one.why for one in mine if one.state == SKIPPED)
        lines += [f"  skipped {number}: {why}" for why, number in reasons.most_common()]
    return "\n".join(lines)


def anew(
    row: Row, version: str, effect: str, model_text: str | None, ran: bool | None
) -> dict[str, object]:
    """Return a recorded row as it came out on another version."""
    text = model_text
    return {
        **{key: value for key, value in row.items() if key not in ("model_extra", "host_rc")},
        "host_version": version,
        "case": f"{row['case']}@{version}",
        "effect": effect,
        "model_text": text,
        "model_text_len": len(text or ""),
        "user_text": None,
        "tool_ran": ran,
        "fired": True,
        "provenance": "measured",
    }
