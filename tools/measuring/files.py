"""Run the recorded rows of configuration files anew: is the guard there, and does it refuse?"""

from __future__ import annotations

import json
import re
from pathlib import Path

from failshut.interpret import configured as told
from failshut.interpret import contract
from failshut.prove import recipes, session
from failshut.prove.stage import Stage
from failshut.simulate import configured
from measuring import hooks, room
from measuring.found import CHANGED, SKIPPED, UNCHANGED, Measured, Row, head, within

KIND = "files"
GUARD = '#!/bin/sh\ncat >/dev/null\ntouch "{lab}/fired"\necho REASON-2 >&2\nexit 2\n'
"""What the guard of rows is that name a script of theirs."""
_COMMAND = re.compile(r"command: (.*)\Z", re.S)
_LINKS = re.compile(
    r"symlink|symbolic link|mode 0\d|world-writable|interactive|sub-?folder|doctor|plugin|extension"
)


def not_run(host: str, row: Row) -> str:
    """Say why a row can't be run anew ("" = it can)."""
    if not isinstance(row.get("config"), str):
        return "no file"
    if told.is_cut(row):
        return "the file was recorded in part"
    if _LINKS.search(str(row.get("what"))):
        return "folders or a session of another kind"
    switches = row.get("switches")
    why = hooks.another_session(switches if isinstance(switches, dict) else {})
    if why:
        return why
    readings = told.readings(row)
    if len(readings) > 1:
        return "where the file stands isn't told"
    if any(name.startswith(("/", "$")) for name in readings[0]):
        return "a file outside of home and project"
    known = (contract(host).phrase("facts/shell-tool"), recipes.load(host).shell("").tool)
    return "" if told.tool_from_row(row) in known else "a call of another tool than the shell"


def put(place: Stage, files: dict[str, str]) -> None:
    """Write the row's files into the home and the project, with the folders of this run."""
    for name, text in files.items():
        path = place.home / name[2:] if name.startswith("~/") else place.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(named(text, place), "utf-8")


def named(text: str, place: Stage) -> str:
    """Return a text with the folders of this run for the marks of rows."""
    marks = {"$LAB": room.lab(place), "$PROJECT": place.project, "$HOME": place.home,
             "$CODEX_HOME": place.home / ".codex"}  # fmt: skip
    for word, folder in marks.items():
        text = text.replace(word, str(folder))
    return text


def trusted(place: Stage, row: Row) -> None:
    """Say for the person that the project's own hooks are trusted, where the row was so."""
    switches = row.get("switches")
    wanted = isinstance(switches, dict) and switches.get("repo_hooks_trusted")
    path = place.home / ".copilot" / "config.json"
    if place.host == "copilot" and wanted and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"trusted_folders": [str(place.project)]}), "utf-8")


def script_guard(folder: Path) -> None:
    """Write the guard that rows name ``$LAB/hook.sh``."""
    path = folder / "hook.sh"
    path.write_text(GUARD.format(lab=folder), "utf-8")
    path.chmod(0o755)


def measured(order: session.Order, row: Row, version: str) -> Measured:
    """Run a row anew."""
    host, case = order.host, str(row["case"])
    why = not_run(host, row)
    if why:
        return Measured(KIND, case, SKIPPED, why=why)
    says = configured.answer({**row, "host_version": version})
    cells = [drop.cell for drop in says.found.dropped]
    cell = says.outcome.cell if says.outcome else ", ".join(dict.fromkeys(cells))
    if says.loaded is None:
        return Measured(KIND, case, SKIPPED, cell, why="the row doesn't tell what decides")
    with room.room(order, hooks.arguments(host, row)) as place:
        script_guard(room.lab(place))
        put(place, told.files_from_row(row))
        trusted(place, row)
        found = _COMMAND.search(str(row.get("what")))
        step = place.recipe.shell(found[1] if found else room.CALL)
        try:
            seen = room.go(place, hooks.script(step))
        except ValueError as error:
            return Measured(
                KIND, case, SKIPPED, cell, why=f"can't be joined with the agent's own file: {error}"[:60]
            )
        # Of several guards that refuse at once, the last to end speaks.
        wanted = says.outcome.model_text if says.outcome and len(says.found.entries) < 2 else None
        if by_record(row, says):
            return recorded(row, cell, seen)
        return compared(case, cell, says, seen, named(wanted, place) if wanted else wanted)


def by_record(row: Row, says: configured.Answer) -> bool:
    """Say whether what became of the call is for the record alone to tell.

    `interpret` weighs no ``if`` rule against a command, and no permission rule of the person's.
    """
    told_call = _COMMAND.search(str(row.get("what"))) is not None
    return told_call or (not says.loaded and row.get("effect") == "blocked")


def recorded(row: Row, cell: str, seen: room.Seen) -> Measured:
    """Compare what happened with what was recorded."""
    wanted, saw = ("ran" if row["effect"] == "ran" else "refused"), "ran" if seen.ran else "refused"
    state = UNCHANGED if wanted == saw else CHANGED
    return Measured(KIND, str(row["case"]), state, cell, f"{wanted}, as recorded", head(saw, seen.result))


def compared(
    case: str, cell: str, says: configured.Answer, seen: room.Seen, wanted: str | None
) -> Measured:
    """Compare what happened with the prediction."""
    if says.effect == "ended":
        state = CHANGED if seen.turns else UNCHANGED
        return Measured(KIND, case, state, cell, "ended: no request", f"ended: {seen.turns} requests")
    if seen.turns < 2 and says.effect != "stopped":
        return Measured(KIND, case, SKIPPED, cell, why="the agent ended before the model read a result")
    saw = head("ran" if seen.ran else "refused", seen.result)
    if says.loaded and says.outcome is None:
        # The guard is a script of the row's: that it was called is all that can be told.
        if seen.fired or not seen.ran:
            return Measured(KIND, case, UNCHANGED, cell, "the guard is called", saw)
        return Measured(KIND, case, SKIPPED, cell, why="nothing shows that the guard was called")
    refused = says.effect in ("blocked", "asked", "stopped")
    same = refused != seen.ran and (not refused or wanted is None or within(wanted, seen.text))
    expected = head("refused" if refused else "ran", wanted)
    return Measured(KIND, case, UNCHANGED if same else CHANGED, cell, expected, saw)
