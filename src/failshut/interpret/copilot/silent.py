"""Say what Copilot does with hooks on events that it only reports."""

from __future__ import annotations

from failshut.interpret.copilot.reading import heed_all, told
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome


def silent(scene: Scene) -> Outcome:
    """Judge events whose hooks are called and not read."""
    return scene.outcome("no-opinion")


def ending(scene: Scene) -> Outcome:
    """Judge sessionEnd and SessionEnd: the session is over whatever the hook says."""
    return scene.outcome("ends")


def notification(scene: Scene) -> Outcome:
    """Judge notification and Notification: nothing waits for them, a context may follow."""
    answers, _ = heed_all(scene)
    contexts = told(scene, answers)
    if contexts:
        return scene.outcome("context", model=contexts[0], extra=contexts[1:])
    return scene.outcome("no-opinion")


def mcp_call(scene: Scene) -> Outcome:
    """Judge preMcpToolCall: only silence at exit 0 is known to leave the call alone."""
    quiet = all(run.exit == 0 and not run.timed_out and not run.stdout.strip() for run in scene.runs)
    return scene.outcome("no-opinion" if quiet else "answered")
