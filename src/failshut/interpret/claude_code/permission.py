"""Say what Claude Code does with the hooks around its own permission check."""

from __future__ import annotations

from failshut.interpret.claude_code import permissions
from failshut.interpret.claude_code.answers import Voice
from failshut.interpret.claude_code.voices import told, voices
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome, Run


def permission(scene: Scene) -> Outcome:
    """Judge PermissionRequest: the first decision in time stands; exit codes decide nothing."""
    if set(scene.flags() or ()) & set(scene.words("silenced-by")):
        return scene.outcome("silenced")
    pairs = voices(scene)
    decided = [(run, found) for run, voice in pairs if (found := _decision(scene, voice))]
    if decided:
        cell, text = min(decided, key=lambda pair: _end(pair[0]))[1]
        return scene.outcome(cell, reason=text, user=told(scene, pairs))
    if permissions.mode(scene) in ("auto", "plan"):
        return scene.outcome("not-called")  # the host's own check decides, and asks nobody
    unknown = any(voice.cell == "on-failure-unknown" for _, voice in pairs)
    return scene.outcome("on-failure-unknown" if unknown else "mode-asked", user=told(scene, pairs))


def _decision(scene: Scene, voice: Voice) -> tuple[str, str] | None:
    """Return the cell and the reason of a decision, or None."""
    if voice.cell.startswith("on-failure") and voice.kind == "deny":
        return "on-failure", voice.text
    decision = voice.inner.get("decision")
    if not isinstance(decision, dict):
        return None
    if decision.get("behavior") == "allow":
        return ("replace" if "updatedInput" in decision else "allow"), ""
    if decision.get("interrupt") is True:
        return "interrupt", ""
    return "deny", str(decision.get("message") or scene.phrase("no-reason"))


def _end(run: Run) -> float:
    """Return when the hook answered: a late one at its timeout."""
    seconds = run.wiring.get("timeout" if run.timed_out else "seconds", 0)
    return float(seconds) if isinstance(seconds, int | float) else 0.0


def permission_denied(scene: Scene) -> Outcome:
    """Judge PermissionDenied: the call is refused already, only a retry can be offered."""
    pairs = voices(scene)
    if any(voice.inner.get("retry") is True for _, voice in pairs):
        return scene.outcome("retry", user=told(scene, pairs))
    return scene.outcome("refused", tool=scene.tool, user=told(scene, pairs))
