"""Spoil what arrives on stdin."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator

from failshut.drill.faults import Fault
from failshut.drill.run import HookRun
from failshut.drill.trial import NotPossible, Trial

HUGE = 9 * 1024 * 1024
DEEP = 100_000
MARK = "@@the command@@"
Json = object


def stdin(trial: Trial, fault: Fault) -> None:
    """Replace the payload (``how``); what was fed is the proof."""
    how = fault.text("how")
    whole = trial.payload
    if how == "stalled":
        _stalled(trial)
        return
    trial.payload = MAKERS[how](trial)
    if trial.payload == whole:
        raise NotPossible("the payload came out unchanged")
    size = len(trial.payload)

    def trace(run: HookRun) -> str:
        taken = "all" if run.fed == size else f"{run.fed:,}"
        return f"fed {size:,} bytes instead of {len(whole):,}; the pipe took {taken}"

    trial.trace = trace


def _stalled(trial: Trial) -> None:
    reader, writer = os.pipe()
    trial.open(reader)
    trial.open(writer)
    half = trial.payload[: len(trial.payload) // 2]
    os.write(writer, half)
    trial.stdin, trial.payload = reader, b""
    trial.trace = lambda run: f"fed {len(half):,} bytes; the pipe stayed open until the run was over"


def _put(value: Json, call: str, new: Callable[[object], Json]) -> tuple[Json, bool]:
    """Replace the innermost object that holds the call by ``new(object)``; also inside JSON texts."""
    if isinstance(value, dict):
        if any(item == call for item in value.values()):
            return new(value), True
        for key, item in value.items():
            changed, found = _put(item, call, new)
            if found:
                return {**value, key: changed}, True
    if isinstance(value, str) and value.startswith("{"):
        try:
            changed, found = _put(json.loads(value), call, new)
        except ValueError:
            return value, False
        return (changed if not isinstance(changed, dict) else json.dumps(changed)), found
    return value, False


def _replaced(trial: Trial, new: Callable[[object], Json]) -> bytes:
    value, found = _put(json.loads(trial.payload), trial.call, new)
    if not found:
        raise NotPossible("the payload holds no command")
    return json.dumps(value, ensure_ascii=True).encode("utf-8", "surrogatepass")


def _command(trial: Trial, put: Callable[[str], Json]) -> bytes:
    """Replace the command itself."""

    def new(holder: object) -> Json:
        assert isinstance(holder, dict)
        return {key: put(item) if item == trial.call else item for key, item in holder.items()}

    return _replaced(trial, new)


def _duplicate(trial: Trial) -> bytes:
    """Give the command's object the command twice: the real one first, a harmless one last."""
    marked = _command(trial, lambda call: MARK)
    text = marked.decode()
    for quote in ('"', '\\"'):
        for key in _keys(text, quote):
            old = f"{quote}{key}{quote}: {quote}{MARK}{quote}"
            if old in text:
                call = json.dumps(trial.call)[1:-1]
                call = json.dumps(call)[1:-1] if quote != '"' else call
                real = f"{quote}{key}{quote}: {quote}{call}{quote}"
                last = f"{quote}{key}{quote}: {quote}ls{quote}"
                return text.replace(old, f"{real}, {last}").encode()
    raise NotPossible("the payload holds no command")


def _keys(text: str, quote: str) -> Iterator[str]:
    before = text.partition(MARK)[0].rstrip(quote + "\\").rstrip(": ")
    yield before.rstrip(quote + "\\").rpartition('"')[2]


def _bytes(trial: Trial, inside: bytes) -> bytes:
    text = _command(trial, lambda call: call + MARK)
    return text.replace(MARK.encode(), inside)


def _beside(trial: Trial, member: bytes) -> bytes:
    return b"{" + member + b"," + trial.payload.lstrip()[1:]


def _array(trial: Trial) -> bytes:
    return b"[" + trial.payload + b"]"


def _foreign(trial: Trial) -> bytes:
    from failshut.drill.payloads import payload
    from failshut.interpret import HOSTS

    sender = "copilot" if trial.host != "copilot" else "gemini"
    assert sender in HOSTS
    return payload(sender, "", trial.call, str(trial.project), str(trial.home))


MAKERS: dict[str, Callable[[Trial], bytes]] = {
    "empty": lambda trial: b"",
    "garbage": lambda trial: b"\x00\xff not JSON \x1b[31m {",
    "truncated": lambda trial: trial.payload[: len(trial.payload) * 3 // 5],
    "huge": lambda trial: _beside(trial, b'"filler": "' + b"x" * HUGE + b'"'),
    "list": lambda trial: _replaced(trial, lambda holder: [trial.call]),
    "null": lambda trial: _replaced(trial, lambda holder: None),
    "number": lambda trial: _command(trial, lambda call: 7),
    "array": _array,
    "duplicate": _duplicate,
    "bom": lambda trial: b"\xef\xbb\xbf" + trial.payload,
    "foreign": _foreign,
    "invalid-utf8": lambda trial: _bytes(trial, b" # \xff\xfe\x80"),
    "surrogate": lambda trial: _bytes(trial, b" # \\ud800"),
    "deep": lambda trial: _beside(trial, b'"filler": ' + b"[" * DEEP + b"]" * DEEP),
    "trailing": lambda trial: trial.payload + b'\n{"tool_name": "Read", "tool_input": {}}\n',
    "nan": lambda trial: _beside(trial, b'"filler": NaN'),
}
