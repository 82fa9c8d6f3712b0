"""Say what Gemini CLI does with its hooks."""

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


def pre_tool(scene: Scene) -> Outcome:
    """Judge BeforeTool: every hook runs, the host joins all answers into one."""
    voices = [_voice(scene, run) for run in scene.runs]
    answers = [voice.answer for voice in voices]
    notes = _notes(scene, answers)
    for answer in answers:
        inner = answer.get("hookSpecificOutput")
        if truthy(inner) and not isinstance(inner, dict | list):
            return scene.outcome("bus-error", reason=js_string(inner), user=notes)
    for answer in answers:
        if answer.get("continue") is False:
            reason = answer.get("stopReason") or answer.get("reason")
            text = js_string(reason) if reason else scene.phrase("no-reason")
            return scene.outcome("stop", reason=text, user=notes)
    deciding = [voice for voice in voices if voice.answer.get("decision") in ("deny", "block")]
    if deciding:
        return scene.outcome(deciding[0].cell, reason=_reasons(scene, answers), user=notes)
    if any(answer.get("decision") == "ask" for answer in answers):
        return scene.outcome("ask", user=notes)
    return _let_through(scene, voices, notes)


def _let_through(scene: Scene, voices: Sequence[Voice], notes: str | None) -> Outcome:
    flags = scene.flags() or ()
    confirmed = set(flags) & set(scene.words("auto-flags"))
    if scene.interactive and not confirmed and scene.tool not in scene.words("approved-tools"):
        return scene.outcome("own-dialog", user=notes)
    for voice in voices:
        inner = voice.answer.get("hookSpecificOutput")
        changed = inner.get("tool_input") if isinstance(inner, dict) else None
        if isinstance(changed, dict):
            wrong = _invalid(scene, changed)
            return scene.outcome("replace-bad" if wrong else "replace", reason=wrong, user=notes)
    telling = next((voice for voice in voices if voice.cell not in ("no-opinion", "json-deny")), None)
    if telling is None or telling.cell == "exit-deny":
        return scene.outcome("no-opinion", user=notes)
    return scene.outcome(telling.cell, reason=telling.fault, user=notes)


def _voice(scene: Scene, run: Run) -> Voice:
    if run.timed_out:
        timeout = str(run.wiring.get("timeout", ""))
        return Voice("lost", fault=scene.phrase("timed-out").format(timeout=timeout))
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
        return Voice("warned", {"systemMessage": scene.phrase("warning").format(reason=text)})
    return Voice("exit-deny", {"decision": "deny", "reason": text})


def _reasons(scene: Scene, answers: Sequence[Object]) -> str:
    """Join the reasons of all answers, also of those that allow."""
    said = [js_string(answer["reason"]) for answer in answers if truthy(answer.get("reason"))]
    return "\n".join(said) or scene.phrase("no-reason")


def _notes(scene: Scene, answers: Sequence[Object]) -> str | None:
    said = [js_string(a["systemMessage"]) for a in answers if truthy(a.get("systemMessage"))]
    if not said:
        return None
    return scene.phrase("system-message").format(reason="\n".join(said))


def _invalid(scene: Scene, changed: Object) -> str:
    """Return why the rewritten input is refused, as far as the tool's schema is known."""
    required = scene.lookup("required").get(scene.tool)
    for name in required if isinstance(required, list) else ():
        if name not in changed:
            return scene.phrase("replace-missing").format(field=name)
        if not isinstance(changed[name], str):
            return scene.phrase("replace-type").format(field=name)
    return ""
