"""Run the recorded rows of hooks before a tool call anew."""

from __future__ import annotations

import re
from dataclasses import replace

from failshut.interpret import Outcome, contract, interpret
from failshut.prove import recipes, session
from failshut.prove.stage import Stage
from failshut.wire.wiring import Entry
from measuring import hooks, room
from measuring.found import CHANGED, NEW, SKIPPED, UNCHANGED, UNTOLD, Measured, Row, head, within

KIND = "calls"


def not_run(host: str, row: Row) -> str:
    """Say why a row can't be run anew ("" = it can)."""
    why = hooks.not_done(row)
    known = (contract(host).phrase("facts/shell-tool"), recipes.load(host).shell("").tool)
    if not why and row.get("tool") not in known:
        return "a call of another tool than the shell"
    return why


def measured(order: session.Order, row: Row, version: str) -> Measured:
    """Run a row anew."""
    host, case, event = order.host, str(row["case"]), str(row["event"])
    why = not_run(host, row)
    if why:
        return Measured(KIND, case, SKIPPED, why=why)
    with room.room(order, hooks.arguments(host, row)) as place:
        handler = hooks.entry(host, row, room.lab(place))
        hooks.wire(host, event, place, handler)
        judge = hooks.judging(row) if handler.get("type") == "prompt" else ""
        seen = room.go(place, hooks.script(place.recipe.shell(room.CALL), judge=judge))
        says = interpret(host, event, [room.as_run(row, event, handler, place)], tool=str(row["tool"]),
                         switches=row.get("switches") or {}, call_text=room.CALL,  # type: ignore[arg-type]
                         version=version or None)  # fmt: skip
        found = compared(row, says, seen, asks_model=bool(judge))
        if found.state not in (UNCHANGED, CHANGED):
            return found
        return replace(found, row=as_row(row, version, place, handler, says, seen))


def compared(row: Row, says: Outcome, seen: room.Seen, *, asks_model: bool = False) -> Measured:
    """Compare what happened with the prediction."""
    case = str(row["case"])
    if says.effect in ("stopped", "ended"):
        return _ending(row, says, seen)
    if seen.turns < 2:
        return Measured(
            KIND, case, SKIPPED, says.cell, why="the agent ended before the model read a result"
        )
    if not seen.fired and not asks_model:
        return Measured(KIND, case, SKIPPED, says.cell, why="the hook never ran")
    ran = seen.ran or (says.effect == "replaced" and rewritten(row, seen))
    saw = "ran" if ran else "refused"
    shown = head(saw, seen.result)
    if says.effect == "unknown" and row.get("effect") == "other":
        return Measured(KIND, case, SKIPPED, says.cell, why=UNTOLD)
    if says.effect == "unknown":
        return Measured(KIND, case, NEW, says.cell, "unknown", shown)
    wanted = "ran" if says.effect in ("ran", "context-added", "replaced") else "refused"
    text = seen.text if says.effect == "context-added" else seen.result
    read = says.model_text is None or says.effect == "replaced" or within(says.model_text, text)
    same = wanted == saw and read
    return Measured(
        KIND, case, UNCHANGED if same else CHANGED, says.cell, head(wanted, says.model_text), shown
    )


def rewritten(row: Row, seen: room.Seen) -> bool:
    """Say whether the model read what the hook's own command prints."""
    hook = row["hook"]
    said = str(hook.get("stdout")) if isinstance(hook, dict) else ""
    return any(word in seen.result for word in re.findall(r"echo ([\w-]+)", said))


def _ending(row: Row, says: Outcome, seen: room.Seen) -> Measured:
    """Compare a call after which the model isn't asked again; whether it is carried out is recorded."""
    told = row.get("tool_ran")
    ran = told if isinstance(told, bool) else seen.ran
    wanted, saw = _count(ran, 1), _count(seen.ran, seen.turns)
    state = UNCHANGED if wanted == saw else CHANGED
    return Measured(KIND, str(row["case"]), state, says.cell, f"{says.effect}: {wanted}", saw)


def _count(ran: bool, requests: int) -> str:
    return f"{'ran' if ran else 'refused'}, {requests} requests"


def as_row(row: Row, version: str, place: Stage, handler: Entry, says: Outcome, seen: room.Seen) -> Row:
    """Return the run as a row."""
    effect = "blocked" if not seen.ran else "ran"
    text = seen.result if not seen.ran else None
    if says.effect == "asked" and not seen.ran:
        effect = "asked"
    if says.effect in ("context-added", "replaced") and seen.ran:
        effect, text = says.effect, says.model_text
    if says.effect in ("stopped", "ended") and seen.turns < 2:
        effect, text = says.effect, None
    return room.as_row(row, version, effect, text, place, handler, seen)
