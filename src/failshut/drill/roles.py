"""Say what a refusal does at an event: stop an action, keep the agent going, or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator

from failshut.interpret import Run, contract, interpret

STOPS, KEEPS_GOING, NOTHING = "stops", "keeps going", "nothing"
REASON = "refused by the probe"


def role(host: str, event: str) -> str:
    """Return what a refusal can do at ``event`` of ``host``, by its contract."""
    book = contract(host)
    if book.events.get(event) in book.words("events/keeps-going"):
        return KEEPS_GOING
    effects = {interpret(host, event, [run]).effect for run in _refusals(host, event)}
    return STOPS if effects & {"blocked", "stopped"} else NOTHING


def _refusals(host: str, event: str) -> Iterator[Run]:
    yield Run(exit=2, stderr=REASON)
    book = contract(host)
    name = f"{book.events[event]}/answers"
    form = book.table(name).get("deny") if book.has(name) else None
    if isinstance(form, str):
        text = form.replace("@REASON@", json.dumps(REASON)[1:-1]).replace("@EVENT@", event)
        yield Run(stdout=text)
        yield Run(exit=2, stdout=text, stderr=REASON)
