"""Say what Claude Code does with its hooks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from failshut.interpret.claude_code import answers, permissions
from failshut.interpret.claude_code.answers import Voice
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome, Run


def pre_tool(scene: Scene) -> Outcome:
    """Judge PreToolUse: hooks run in parallel, the host waits for all.

    ``continue:false`` ends the loop whatever else is said; then deny > defer > ask > allow.
    """
    pairs = [(run, answers.voice(scene, run)) for run in distinct(scene.runs)]
    voices = [voice for _, voice in pairs]
    notes = "\n".join(voice.user for voice in voices if voice.user) or None
    contexts = [_context(scene, voice) for voice in voices if voice.context]
    for kind in ("stop", "deny", "defer", "ask"):
        chosen = [(run, voice) for run, voice in pairs if voice.kind == kind]
        if chosen:
            voice = _last(chosen) if kind == "deny" else chosen[0][1]
            return _spoken(scene, voice, contexts, notes)
    allowed = next((voice for voice in voices if voice.kind == "allow"), None)
    own = permissions.decide(scene, allowed is not None)
    if own is not None:
        return own
    if any(voice.updated for voice in voices):
        return scene.outcome("replace", extra=contexts, user=notes)
    if contexts:
        return scene.outcome("context", model=contexts[0], extra=contexts[1:], user=notes)
    said = allowed or next((voice for voice in voices if voice.cell != "no-opinion"), None)
    return scene.outcome(said.cell if said else "no-opinion", user=_without(scene, said, notes))


def _spoken(scene: Scene, voice: Voice, contexts: Sequence[str], notes: str | None) -> Outcome:
    if voice.kind == "deny":
        # The interface of a callback that times out answers without the usual prefix.
        bare = voice.cell == "callback-timeout"
        prefix = "" if bare else scene.phrase("prefix").format(tool=scene.tool)
        text = prefix + shorten(scene, voice.text)
        return scene.outcome(voice.cell, model=text, extra=contexts, user=notes)
    if voice.kind == "ask":
        cell = _surface(scene)
        return scene.outcome(cell, reason=voice.text, tool=scene.tool, extra=contexts, user=notes)
    return scene.outcome(voice.cell, extra=contexts if voice.kind == "defer" else (), user=notes)


def _surface(scene: Scene) -> str:
    flags = scene.flags() or ()
    if ("--permission-prompts", "none") in pairwise(flags):
        return "ask-no-surface"
    return "ask-dialog" if scene.interactive else "ask"


def shorten(scene: Scene, reason: str) -> str:
    """Cut a reason over the limit to head, mark and tail (a pointer to a file follows it)."""
    limit = scene.number("reason-limit")
    if len(reason) <= limit:
        return reason
    half = limit // 2
    lost = str(len(reason) - limit)
    return scene.phrase("reason-cut").format(head=reason[:half], lost=lost, tail=reason[-half:])


def spill(scene: Scene, text: str) -> str:
    """Return a text for the model, or the notice that stands for one that is too long."""
    if len(text) < scene.number("pre-tool/context-limit"):
        return text
    return scene.phrase("pre-tool/context-spill").format(head=text[:2048])


def _context(scene: Scene, voice: Voice) -> str:
    return scene.say("context", tool=scene.tool, reason=spill(scene, voice.context))


def distinct(runs: Sequence[Run]) -> list[Run]:
    """Drop repeated entries: identical ones run once."""
    kept: dict[tuple[str, str], Run] = {}
    for run in runs:
        key = (str(run.wiring.get("type", "command")), answers.label(run))
        kept.setdefault(key if key[1] else ("", str(id(run))), run)
    return list(kept.values())


def _last(chosen: Sequence[tuple[Run, Voice]]) -> Voice:
    """Choose the refusal that finishes last; at the same time exit 2 goes before JSON."""

    def rank(pair: tuple[Run, Voice]) -> tuple[float, bool]:
        seconds = pair[0].wiring.get("seconds", 0)
        return (seconds if isinstance(seconds, int | float) else 0.0, pair[1].cell == "exit-2")

    best = max(rank(pair) for pair in chosen)
    return [voice for run, voice in chosen if rank((run, voice)) == best][-1]


def _without(scene: Scene, said: Voice | None, notes: str | None) -> str | None:
    # The cell that is named brings its own notice; don't show it twice.
    own = scene.note(said.cell) if said else None
    return None if own and notes == own else notes
