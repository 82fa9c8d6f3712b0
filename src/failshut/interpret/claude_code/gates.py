"""Say what Claude Code does with hooks that may refuse something else than a tool call."""

from __future__ import annotations

from failshut.interpret.claude_code.voices import added, silent, told, voices, words
from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE
from failshut.interpret.types import Outcome


def gate(scene: Scene) -> Outcome:
    """Judge events where exit 2 or a block refuses; the table says what else counts there."""
    pairs = voices(scene)
    for kind in ("stop", "deny", "ask"):
        chosen = next((voice for _, voice in pairs if voice.kind == kind), None)
        name = _cell(scene, kind, chosen.cell) if chosen else ""
        if chosen and scene.has(name):
            user = told(scene, pairs)
            return scene.outcome(name, user=user, **words(scene), reason=chosen.text)
    late = any(voice.cell == "timeout-open" for _, voice in pairs)
    if late and scene.has("late"):
        return scene.outcome("late", user=told(scene, pairs))
    return added(scene, pairs) or silent(scene, pairs)


def _cell(scene: Scene, kind: str, cell: str) -> str:
    """Return the table's own name for a verdict: a special cell where there is one."""
    if scene.has(cell):
        return cell
    return "block" if kind == "deny" else kind


def elicitation(scene: Scene) -> Outcome:
    """Judge Elicitation and ElicitationResult: a hook may answer in the person's place."""
    pairs = voices(scene)
    if not any(voice.cell == "exit-2" for _, voice in pairs):
        actions = [voice.inner.get("action") for _, voice in pairs]
        if any(action in ("decline", "cancel") for action in actions):
            return scene.outcome("declined")
        if "accept" in actions:
            return scene.outcome("accepted")
    return gate(scene)


def worktree(scene: Scene) -> Outcome:
    """Judge WorktreeCreate: the hook makes the folder and prints its path; any failure fails."""
    pairs = voices(scene)
    for run, voice in pairs:
        dead = run.timed_out or run.spawn_error or run.exit != 0
        if voice.cell != "unsupported" and run.wiring.get("type", "command") == "command" and dead:
            return scene.outcome("failed")
        path = voice.inner.get("worktreePath")
        if isinstance(path, str) or (voice.cell == "not-json" and run.stdout.strip(JS_SPACE)):
            return scene.outcome("created")
    return scene.outcome("no-path")


def worktree_remove(scene: Scene) -> Outcome:
    """Judge WorktreeRemove: only the exit code counts, and whether the folder is gone."""
    failed = any(run.timed_out or run.spawn_error or run.exit != 0 for run in scene.runs)
    return scene.outcome("failed" if failed else "no-opinion")
