"""Judge one trial by the host's contract: was the action stopped, and does the model read why?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from failshut.drill.roles import KEEPS_GOING, role
from failshut.drill.run import HookRun
from failshut.interpret import Outcome, Run, contract, interpret

REFUSED, UNREAD, ASKED, OPEN, LIMIT = "refused", "unread", "asked", "open", "limit"
EXECUTED, INCONCLUSIVE, ABSENT = "executed", "inconclusive", "not applicable"
ENDS, KEPT = "ends", "kept going"
WORDS = {
    REFUSED: "refused, and the model reads why",
    UNREAD: "refused, and the model reads none of the hook's words",
    ASKED: "a person is asked",
    OPEN: "OPEN: the call goes through",
    LIMIT: "open for every hook on this host",
    EXECUTED: "THE PAYLOAD IS EXECUTED",
    INCONCLUSIVE: "inconclusive",
    ABSENT: "nothing to break",
    ENDS: "the turn ends",
    KEPT: "the agent is sent back to work",
}
SHUT = (REFUSED, UNREAD, ASKED)
MARK = "words-of-the-hook"
SAYS = frozenset(("reason", "systemMessage", "stopReason", "additionalContext", "message"))
"""Keys whose value is what a hook says, on some host; a host's own answers add theirs."""


@dataclass(frozen=True)
class Judged:
    """What a host makes of a trial: ``verdict`` is one of the words above."""

    verdict: str
    outcome: Outcome
    run: HookRun


def seen(run: HookRun, entry: Mapping[str, object]) -> Run:
    """Return what the host saw, in the simulator's form; ``entry`` is the hook as wired."""
    return Run(
        exit=run.exit,
        signal=run.signal,
        stdout=run.stdout,
        stderr=run.stderr,
        timed_out=run.timed_out,
        spawn_error=run.spawn_error,
        holds_pipe=run.holds_pipe,
        wiring=entry,
    )


def judge(host: str, event: str, entry: Mapping[str, object], call: str, run: HookRun) -> Judged:
    """Say what ``host`` does after ``run``, by its contract alone."""
    tool = contract(host).phrase("facts/shell-tool")
    shown = seen(run, entry)
    outcome = interpret(host, event, [shown], tool=tool, call_text=call)
    if role(host, event) == KEEPS_GOING:
        return Judged(_of_gate(outcome), outcome, run)
    verdict = _verdict(outcome)
    if verdict == REFUSED and not reads(host, event, shown, tool=tool, call=call):
        verdict = UNREAD
    return Judged(verdict, outcome, run)


def _of_gate(outcome: Outcome) -> str:
    if outcome.effect == "unknown":
        return INCONCLUSIVE
    return KEPT if outcome.effect == "blocked" else ENDS


def _verdict(outcome: Outcome) -> str:
    match outcome.effect:
        case "blocked":
            return REFUSED
        case "stopped" | "ended":
            return UNREAD
        case "asked":
            return ASKED
        case "ran" | "context-added" | "replaced":
            return OPEN
    return INCONCLUSIVE


def reads(host: str, event: str, run: Run, *, tool: str, call: str) -> bool:
    """Say whether the model reads the hook's own words: other words would change what it reads."""
    marked = replace(run, stderr=_marked(run.stderr), stdout=_answer(run.stdout, _keys(host)))
    outcome = interpret(host, event, [marked], tool=tool, call_text=call)
    return MARK in (outcome.model_text or "") or any(MARK in text for text in outcome.model_extra)


def _marked(text: str) -> str:
    return MARK if text.strip() else text


@cache
def _keys(host: str) -> frozenset[str]:
    """Return the keys under which an answer of this host holds a text for somebody."""
    forms = [cell.value for name, cell in contract(host).cells.items() if name.endswith("/answers")]
    texts = (text for form in forms if isinstance(form, dict) for text in form.values())
    return SAYS | frozenset(key for text in texts for key in _holding(json.loads(str(text))))


def _holding(value: object) -> Iterator[str]:
    for key, item in value.items() if isinstance(value, dict) else ():
        if isinstance(item, str) and "@REASON@" in item:
            yield key
        yield from _holding(item)


def _answer(text: str, keys: frozenset[str]) -> str:
    """Put the mark in the place of every reason in a JSON answer, or of a text that isn't JSON."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return _marked(text)
    return json.dumps(_replaced(value, keys))


def _replaced(value: object, keys: frozenset[str], reason: bool = False) -> object:
    match value:
        case str():
            return _marked(value) if reason else value
        case dict():
            return {key: _replaced(item, keys, key in keys) for key, item in value.items()}
        case list():
            return [_replaced(item, keys, reason) for item in value]
    return value
