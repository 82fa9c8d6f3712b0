"""Turn a recorded row's hook object into a Run.

Rows cut long texts and describe the answers of hooks that are not commands in ``notes``; both
are undone here as far as the row allows, and nothing here looks at a row's name.
"""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Mapping

from failshut.interpret.contracts import contract
from failshut.interpret.types import Run

_CUT = "…"
_LONGEST = 64 * 1024 * 1024  # of a text that is lengthened again
_STATUS = re.compile(r"answers status (\d+), body (\".*\"|'.*')(?:, after .*)?$", re.S)
_MODEL = re.compile(r"the checking model answers (\[.*\])$", re.S)
_SLEEP = re.compile(r"(?:^|[;&|(\s])sleep (\d+(?:\.\d+)?)(?=\s*(?:[;\n]|$))", re.M)
_DENY = '{{"hookSpecificOutput":{{{event}"permissionDecision":"{word}","permissionDecisionReason":"?"}}}}'
_EVENT = '"hookEventName":"PreToolUse",'
# How notes describe answers whose text they leave out; "?" stands for that text.
_DESCRIBED = {
    "returns a JSON deny": _DENY.format(event=_EVENT, word="deny"),
    "answers with a deny": _DENY.format(event=_EVENT, word="deny"),
    "returns a deny without hookEventName": _DENY.format(event="", word="deny"),
    "returns ask": _DENY.format(event=_EVENT, word="ask"),
    'returns permissionDecision "Deny"': _DENY.format(event=_EVENT, word="Deny"),
    "returns {decision: block}": '{"decision":"block","reason":"?"}',
    "returns plain text": "?",
    "returns a string": "?",
}
_FAILED = ("raises", "returns None", "returns isError", "is not connected", "no such MCP server")


def run_from_row(hook: Mapping[str, object], *, fired: bool | None = None) -> Run:
    """Build the Run that a row's ``hook`` (or one of its ``hooks``) describes.

    ``fired`` is the row's own field, which stands beside ``hook``.  A text that the row cuts is
    lengthened again to its recorded length (by repeating its last character, or its last full
    line), so limits act as they did; its middle is not the original one.
    """
    wiring = _wiring(hook.get("wiring"))
    stdout = _restore(_string(hook, "stdout"), hook.get("stdout_len"), json_text=True)
    stderr = _restore(_string(hook, "stderr"), hook.get("stderr_len"), json_text=False)
    notes = _string(hook, "notes")
    if wiring.get("type", "command") != "command" and hook.get("stdout") is None:
        stdout = _answer(notes, wiring)
    seen = hook.get("fired", fired)
    return Run(
        exit=_number(hook.get("exit")),
        signal=_signal(hook.get("signal")),
        stdout=stdout,
        stderr=stderr,
        timed_out=hook.get("timed_out") is True,
        spawn_error=str(hook["spawn_error"]) if hook.get("spawn_error") else None,
        holds_pipe=hook.get("holds_pipe") is True,
        wiring=wiring,
        fired=seen if isinstance(seen, bool) else None,
    )


def runs_from_row(row: Mapping[str, object]) -> tuple[Run, ...]:
    """Build the Runs of a whole row: ``hooks``, or ``hook``, or none."""
    raw = row.get("hooks") or ([row["hook"]] if row.get("hook") else [])
    fired = row.get("fired")
    known = fired if isinstance(fired, bool) else None
    hooks = raw if isinstance(raw, list) else []
    return tuple(run_from_row(hook, fired=known) for hook in hooks)


def event_from_row(row: Mapping[str, object]) -> str:
    """Return the event to ask about: silent hooks on all events at once stand for the tool call."""
    event = str(row["event"])
    if event != "(all)":
        return event
    events = contract(str(row["host"])).events
    return next((name for name, table in events.items() if table == "pre-tool"), event)


def _wiring(raw: object) -> dict[str, object]:
    entry = dict(raw) if isinstance(raw, Mapping) else {}
    more = entry.pop("extra", None)
    if isinstance(more, Mapping):
        entry.update(more)
    told = " ".join(str(entry.get(key) or "") for key in ("command", "bash", "script"))
    seconds = sum(float(found) for found in _SLEEP.findall(told))
    if seconds:
        entry["seconds"] = seconds
    return {key: value for key, value in entry.items() if value is not None}


def _answer(notes: str, wiring: dict[str, object]) -> str:
    """Return the body that the notes tell; put status or failure beside the wiring."""
    status = _STATUS.search(notes)
    if status:
        wiring["status"] = int(status[1])
        return _quoted(status[2])
    model = _MODEL.search(notes)
    if model:
        answers = _load(model[1])
        first = answers[0] if isinstance(answers, list) and answers else ""
        return first if isinstance(first, str) else json.dumps(first)
    for words, body in _DESCRIBED.items():
        if notes.endswith(words):
            return body
    for words in _FAILED:
        if notes.endswith(words):
            wiring["failed"] = words
    return ""


def _quoted(text: str) -> str:
    """Undo the quotes of a body, written as JSON or as Python writes a string."""
    if text.startswith('"'):
        body = _load(text)
        return body if isinstance(body, str) else text[1:-1]
    return text[1:-1].replace("\\'", "'").replace("\\\\", "\\")


def _load(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _restore(text: str, length: object, *, json_text: bool) -> str:
    text = re.sub(r"(?:\\x[89a-f][0-9a-f])+", _undecodable, text) if "\\x" in text else text
    if not isinstance(length, int) or not len(text) < length <= _LONGEST or not text.endswith(_CUT):
        return text
    head = text[: -len(_CUT)]
    if not head:
        return text
    tail = _closers(head) + "\n" if json_text and head.lstrip().startswith("{") else ""
    missing = length - len(head) - len(tail)
    if "\n" in head:
        line = head.rsplit("\n", 2)[-2] + "\n"
        head = head[: head.rindex("\n") + 1]
        missing = length - len(head) - len(tail)
        body = head + (line * (missing // len(line) + 1))[:missing]
        return (body[:-1] + "\n" if not tail else body) + tail
    return head + head[-1] * missing + tail


def _undecodable(found: re.Match[str]) -> str:
    # Rows write bytes that are not UTF-8 as \xNN; every host replaces each by U+FFFD.
    return "\ufffd" * (len(found[0]) // 4)


def _closers(head: str) -> str:
    """Return what closes the strings and brackets that are open at the end of ``head``."""
    stack, quoted, escaped = [], False, False
    for char in head:
        if quoted:
            if char == '"' and not escaped:
                quoted = False
            escaped = char == "\\" and not escaped
        elif char == '"':
            quoted = True
        elif char in "{[":
            stack.append("}" if char == "{" else "]")
        elif char in "}]" and stack:
            stack.pop()
    return ('"' if quoted else "") + "".join(reversed(stack))


def _string(hook: Mapping[str, object], key: str) -> str:
    value = hook.get(key)
    return value if isinstance(value, str) else ""


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _signal(value: object) -> int | None:
    if isinstance(value, str) and value:
        return int(signal.Signals[value]) if value in signal.Signals.__members__ else 0
    return _number(value)
