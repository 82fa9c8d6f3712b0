"""Say what Claude Code does with hooks that can't stop anything."""

from __future__ import annotations

from failshut.interpret.claude_code.voices import added, silent, told, voices, words
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome


def session(scene: Scene) -> Outcome:
    """Judge events that only take texts for the model (SessionStart and its like)."""
    pairs = voices(scene)
    return added(scene, pairs) or silent(scene, pairs)


def log(scene: Scene) -> Outcome:
    """Judge events whose hooks nobody obeys; some show the person what a hook says."""
    return silent(scene, voices(scene))


def display(scene: Scene) -> Outcome:
    """Judge MessageDisplay: other words on the screen, never for the model."""
    pairs = voices(scene)
    if any(isinstance(voice.inner.get("displayContent"), str) for _, voice in pairs):
        return scene.outcome("replace")
    return silent(scene, pairs)


def directory(scene: Scene) -> Outcome:
    """Judge DirectoryAdded: a message for the person reaches the model too."""
    pairs = voices(scene)
    message = next((voice.message for _, voice in pairs if voice.message), None)
    if message is None or scene.switches.get("source") == "register_repo_root":
        return silent(scene, pairs)
    return scene.outcome("message", user=told(scene, pairs), **words(scene), reason=message)
