"""Judge one trial by the host's contract: was the action stopped, and does the model read why?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

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
SHORTEST = 6


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
    outcome = interpret(host, event, [seen(run, entry)], tool=tool, call_text=call)
    gate = role(host, event) == KEEPS_GOING
    return Judged(_of_gate(outcome) if gate else _verdict(outcome, run), outcome, run)


def _of_gate(outcome: Outcome) -> str:
    if outcome.effect == "unknown":
        return INCONCLUSIVE
    return KEPT if outcome.effect == "blocked" else ENDS


def _verdict(outcome: Outcome, run: HookRun) -> str:
    match outcome.effect:
        case "blocked":
            return REFUSED if reads(outcome, run) else UNREAD
        case "stopped" | "ended":
            return UNREAD
        case "asked":
            return ASKED
        case "ran" | "context-added" | "replaced":
            return OPEN
    return INCONCLUSIVE


def reads(outcome: Outcome, run: HookRun) -> bool:
    """Say whether the model reads at least one line of the hook's own words."""
    text = " ".join((outcome.model_text or "").split())
    return any(said in text for said in _said(run) if len(said) >= SHORTEST)


def _said(run: HookRun) -> Iterator[str]:
    for line in run.stderr.splitlines():
        yield " ".join(line.split())
    for line in (run.stdout, *run.stdout.splitlines()):
        try:
            yield from _strings(json.loads(line))
        except (ValueError, RecursionError):
            yield " ".join(line.split())


def _strings(value: object) -> Iterator[str]:
    match value:
        case str():
            for line in value.splitlines():
                yield " ".join(line.split())
        case dict():
            for item in value.values():
                yield from _strings(item)
        case list():
            for item in value:
                yield from _strings(item)
