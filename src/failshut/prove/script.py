"""Say what a scripted model does: which tool it calls in which conversation, and when it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

DONE = "FINAL: done."
"""What the model says when its script is at an end."""


@dataclass(frozen=True)
class Step:
    """One turn: call ``tool`` with ``arguments``; ``text`` instead of these for a free-form tool."""

    tool: str
    arguments: dict[str, object] = field(default_factory=dict)
    text: str | None = None


@dataclass(frozen=True)
class Talk:
    """The turns of one conversation: the first whose ``mark`` stands in what the user says first.

    ``last`` is what the model says at their end.
    """

    mark: str
    steps: tuple[Step, ...]
    last: str = DONE


@dataclass(frozen=True)
class Script:
    """All conversations of a run; the first is also that of a request without any mark."""

    talks: tuple[Talk, ...]

    def talk(self, said: Sequence[str]) -> Talk:
        """Return the conversation in which the user says this; one without steps is a single answer."""
        single = (talk for talk in self.talks if not talk.steps and any(talk.mark in text for text in said))
        marked = (talk for text in said for talk in self.talks if talk.mark in text)
        return next(single, None) or next(marked, self.talks[0])

    def step(self, said: Sequence[str], results: Sequence[str]) -> Step | None:
        """Return the next turn of a conversation, None at its end.

        ``said`` are the user's texts and ``results`` those of tools so far, in order.
        """
        talk = self.talk(said)
        if len(results) >= len(talk.steps):
            return None
        step = talk.steps[len(results)]
        found = filled(step.arguments, "\n".join(results))
        assert isinstance(found, dict)
        return Step(step.tool, found, step.text)

    def dump(self) -> str:
        """Return the script as JSON."""
        return json.dumps(
            [
                [talk.mark, [[one.tool, one.arguments, one.text] for one in talk.steps], talk.last]
                for talk in self.talks
            ]
        )


def filled(value: object, results: str) -> object:
    """Return arguments in which ``{"$result": REGEX}`` is what its group last matched in the results."""
    match value:
        case {"$result": str() as pattern}:
            found = re.findall(pattern, results)
            return found[-1] if found else ""
        case dict():
            return {key: filled(one, results) for key, one in value.items()}
        case list():
            return [filled(one, results) for one in value]
    return value


def load(text: str) -> Script:
    """Return the script that ``Script.dump`` wrote."""
    held = json.loads(text)
    return Script(tuple(Talk(mark, tuple(Step(*one) for one in steps), last) for mark, steps, last in held))
