"""Read what a run of a Cursor hook says, whatever the event."""

from __future__ import annotations

from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, Object, parse_object
from failshut.interpret.types import Run


def failed(run: Run) -> bool:
    """Say whether the hook gave no verdict: no start, a crash, too late, another exit code."""
    return run.timed_out or bool(run.spawn_error) or run.exit not in (0, 2)


def imported(run: Run) -> bool:
    """Say whether the entry stands in one of Claude Code's files."""
    return str(run.wiring.get("where", "")).removeprefix("~/").startswith(".claude/")


def closed(scene: Scene, run: Run) -> bool:
    """Say whether a failure refuses: failClosed, which imported entries don't have."""
    switch = run.wiring.get("failClosed", scene.switches.get("failClosed"))
    return switch is True and not imported(run)


def answer(run: Run) -> Object | None:
    """Return the JSON object on stdout, or None when it isn't exactly one."""
    return parse_object(run.stdout.strip(JS_SPACE))


def answers(scene: Scene) -> list[Object]:
    """Return what the hooks said at exit 0, in order, on events where nothing else counts."""
    heard = [answer(run) for run in scene.runs if not failed(run) and run.exit == 0]
    return [said for said in heard if said]


def last_text(said: list[Object], key: str) -> str:
    """Return the last text under ``key``: of several hooks the last one's field counts."""
    found = [one[key] for one in said if isinstance(one.get(key), str) and one[key]]
    return str(found[-1]) if found else ""
