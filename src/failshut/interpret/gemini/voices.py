"""Hear every hook of a Gemini event, and join what they say as the host does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, Object, js_string, parse, truthy
from failshut.interpret.types import Outcome, Run


@dataclass(frozen=True, slots=True)
class Voice:
    """One hook's say: the object that decides, and the cell that explains where it came from."""

    cell: str
    answer: Object = field(default_factory=dict)
    fault: str = ""


def hear(scene: Scene) -> list[Voice]:
    """Return what each hook says, in config order."""
    return [_one(scene, run) for run in scene.runs]


def _one(scene: Scene, run: Run) -> Voice:
    if run.timed_out:
        timeout = str(run.wiring.get("timeout", ""))
        return Voice("lost", fault=scene.phrase("pre-tool/timed-out").format(timeout=timeout))
    if run.spawn_error:
        return Voice("lost", fault=run.spawn_error)
    # One text decides: stdout, or stderr when stdout is blank; a signal counts as exit 0.
    text = run.stdout.strip(JS_SPACE) or run.stderr.strip(JS_SPACE)
    code = run.exit or 0
    if not text:
        quiet = "killed" if run.exit is None else "silent-fault" if code else "no-opinion"
        return Voice(quiet)
    try:
        value = _decode(text)
    except ValueError:
        return _plain(scene, text, code, killed=run.exit is None)
    return Voice("json-deny", value) if isinstance(value, dict) else Voice("no-opinion")


def _decode(text: str) -> object:
    value = parse(text)
    return parse(value) if isinstance(value, str) else value  # a JSON text inside a JSON string


def _plain(scene: Scene, text: str, code: int, *, killed: bool) -> Voice:
    if code == 0:
        return Voice("killed" if killed else "no-opinion", {"systemMessage": text})
    if code == 1:
        return Voice("warned", {"systemMessage": scene.phrase("pre-tool/warning").format(reason=text)})
    return Voice("exit-deny", {"decision": "deny", "reason": text})


def denies(answer: Object) -> bool:
    """Say whether the answer refuses."""
    return answer.get("decision") in ("deny", "block")


def inner(answer: Object) -> Object:
    """Return ``hookSpecificOutput``, or an empty object."""
    part = answer.get("hookSpecificOutput")
    return part if isinstance(part, dict) else {}


def broken(voices: Sequence[Voice]) -> str | None:
    """Return the inner value that throws in the host and loses every hook's answer."""
    for voice in voices:
        part = voice.answer.get("hookSpecificOutput")
        if truthy(part) and not isinstance(part, dict | list):
            return js_string(part)
    return None


def joined(voices: Sequence[Voice], key: str) -> str:
    """Join a text field of all answers, also of those that allow."""
    answers = [voice.answer for voice in voices]
    return "\n".join(js_string(answer[key]) for answer in answers if truthy(answer.get(key)))


def stop_reason(scene: Scene, voices: Sequence[Voice]) -> str | None:
    """Return why the run ends, or None when no hook ends it."""
    ending = [voice for voice in voices if voice.answer.get("continue") is False]
    if not ending:
        return None
    return joined(ending, "stopReason") or reasons(scene, voices)


def reasons(scene: Scene, voices: Sequence[Voice]) -> str:
    """Return the reasons of all hooks in one text."""
    return joined(voices, "reason") or scene.phrase("pre-tool/no-reason")


def context(scene: Scene, voices: Sequence[Voice]) -> str:
    """Return the text that all hooks add for the model, in its tag; "" without one."""
    told = [inner(voice.answer).get("additionalContext") for voice in voices]
    text = "\n".join(part for part in told if isinstance(part, str))
    for char, escape in scene.lookup("session/escapes").items():
        text = text.replace(char, str(escape))
    return scene.phrase("session/context-text").format(context=text) if text else ""


def notes(scene: Scene, voices: Sequence[Voice]) -> str | None:
    """Return the line that shows the person the hooks' messages."""
    said = joined(voices, "systemMessage")
    return scene.phrase("pre-tool/system-message").format(reason=said) if said else None


def quiet(scene: Scene, voices: Sequence[Voice]) -> Outcome:
    """Return the outcome when no hook has a say: the first that didn't go well explains it."""
    for voice in voices:
        if voice.cell == "lost":
            return scene.outcome("lost", reason=voice.fault, user=notes(scene, voices))
        if voice.cell in ("killed", "silent-fault", "warned"):
            return scene.outcome("fault", user=notes(scene, voices))
    return scene.outcome("no-opinion", user=notes(scene, voices))
