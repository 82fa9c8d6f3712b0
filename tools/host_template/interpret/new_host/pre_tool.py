"""Say what New Host does with a call after its hooks."""

from __future__ import annotations

from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome, Run


def pre_tool(scene: Scene) -> Outcome:
    """Judge the event before a tool call: the first run that isn't plain silence speaks."""
    cells = [_cell(run) for run in scene.runs]
    return scene.outcome(next((cell for cell in cells if cell != "no-opinion"), "no-opinion"))


def _cell(run: Run) -> str:
    """Return the cell that says what one run does."""
    if run.timed_out:
        return "timeout"
    if run.exit == 2:
        return "exit-2"
    if run.spawn_error or run.exit != 0:
        return "failed"
    return "output" if run.stdout.strip() else "no-opinion"
