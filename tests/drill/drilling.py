"""Drill a hook of tests/fixtures/hooks in this process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from failshut.drill import faults
from failshut.drill.session import Report, Result, Session
from failshut.drill.subject import Command

HOOKS = Path(__file__).parent.parent / "fixtures" / "hooks"
CALL = "git push --force origin main"


def environment() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def drill(
    room: Path,
    words: Sequence[str],
    names: Sequence[str],
    hosts: Sequence[str] = ("claude-code",),
    *,
    cwd: Path = HOOKS,
    home: Path = Path("/nonexistent"),
    variables: dict[str, str] | None = None,
    patience: float = 3.0,
    call: str = CALL,
    events: Sequence[str] = (),
    extra: dict[str, object] | None = None,
    services: Sequence[str] = (),
) -> Report:
    room.mkdir(exist_ok=True)
    given = environment() | (variables or {})
    subject = Command(
        words,
        cwd=cwd,
        home=home,
        room=room,
        environment=given,
        hosts=hosts,
        extra=extra,
        services=services,
    )
    chosen = faults.select(names)
    session = Session(subject, chosen, room, call=call, events=events, patience=patience, environment=given)
    return session.run()


def only(report: Report, fault: str, host: str = "claude-code") -> Result:
    found = [
        result
        for result in report.results
        if result.fault and result.fault.id.partition(":")[0] == fault and result.host == host
    ]
    assert len(found) == 1, [result.fault.id for result in report.results if result.fault]
    return found[0]
