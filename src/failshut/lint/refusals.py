"""Collect the words with which a guard refuses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from failshut.lint.answers import CHECK, HOLE, Answer
from failshut.lint.document import Span
from failshut.lint.hook import Hook
from failshut.lint.shapes import parts, refuses_anyhow, said


@dataclass(frozen=True)
class Refusal:
    """The words of one refusal: ``text`` as far as it can be read, ``whole`` = nothing of it is unknown."""

    answer: Answer
    text: str
    whole: bool
    span: Span


def refusals(hook: Hook) -> Iterator[Refusal]:
    """Yield the words of each refusal by a guard's check."""
    if not hook.guards or hook.type != "command":
        return
    for answer in hook.answers:
        if answer.why != CHECK or not refuses_anyhow(answer):
            continue
        pieces = [piece for text in said(answer) for piece in text]
        text = " ".join(pieces)
        if text.strip(f" {HOLE}"):
            raw = answer.stderr + answer.stdout
            yield Refusal(answer, text, HOLE not in raw, answer.said or answer.span)


def person_text(answer: Answer) -> str:
    """Return the plain text of an answer, without JSON."""
    before, _, after = parts(answer.stdout)
    return f"{before} {after} {answer.stderr}"
