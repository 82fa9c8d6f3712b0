"""Say what Kimi Code CLI does with its hooks."""

from __future__ import annotations

from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, parse_object
from failshut.interpret.types import Outcome, Run


def pre_tool(scene: Scene) -> Outcome:
    """Judge PreToolUse: hooks run in parallel, the first deny in config order speaks."""
    voices = [voice(scene, run) for run in scene.runs]
    for cell, reason in voices:
        if cell in ("exit-2", "json-deny"):
            return scene.outcome(cell, text=_refusal(scene, reason))
    if scene.interactive and not set(scene.flags() or ()) & set(scene.words("auto-flags")):
        return scene.outcome("own-dialog")
    return scene.outcome(next((cell for cell, _ in voices if cell != "no-opinion"), "no-opinion"))


def voice(scene: Scene, run: Run) -> tuple[str, str]:
    """Return one run's cell and its reason ("" unless it refuses); alike on every event."""
    if run.timed_out:
        # The host waits for the end of both pipes: an exit code before it doesn't help.
        return "timeout", ""
    if run.spawn_error or run.exit not in (0, 2):
        return "failed", ""
    if run.exit == 2:
        return "exit-2", run.stderr.strip(JS_SPACE) or scene.phrase("no-reason")
    answer = parse_object(run.stdout.strip(JS_SPACE)) or {}
    inner = answer.get("hookSpecificOutput")
    if not isinstance(inner, dict) or inner.get("permissionDecision") != "deny":
        return "no-opinion", ""
    reason = inner.get("permissionDecisionReason")
    return "json-deny", reason if isinstance(reason, str) and reason else scene.phrase("no-reason")


def _refusal(scene: Scene, reason: str) -> str:
    text = scene.phrase("frame").format(reason=_shorten(scene, reason))
    timed = scene.tool in scene.words("timed-tools")
    if timed or scene.tool.startswith(scene.phrase("timed-prefix")):
        return scene.phrase("timed-frame").format(reason=text)
    return text


def _shorten(scene: Scene, reason: str) -> str:
    """Cut a long reason: first each line, then the whole, with a pointer to a file."""
    limit, line_limit = scene.number("limit"), scene.number("line-limit")
    if len(reason) <= limit:
        return reason
    mark = scene.phrase("line-mark")
    lines = (line if len(line) <= line_limit else line[:line_limit] + mark for line in reason.split("\n"))
    text = "\n".join(lines)
    if len(text) <= limit:
        return text
    preview = scene.number("preview")
    words = {"limit": limit, "tool": scene.tool, "chars": len(reason), "preview": preview}
    size = len(reason.encode("utf-8", "replace"))
    return scene.phrase("spill").format(**words, bytes=size, head=reason[:preview])
