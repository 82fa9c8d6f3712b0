"""Answer recorded rows: one JSON object a line in, one a line out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from failshut.errors import FailshutError
from failshut.exits import UsageError
from failshut.interpret import Outcome, event_from_row, runs_from_row
from failshut.interpret.types import Entry
from failshut.simulate import configured
from failshut.simulate.predict import predict

_TEXTS = ("host", "event", "tool", "host_version", "call", "config", "what")


def answers(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield ``(line number, answer)`` for every line that isn't blank.

    A line that can't be used yields ``{"line", "error"}`` (with the row's name where it has one).
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        row: object = None
        try:
            row = json.loads(line)
            yield number, answer(row)
        except json.JSONDecodeError as error:
            yield number, {"line": number, "error": f"not JSON: {error.msg} (column {error.colno})"}
        except FailshutError as error:
            yield number, {**_name(row), "line": number, "error": str(error)}
        except (RecursionError, MemoryError, ValueError, TypeError, OverflowError) as error:
            told = f"this row can't be read: {type(error).__name__}: {str(error)[:200]}"
            yield number, {**_name(row), "line": number, "error": told}


def answer(row: object) -> dict[str, object]:
    """Predict what became of a row's action; raises UsageError for a row that can't be read."""
    if not isinstance(row, dict):
        raise UsageError("a row is one JSON object")
    for key in _TEXTS:
        if row.get(key) is not None and not isinstance(row[key], str):
            raise UsageError(f"`{key}` must be text")
    if not row.get("host"):
        raise UsageError("`host` is missing")
    _shapes(row)
    if "event" not in row and "config" in row:
        return {**_name(row), **_configured(configured.answer(row))}
    if not row.get("event"):
        raise UsageError("`event` is missing (a row with `config` alone needs none)")
    return {**_name(row), **told(predict(row, event_from_row(row), runs_from_row(row)))}


def _shapes(row: Mapping[str, object]) -> None:
    hooks = row.get("hooks") or ([row["hook"]] if row.get("hook") else [])
    if not isinstance(hooks, list) or not all(isinstance(hook, dict) for hook in hooks):
        raise UsageError("`hook` must be an object, `hooks` a list of objects")
    if not isinstance(row.get("switches") or {}, dict):
        raise UsageError("`switches` must be an object")


def told(outcome: Outcome) -> dict[str, object]:
    """Return an outcome as the object that ``simulate`` prints."""
    return {
        "effect": outcome.effect,
        "model_text": outcome.model_text,
        "model_extra": list(outcome.model_extra),
        "user_text": outcome.user_text,
        "evidence": outcome.evidence,
        "cell": outcome.cell,
        "version": outcome.version,
        "date": outcome.date.isoformat() if outcome.date else None,
        "source": outcome.source,
        "note": outcome.note,
    }


def _configured(said: configured.Answer) -> dict[str, object]:
    bare = {"effect": said.effect, "model_text": None, "user_text": None}
    return {
        **(told(said.outcome) if said.outcome else bare),
        "hooks_loaded": said.loaded,
        "starts": said.found.starts,
        "entries": [_entry(entry) for entry in said.found.entries],
        "dropped": [
            {"file": drop.file, "where": drop.where, "cell": drop.cell, "reason": drop.reason}
            for drop in said.found.dropped
        ],
    }


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "file": entry.file,
        "where": entry.where,
        "event": entry.event,
        "matcher": entry.matcher,
        "wiring": dict(entry.wiring),
    }


def _name(row: object) -> dict[str, object]:
    if not isinstance(row, dict):
        return {}
    return {key: row[key] for key in ("id", "case") if key in row}
