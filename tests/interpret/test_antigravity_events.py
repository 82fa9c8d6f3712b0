"""Antigravity's events besides the one before a call, as far as documents and reports tell."""

from __future__ import annotations

import pytest

from failshut.interpret import Run, interpret


@pytest.mark.parametrize(
    ("event", "stdout", "exit_code", "effect", "model"),
    [
        ("PostToolUse", "{}", 0, "ran", None),
        ("PostToolUse", "", 2, "ran", None),
        ("PreInvocation", "", 0, "ran", None),
        ("PreInvocation", "", 1, "ran", None),
        ("PreInvocation", '{"injectSteps":[{"userMessage":"T"}]}', 0, "context-added", "T"),
        ("PreInvocation", '{"injectSteps":[{"ephemeralMessage":"T"}]}', 0, "ran", None),
        ("PreInvocation", '{"decision":"deny","reason":"R"}', 0, "ran", None),
        ("PostInvocation", '{"terminationBehavior":"terminate"}', 0, "stopped", None),
        ("PostInvocation", "{}", 0, "ran", None),
        ("PostInvocation", "no", 0, "unknown", None),
        ("Stop", '{"decision":"continue","reason":"R"}', 0, "blocked", "R"),
        ("Stop", '{"decision":"block","reason":"R"}', 0, "ended", None),
        ("Stop", "", 0, "ended", None),
        ("Stop", "", 2, "unknown", None),
        ("SessionStart", "T", 0, "unknown", None),
    ],
)
def test_event(event: str, stdout: str, exit_code: int, effect: str, model: str | None) -> None:
    outcome = interpret("antigravity", event, [Run(exit=exit_code, stdout=stdout)])
    assert (outcome.effect, outcome.model_text) == (effect, model)
    assert outcome.evidence in ("documented", "reported")


def test_all_injected_messages_reach_the_model() -> None:
    two = '{"injectSteps":[{"userMessage":"A"},{"userMessage":"B"}]}'
    outcome = interpret("antigravity", "PreInvocation", [Run(stdout=two), Run(exit=1)])
    assert (outcome.model_text, outcome.model_extra) == ("A", ("B",))
