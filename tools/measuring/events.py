"""Run the recorded rows of other events anew, as far as a headless run reaches them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from failshut.interpret import Outcome, contract, interpret
from failshut.prove import session
from failshut.prove.recipe import SUB, TASK
from failshut.prove.script import DONE, Script, Step, Talk
from failshut.prove.stage import Stage
from measuring import calls, hooks, room
from measuring.found import CHANGED, NEW, SKIPPED, UNCHANGED, UNTOLD, Measured, Row, within

KIND = "events"
SHELL, FAILING, AGENT, NONE = "shell", "failing", "agent", ""
SUBTASK = f"{SUB}: do it"
MARK = re.compile(r"[A-Z][A-Za-z0-9]*-[A-Z0-9]+")
"""Words that a recorded hook says and nobody else does."""


@dataclass(frozen=True)
class Base:
    """What a run without the hook did."""

    turns: int
    ran: bool


_BASES: dict[tuple[object, ...], Base] = {}


def way(event: str) -> str:
    """Say what a model must do for the event to come ("" = a headless run doesn't reach it)."""
    low = event.lower()
    if event == "(all)" or "compact" in low or "compress" in low:
        return NONE
    if "subagent" in low:
        return AGENT
    return FAILING if "toolusefailure" in low else SHELL


def not_run(host: str, row: Row) -> str:
    """Say why a row can't be run anew ("" = it can)."""
    event, tool = str(row["event"]), str(row.get("tool"))
    if not way(event):
        return (
            "a headless run doesn't reach the event with one hook" if event != "(all)" else "no single hook"
        )
    why = hooks.not_done(row)
    if not why and not tool.startswith("(") and way(event) == SHELL:
        return calls.not_run(host, row)
    return why


def script(place: Stage, event: str, judge: str) -> Script:
    """Return a model that makes the event come."""
    recipe, kind = place.recipe, way(event)
    if kind == AGENT:
        main = tuple(build(SUBTASK) for build in recipe.agent)
        return Script((Talk(TASK, main), Talk(SUB, (recipe.shell(room.CALL),))))
    if kind == FAILING and place.host == "copilot":
        steps = (recipe.shell(room.CALL), Step("view", {"path": str(place.project / "nothing")}))
        return hooks.script(*steps, judge=judge)
    command = f"{room.CALL}; exit 3" if kind == FAILING else room.CALL
    return hooks.script(recipe.shell(command), judge=judge)


def call_text(host: str, event: str) -> str:
    """Return what a host may repeat of the action: the sub-agent's prompt, the person's, the command."""
    if way(event) == AGENT:
        return SUBTASK
    return TASK if contract(host).events.get(event) == "prompt" else room.CALL


def base(order: session.Order, row: Row, judge: str) -> Base:
    """Return what a run without the hook does, run once for each way and command line."""
    arguments = hooks.arguments(order.host, row)
    key = (order.host, order.program, way(str(row["event"])), arguments)
    if key not in _BASES:
        with room.room(order, arguments) as place:
            seen = room.go(place, script(place, str(row["event"]), judge))
            _BASES[key] = Base(seen.turns, seen.ran)
    return _BASES[key]


def measured(order: session.Order, row: Row, version: str) -> Measured:
    """Run a row anew."""
    host, case, event = order.host, str(row["case"]), str(row["event"])
    why = not_run(host, row)
    if why:
        return Measured(KIND, case, SKIPPED, why=why)
    prompt = hooks.wiring_of(row).get("type") == "prompt"
    judge = hooks.judging(row) if prompt else ""
    without = base(order, row, judge)
    goes_on = contract(host).events.get(event) in contract(host).words("events/keeps-going")
    with room.room(order, hooks.arguments(host, row)) as place:
        handler = hooks.entry(host, row, room.lab(place), once=goes_on or "tailToolCall" in _said(row))
        hooks.wire(host, event, place, handler)
        seen = room.go(place, script(place, event, judge))
        says = interpret(host, event, [room.as_run(row, event, handler, place)],
                         tool=str(row.get("tool") or ""), switches=row.get("switches") or {},  # type: ignore[arg-type]
                         call_text=call_text(host, event), version=version or None)  # fmt: skip
        text = room.anonymous(seen.text, place)
        wanted = room.anonymous(says.model_text, place) if says.model_text is not None else None
        recorded = room.as_row(row, version, says.effect, wanted, place, handler, seen)
    if not prompt and not seen.fired:
        return Measured(KIND, case, SKIPPED, says.cell, why="the hook never ran")
    saw = what(seen, without, text, row, wanted)
    told = f"{says.effect}: {wanted or ''}"[:200]
    if says.effect == "unknown" and row.get("effect") == "other":
        return Measured(KIND, case, SKIPPED, says.cell, why=UNTOLD)
    if says.effect == "unknown":
        return Measured(KIND, case, NEW, says.cell, told, saw)
    same = fits(says, goes_on, seen, without, text, row, wanted)
    state, told_row = (UNCHANGED, recorded) if same else (CHANGED, {})
    return Measured(KIND, case, state, says.cell, told, saw, row=told_row)


def what(seen: room.Seen, without: Base, text: str, row: Row, wanted: str | None) -> str:
    """Say in words what a run did."""
    words = ", ".join(strangers(text, row, wanted)) or "nothing unforeseen of the hook's"
    read = "" if wanted is None else ("the text, " if within(wanted, text) else "not the text, ")
    did = "ran" if seen.ran else "refused"
    return (
        f"{did}: {seen.turns} requests ({without.turns} without the hook), the model read {read}{words}"
        f"{'' if DONE in seen.trial.output or seen.trial.exit == 0 else f', exit {seen.trial.exit}'}"
    )


def _said(row: Row) -> str:
    hook = row["hook"]
    assert isinstance(hook, Mapping)
    return f"{hook.get('stdout') or ''}\n{hook.get('stderr') or ''}"


def strangers(text: str, row: Row, wanted: str | None) -> list[str]:
    """Return the hook's own words that the model read though nothing foretold it."""
    return sorted(
        word for word in set(MARK.findall(_said(row))) if word in text and word not in (wanted or "")
    )


def fits(
    says: Outcome, goes_on: bool, seen: room.Seen, without: Base, text: str, row: Row, wanted: str | None
) -> bool:
    """Say whether a run went as foretold."""
    texts = [part for part in (wanted, *says.model_extra) if part is not None]
    if not all(within(part, text) for part in texts):
        return False
    told = "\n".join(texts)
    if says.effect != "replaced" and strangers(text, row, told):
        return False
    more, less, ran = seen.turns > without.turns, seen.turns < without.turns, seen.ran == without.ran
    match says.effect:
        case "ran" | "ended":
            return not more and not less and seen.ran >= without.ran
        case "context-added":
            return (more if goes_on else not more and not less) and ran
        case "replaced" if wanted is None and not seen.turns:
            return True  # the hook's answer stands for the model's
        case "replaced":
            return not less and ran
        case "blocked" if goes_on:
            return more and ran
        case "blocked":
            return not seen.ran and (less if wanted is None else not less)
        case "stopped":
            return less or (goes_on and not more)
        case "asked":
            return not seen.ran and not without.ran
    return False
