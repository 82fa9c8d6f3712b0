"""Say what permissionRequest hooks and Copilot's own permissions make of a call.

Without ``args`` in the switches the host's own check is left out; permissionRequest hooks that
ran beside preToolUse hooks always count.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import pairwise

from failshut.interpret.copilot.reading import failed, is_http, read, runtime_name
from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, Object, js_string, parse
from failshut.interpret.types import Outcome, Run

EVENTS = ("permissionRequest", "PermissionRequest")


def permission(scene: Scene) -> Outcome:
    """Judge permissionRequest and PermissionRequest: merged answers first, then the host's rules."""
    return _hooks(scene, scene.runs) or rules(scene) or scene.outcome("no-opinion")


def decide(scene: Scene) -> Outcome | None:
    """Return the refusal or question that stands in a call's way once no preToolUse hook decided."""
    hooks = [run for run in scene.later if run.wiring.get("event") in EVENTS]
    spoken = _hooks(scene, hooks)
    if spoken is not None:
        return None if spoken.effect == "ran" else spoken
    return rules(scene)


def _hooks(scene: Scene, runs: Sequence[Run]) -> Outcome | None:
    """Return what the hooks decide together: a later answer overrides an earlier one."""
    answers = [_answer(scene, run) for run in runs]
    merged: Object = {}
    for answer in answers:
        merged.update(answer or {})
    if None in answers:
        open_too = merged.get("behavior") == "allow"
        return scene.outcome("permission/failed-beside-allow" if open_too else "permission/failed")
    match merged.get("behavior"):
        case "allow":
            return scene.outcome("permission/allow")
        case "deny" if merged.get("interrupt") is True:
            return scene.outcome("permission/interrupt", reason=_message(scene, merged))
        case "deny":
            return scene.outcome("permission/deny", reason=_message(scene, merged))
    return None


def _message(scene: Scene, answer: Object) -> str:
    message = answer.get("message")
    return scene.phrase("permission/no-message") if message is None else js_string(message)


def _answer(scene: Scene, run: Run) -> Object | None:
    """Return one hook's answer ({} = none), or None when the hook failed."""
    if run.timed_out:
        return {}
    if failed(run) or (is_http(run) and _is_broken(run.stdout)):
        return None
    answer, _ = read(scene, run)
    refused = run.exit == 2 and not is_http(run)
    return {**answer, "behavior": "deny"} if refused else answer


def _is_broken(body: str) -> bool:
    text = body.strip(JS_SPACE)
    try:
        parse(text or "{}")
    except ValueError:
        return True
    return False


def rules(scene: Scene) -> Outcome | None:
    """Return what the host's own flags refuse or ask, or None."""
    flags = scene.flags()
    if flags is None:
        return None
    denied = [rule for rule in _values(flags, "--deny-tool") if _names(scene, rule)]
    if denied:
        named = ", ".join(f"`{rule}`" for rule in denied)
        return scene.outcome("pre-tool/rule-denied", reason=named)
    if set(flags) & set(scene.words("pre-tool/allow-all")):
        return None
    if any(_names(scene, rule) for rule in _values(flags, "--allow-tool")):
        return None
    if runtime_name(scene) not in scene.lookup("pre-tool/kinds"):
        return None
    return scene.outcome("pre-tool/approval-dialog" if scene.interactive else "pre-tool/unapproved")


def _values(flags: tuple[str, ...], name: str) -> list[str]:
    return [value for flag, value in pairwise(flags) if flag == name]


def _names(scene: Scene, rule: str) -> bool:
    """Say whether a rule like ``shell(echo)`` names the call; without call text it does."""
    kind, _, pattern = rule.partition("(")
    if kind != scene.lookup("pre-tool/kinds").get(runtime_name(scene)):
        return False
    pattern = pattern.removesuffix(")").replace(":*", "*")
    if not pattern or not scene.call_text:
        return True
    words = scene.call_text.split()
    return any(fnmatchcase(text, pattern) for text in (scene.call_text, *words[:1]))
