"""Say what one run of one Claude Code hook amounts to, for every type of hook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from failshut.interpret.claude_code.output import Output, json_error, read
from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, parse_object
from failshut.interpret.types import Run


@dataclass(frozen=True, slots=True)
class Voice:
    """One hook's say: ``kind`` is stop | deny | defer | ask | allow | "" (no opinion).

    ``text`` is the reason, or plain output; ``inner`` the event's own part of the answer.
    """

    kind: str
    cell: str
    text: str = ""
    context: str = ""
    user: str = ""
    updated: bool = False
    message: str = ""
    inner: Mapping[str, object] = field(default_factory=dict)


def voice(scene: Scene, run: Run) -> Voice:
    """Judge one run; a failure that only a newer version would have refused says so."""
    said = _judged(scene, run)
    failed = said.cell in ("failed-open", "failed-quiet", "timeout-open")
    if failed and _switched(scene, run) and not _blocks(scene, run):
        return replace(said, cell="on-failure-unknown")
    return said


def _judged(scene: Scene, run: Run) -> Voice:
    """Judge one run by the type of its hook."""
    match run.wiring.get("type", "command"):
        case "http":
            return _http(scene, run)
        case "prompt" | "agent":
            return _model(scene, run)
        case "mcp_tool" | "sdk-callback":
            return _program(scene, run)
        case _:
            return _command(scene, run)


def label(run: Run) -> str:
    """Return how the host names a hook in brackets."""
    wiring = run.wiring
    match wiring.get("type", "command"):
        case "http":
            return str(wiring.get("url", ""))
        case "prompt" | "agent":
            return str(wiring.get("prompt", ""))
        case "mcp_tool":
            return f"{wiring.get('server', '')}/{wiring.get('tool', '')}"
        case "sdk-callback":
            return "callback"
    args = wiring.get("args")
    words = [str(word) for word in args] if isinstance(args, list | tuple) else []
    return " ".join([str(wiring.get("command", "")), *words])


def _switched(scene: Scene, run: Run) -> bool:
    """Say whether the entry asks for a refusal when it fails, where the host takes that at all."""
    named = scene.switches.get("onFailure", scene.switches.get("on_failure"))
    if run.wiring.get("onFailure", named) != "block":
        return False
    if run.wiring.get("type", "command") in scene.words("failure-not-for"):
        return False
    ignored = scene.words("failure-ignored") + scene.words("failure-ignored-told")
    return scene.event not in ignored


def _blocks(scene: Scene, run: Run) -> bool:
    return _switched(scene, run) and "block" in scene.words("failure-words")


def _command(scene: Scene, run: Run) -> Voice:
    if run.wiring.get("async") is True:
        return Voice("", "async-config")
    if run.timed_out and run.exit is None:
        # A child that keeps the pipes open is not waited for, so an exit code counts.
        return _late(scene, run)
    if run.spawn_error:
        error, _, path = run.spawn_error.rpartition(": ")
        return _failed(scene, run, scene.phrase("no-start").format(error=error, path=path))
    stdout = run.stdout
    first, _, rest = stdout.strip(JS_SPACE).partition("\n")
    if (parse_object(first) or {}).get("async") is True:
        if not _blocks(scene, run):
            return Voice("", "async-line")
        stdout = rest  # with onFailure the host waits for the end after all
    return _finished(scene, run, stdout)


def _finished(scene: Scene, run: Run, stdout: str) -> Voice:
    output = read(scene, stdout)
    stderr = run.stderr or scene.phrase("no-stderr")
    if output.is_json and (output.stop or output.decision == "deny"):
        return _said(scene, output)
    if run.exit == 2:
        text = scene.say("exit-2", label=label(run), reason=stderr)
        return replace(_said(scene, output), kind="deny", cell="exit-2", text=text, updated=False)
    if output.problem and (run.exit == 0 or not _blocks(scene, run)):
        return _failed(scene, run, output.problem)
    if run.exit != 0 and _blocks(scene, run):
        reason = run.stderr.strip(JS_SPACE) or scene.phrase("no-stderr")
        return _failed(scene, run, reason)
    if output.is_json:
        return _said(scene, output)
    if run.exit == 0:
        plain = stdout.strip(JS_SPACE)
        return Voice("", "not-json" if plain else "no-opinion", plain)
    if run.exit is None or run.exit >= 126:
        return _failed(scene, run, "")
    return Voice("", "failed-quiet")


def _said(scene: Scene, output: Output) -> Voice:
    """Turn a valid answer into a voice."""
    reason = output.reason
    kind, cell = {
        "deny": ("deny", "json-deny"),
        "ask": ("ask", "ask"),
        "defer": ("defer", "defer"),
        "allow": ("allow", "allow"),
    }.get(output.decision, ("", "no-opinion"))
    if kind == "deny":
        reason = reason or scene.phrase("no-reason")
    if output.stop:
        kind, cell, reason = "stop", "stop", output.stop_reason
    user = ""
    if output.message:
        words = {"tool": scene.tool, "reason": output.message}
        user = scene.phrase("system-message").format_map(words)
    return Voice(kind, cell, reason, output.context, user, output.updated, output.message, output.inner)


def _failed(scene: Scene, run: Run, reason: str) -> Voice:
    if not _blocks(scene, run):
        return Voice("", "failed-open", user=scene.note("failed-open") or "")
    if run.wiring.get("type") == "mcp_tool":
        said = scene.say("on-failure-mcp", label=label(run))
        return Voice("deny", "on-failure-mcp", f"{said}\n{reason}" if reason else said)
    return Voice("deny", "on-failure", scene.say("on-failure", label=label(run), reason=reason))


def _late(scene: Scene, run: Run) -> Voice:
    if not _blocks(scene, run):
        return Voice("", "timeout-open", user=scene.note("timeout-open") or "")
    return Voice("deny", "on-failure-timeout", scene.say("on-failure-timeout", label=label(run)))


def _http(scene: Scene, run: Run) -> Voice:
    if run.timed_out:
        return _late(scene, run)
    url = str(run.wiring.get("url", ""))
    status = run.wiring.get("status", 200)
    if run.spawn_error:
        reason = scene.phrase("http-refused").format(address=urlsplit(url).netloc)
        return _failed(scene, run, reason)
    if not isinstance(status, int) or not 200 <= status < 300:
        return _failed(scene, run, scene.phrase("http-status").format(status=status, url=url))
    body = run.stdout.strip(JS_SPACE)
    if not body:
        return Voice("", "no-opinion")
    if not body.startswith("{"):
        return _failed(scene, run, scene.phrase("http-text").format(body=body))
    if parse_object(body) is None:
        error = json_error(scene, body)
        return _failed(scene, run, scene.phrase("http-malformed").format(error=error))
    output = read(scene, body)
    return _failed(scene, run, output.problem) if output.problem else _said(scene, output)


def _model(scene: Scene, run: Run) -> Voice:
    """Judge a prompt or agent hook: ``stdout`` is the checking model's answer.

    An agent that ends without a verdict counts as out of time (agent hooks, no tool call).
    """
    answer = parse_object(run.stdout)
    agent = run.wiring.get("type") == "agent"
    if run.timed_out or (agent and answer is None):
        return _late(scene, run)
    if answer is None or not isinstance(answer.get("ok"), bool):
        return _failed(scene, run, "")
    if answer["ok"]:
        return Voice("", "no-opinion")
    reason = str(answer.get("reason", ""))
    if agent:
        return Voice("deny", "agent-deny", scene.say("agent-deny", reason=reason))
    if run.wiring.get("continueOnBlock") is not True:
        return Voice("stop", "prompt-stop", reason)
    return Voice("deny", "exit-2", scene.say("exit-2", label=label(run), reason=reason))


def _program(scene: Scene, run: Run) -> Voice:
    """Judge an mcp_tool hook or an SDK callback: ``stdout`` is what it returned."""
    callback = run.wiring.get("type") == "sdk-callback"
    if run.timed_out and callback and scene.event in scene.words("callback-closed"):
        # The one timeout that refuses without a switch.
        return Voice("deny", "callback-timeout", scene.say("callback-timeout"))
    if run.timed_out:
        return _late(scene, run)
    # What an MCP tool itself said is withheld from the model.
    reason = scene.phrase("callback-failed") if callback else ""
    if run.spawn_error and not callback:
        server = str(run.wiring.get("server", ""))
        return _failed(scene, run, scene.phrase("mcp-no-server").format(server=server))
    output = read(scene, run.stdout)
    if run.wiring.get("failed") or output.problem:
        return _failed(scene, run, reason)
    if output.is_json:
        return _said(scene, output)
    if run.stdout and _blocks(scene, run):
        return _failed(scene, run, reason)
    return Voice("", "not-json" if run.stdout else "no-opinion", run.stdout.strip(JS_SPACE))
