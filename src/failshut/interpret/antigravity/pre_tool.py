"""Say what Antigravity CLI does with its hooks, as far as documents and reports tell."""

from __future__ import annotations

from failshut.interpret.scene import Scene
from failshut.interpret.text import Object, parse_object
from failshut.interpret.types import Outcome, Run

_KINDS: dict[str, type] = {"str": str, "list": list, "dict": dict}


def pre_tool(scene: Scene) -> Outcome:
    """Judge PreToolUse: handlers run one after the other; the first that doesn't pass speaks."""
    outcomes = [_one(scene, run) for run in scene.runs]
    if not outcomes:
        return scene.outcome("no-hook")
    order = ("blocked", "unknown", "asked", "replaced", "ran")
    return min(outcomes, key=lambda outcome: order.index(outcome.effect))


def _one(scene: Scene, run: Run) -> Outcome:
    label = _label(scene, run)
    signals = scene.lookup("signals")
    if run.timed_out:
        return scene.outcome("killed", label=label, reason=str(signals["9"]))
    if run.spawn_error:
        return scene.outcome("no-start", label=label, reason=run.spawn_error)
    if run.exit is None:
        name = str(signals.get(str(run.signal), run.signal))
        return scene.outcome("killed", label=label, reason=name)
    if run.exit != 0:
        stderr = run.stderr.strip()
        return scene.outcome("exit", label=label, code=str(run.exit), reason=stderr)
    if not run.stdout.strip():
        return scene.outcome("silence")
    answer = parse_object(run.stdout.strip())
    if answer is None or not _valid(scene, answer):
        return scene.outcome("unmarshal", label=label)
    return _answered(scene, answer)


def _valid(scene: Scene, answer: Object) -> bool:
    fields = scene.lookup("fields")
    return all(
        key in fields and isinstance(value, _KINDS[str(fields[key])] | None)
        for key, value in answer.items()
    )


def _answered(scene: Scene, answer: Object) -> Outcome:
    reason = str(answer.get("reason") or "")
    skipped = bool(set(scene.flags() or ()) & set(scene.words("skip-flags")))
    match answer.get("decision") or "":
        case "":
            return scene.outcome("empty")
        case "deny" if not reason:
            return scene.outcome("empty")
        case "deny":
            return scene.outcome("deny", reason=reason)
        case "allow":
            return scene.outcome("replace" if answer.get("overwrite") else "allow")
        case "ask" if skipped:
            return scene.outcome("ask-skipped")
        case "ask" | "force_ask" if scene.interactive and not skipped:
            return scene.outcome("ask", reason=reason)
        case "ask" | "force_ask" | "deny_unless_prior_grant":
            return scene.outcome("ask-headless")
        case other:
            return scene.outcome("unsupported", reason=str(other))


def _label(scene: Scene, run: Run) -> str:
    wiring = run.wiring
    words = {
        "name": str(wiring.get("name", "")),
        "group": str(wiring.get("group", 0)),
        "handler": str(wiring.get("handler", 0)),
    }
    return scene.phrase("label").format_map(words)
