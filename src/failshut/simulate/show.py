"""Show one outcome to a person."""

from __future__ import annotations

from collections.abc import Iterator

from failshut.interpret import Outcome

MEANING = {
    "ran": "the action goes ahead",
    "blocked": "refused",
    "asked": "a person is asked (with nobody there it is refused)",
    "stopped": "the loop or session is stopped",
    "ended": "the turn or run ends",
    "context-added": "the action goes ahead, and the model reads a text beside it",
    "replaced": "the input or the result is replaced",
    "unknown": "nobody has measured or documented it",
}
"""What each effect means, of the action the event is about."""


def lines(title: str, version: str, event: str, outcome: Outcome) -> Iterator[str]:
    """Yield the lines of one prediction."""
    yield f"{title} {version} · {event}"
    yield f"  effect      {outcome.effect}: {MEANING[outcome.effect]}"
    yield from _text("model reads", outcome.model_text)
    for more in outcome.model_extra:
        yield from _text("and", more)
    yield from _text("person sees", outcome.user_text)
    yield f"  because     {outcome.cell}: {outcome.source}"
    yield f"  evidence    {outcome.evidence} · {outcome.version} · {outcome.date}"
    if outcome.note:
        yield f"  note        {outcome.note}"


def _text(label: str, text: str | None) -> Iterator[str]:
    first, *rest = (text if text is not None else "nothing of the hook").split("\n")
    yield f"  {label:<11} " + (f"│ {first}" if text is not None else first)
    for line in rest:
        yield " " * 14 + f"│ {line}"
