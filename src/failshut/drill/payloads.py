"""Build what each host sends to a hook, from its contract (cells ``payload/EVENT``)."""

from __future__ import annotations

import json

from failshut.exits import UsageError
from failshut.interpret import contract

SESSION = "0d9f2c1e-5b7a-4c3d-9e8f-1a2b3c4d5e6f"


def pre_tool_event(host: str) -> str:
    """Return the event that the host asks first before a tool call."""
    return next(event for event, table in contract(host).events.items() if table == "pre-tool")


def events(host: str) -> tuple[str, ...]:
    """Return the events for which the contract holds a payload."""
    book = contract(host)
    return tuple(event for event in book.events if book.has(f"payload/{event}"))


def payload(host: str, event: str, call: str, project: str, home: str) -> bytes:
    """Return the payload of ``event`` ("" = the pre-tool event) with ``call`` as the command or prompt.

    Raises UsageError for an event without one.
    """
    book = contract(host)
    event = event or pre_tool_event(host)
    if not book.has(f"payload/{event}"):
        known = ", ".join(events(host))
        raise UsageError(f"{book.title}: no payload is known for {event!r}. Known: {known}.")
    text = book.phrase(f"payload/{event}")
    words = {"@COMMAND@": call, "@PROJECT@": project, "@HOME@": home, "@SESSION@": SESSION}
    value = _fill(json.loads(text), words)
    if "@COMMAND@" not in text and isinstance(value, dict) and isinstance(value.get("prompt"), str):
        value["prompt"] = call
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _fill(value: object, words: dict[str, str]) -> object:
    match value:
        case dict():
            return {key: _fill(item, words) for key, item in value.items()}
        case list():
            return [_fill(item, words) for item in value]
        case str() if value.startswith("{") and "@" in value:
            return json.dumps(_fill(json.loads(value), words))  # JSON inside a JSON text
        case str():
            for mark, word in words.items():
                value = value.replace(mark, word)
            return value
    return value
