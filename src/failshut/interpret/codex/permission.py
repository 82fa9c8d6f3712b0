"""Say what Codex CLI does with its hooks before it asks a person for approval."""

from __future__ import annotations

from dataclasses import replace

from failshut.interpret.codex import runs
from failshut.interpret.codex.output import COMPLETED, FAILED, Answer, decode, inner, looks_like_json, said
from failshut.interpret.codex.pre_tool import pre_tool
from failshut.interpret.scene import Scene
from failshut.interpret.text import Object
from failshut.interpret.types import Outcome

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}


def permission(scene: Scene) -> Outcome:
    """Judge PermissionRequest: any deny wins, an allow spares the question, else it is asked.

    Hooks before the call come first: their deny is final.
    """
    earlier = tuple(run for run in scene.later if run.wiring.get("event") == "PreToolUse")
    if earlier:
        before = pre_tool(replace(scene, table="pre-tool", event="PreToolUse", runs=earlier, later=()))
        if before.effect == "blocked":
            return before
    if _never_asks(scene):
        return scene.outcome("never-asks")
    answers = runs.hear(scene, read)
    for answer in answers:
        if answer.cell in ("exit-2", "json-deny"):
            return runs.shown(scene, scene.outcome(answer.cell, text=_refusal(scene, answer.reason)))
    if any(answer.cell == "allow" for answer in answers):
        return scene.outcome("allow")
    failed = any(answer.cell == "failed" for answer in answers)
    return scene.outcome("failed" if failed else "person-asked")


def uncalled(scene: Scene) -> Outcome | None:
    """Say why no hook was called, where the host never asks for approval."""
    asks = scene.table != "permission" or not _never_asks(scene)
    return None if asks else scene.outcome("never-asks")


def _never_asks(scene: Scene) -> bool:
    """Say whether this is ``codex exec``, whose approval policy is always "never"."""
    return scene.flags() is not None and not scene.interactive and "approval_policy" not in scene.switches


def _refusal(scene: Scene, reason: str) -> str:
    if scene.tool not in scene.words("shell-tools"):
        return reason
    inside = scene.phrase("shell-reason").format(reason=_debug(reason))
    return runs.fitted(scene, scene.phrase("shell-text").format(reason=_debug(inside)))


def _debug(text: str) -> str:
    """Quote a text as Rust's Debug does."""
    return '"' + "".join(_ESCAPES.get(char, char) for char in text) + '"'


def read(scene: Scene, text: str) -> Answer:
    """Read stdout: plain text is no verdict, what looks like JSON must be right."""
    if not looks_like_json(text):
        return COMPLETED
    value = decode(scene, text)
    if value is None or value.get("continue") is False or value.get("suppressOutput") is True:
        return FAILED
    if value.get("stopReason") is not None:
        return FAILED
    decision = inner(value).get("decision")
    if decision is None:
        return COMPLETED
    return _decided(scene, decision) if isinstance(decision, dict) else FAILED


def _decided(scene: Scene, decision: Object) -> Answer:
    unsupported = any(decision.get(name) for name in scene.words("unsupported-fields"))
    if unsupported or set(decision) - set(scene.words("decision-fields")):
        return FAILED
    if not isinstance(decision.get("message"), str | None):
        return FAILED
    if not isinstance(decision.get("interrupt", False), bool):
        return FAILED
    match decision.get("behavior"):
        case "allow":
            return Answer("allow")
        case "deny":
            return Answer("json-deny", said(decision, "message") or scene.phrase("no-reason"))
    return FAILED
