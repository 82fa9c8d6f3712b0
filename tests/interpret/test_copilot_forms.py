"""Rows of our own, measured on Copilot CLI 1.0.102: a progress line beside the JSON, by entry form."""

import pytest

from failshut.interpret import Run, interpret

PROGRESS = (
    '{"type":"progress","message":"NOTE"}\n{"permissionDecision":"deny","permissionDecisionReason":"WHY"}\n'
)
ROWS = [
    (
        {"exec": "/bin/sh", "args": ["-c", "x"]},
        2,
        "blocked",
        "Denied by preToolUse hook: hook exited with code 2",
    ),
    ({"exec": "/bin/sh", "args": ["-c", "x"]}, 0, "ran", None),
    ({"bash": "x"}, 2, "blocked", "Denied by preToolUse hook: WHY"),
    ({"bash": "x"}, 0, "blocked", "Denied by preToolUse hook: WHY"),
    ({"command": "x"}, 2, "blocked", "Denied by preToolUse hook: WHY"),
]


@pytest.mark.parametrize("wiring,status,effect,text", ROWS)
def test_a_progress_line(wiring: dict, status: int, effect: str, text: str | None) -> None:
    found = interpret("copilot", "preToolUse", [Run(exit=status, stdout=PROGRESS, wiring=wiring)])
    assert (found.effect, found.model_text) == (effect, text)
