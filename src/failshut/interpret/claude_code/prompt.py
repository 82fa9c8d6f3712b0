"""Say what Claude Code does with the hooks that run before a prompt."""

from __future__ import annotations

from failshut.interpret.claude_code.answers import Voice
from failshut.interpret.claude_code.voices import added, silent, told, voices, words
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome


def prompt(scene: Scene) -> Outcome:
    """Judge UserPromptSubmit and UserPromptExpansion: a refusal means no request at all."""
    pairs = voices(scene)
    for kind in ("deny", "stop"):
        chosen = next((voice for _, voice in pairs if voice.kind == kind), None)
        if chosen:
            user = told(scene, pairs)
            return scene.outcome(_cell(chosen), user=user, **words(scene), reason=chosen.text)
    return added(scene, pairs) or silent(scene, pairs)


def _cell(voice: Voice) -> str:
    """Return the cell of a refusal; the one by a failed hook doesn't repeat the prompt."""
    if voice.kind == "stop":
        return "stop" if voice.text else "stop-bare"
    if voice.cell == "callback-timeout":
        return "callback-timeout"
    return "on-failure" if voice.cell.startswith("on-failure") else "block"
