"""Say what Claude Code does with the hooks that run when a turn is about to end."""

from __future__ import annotations

from failshut.interpret.claude_code.answers import label
from failshut.interpret.claude_code.voices import Pair, added, contexts, silent, told, voices, words
from failshut.interpret.scene import Scene
from failshut.interpret.text import parse_object
from failshut.interpret.types import Outcome


def turn(scene: Scene) -> Outcome:
    """Judge Stop and SubagentStop: a refusal sends its reason back and the turn goes on."""
    pairs = voices(scene)
    if any(voice.cell == "stop" for _, voice in pairs):
        return scene.outcome("stop", user=told(scene, pairs))
    reasons = [reason for pair in pairs if (reason := _reason(scene, pair)) is not None]
    if reasons:
        texts = [scene.say("block", **words(scene), reason=reason) for reason in reasons]
        texts += [text for _, text in contexts(scene, pairs)]
        notes = _join(_notice(scene), told(scene, pairs))
        return scene.outcome("block", model=texts[0], extra=texts[1:], user=notes)
    found = added(scene, pairs)
    if found:
        return found
    failed = any(voice.cell in ("failed-open", "failed-quiet") for _, voice in pairs)
    return silent(scene, pairs, _notice(scene) if failed else None)


def _reason(scene: Scene, pair: Pair) -> str | None:
    """Return why the turn may not end; a prompt hook may call its own condition hopeless."""
    run, voice = pair
    if run.wiring.get("type") == "prompt" and (parse_object(run.stdout) or {}).get("impossible") is True:
        return None
    if voice.cell == "prompt-stop":
        return scene.say("pre-tool/exit-2", label=label(run), reason=voice.text)
    return voice.text if voice.kind == "deny" else None


def _notice(scene: Scene) -> str | None:
    return scene.phrase("notice") if scene.event in scene.words("noticed") else None


def _join(*lines: str | None) -> str | None:
    return "\n".join(line for line in lines if line) or None
