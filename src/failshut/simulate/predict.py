"""Predict the outcome of a row from runs of its hooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from failshut.interpret import Outcome, interpret
from failshut.interpret.types import Run


def predict(row: Mapping[str, object], event: str, runs: Iterable[Run], *, tool: str = "") -> Outcome:
    """Say what the row's host does after these runs, with the row's switches, call and version."""
    return interpret(
        str(row["host"]),
        event,
        tuple(runs),
        tool=tool or str(row.get("tool") or ""),
        switches=switches(row),
        call_text=str(row.get("call") or ""),
        version=version(row),
    )


def switches(row: Mapping[str, object]) -> Mapping[str, object]:
    """Return the row's flags, permissions and the like."""
    told = row.get("switches")
    return told if isinstance(told, dict) else {}


def version(row: Mapping[str, object]) -> str | None:
    """Return the version of the row's host, or None."""
    return str(row["host_version"]) if row.get("host_version") else None
