"""Say what Copilot's own permissions do once no preToolUse hook has decided.

Without ``args`` in the switches the host's own check is left out; permissionRequest hooks that
ran beside the others always count.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from itertools import pairwise

from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, js_string, parse_object
from failshut.interpret.types import Outcome, Run


def decide(scene: Scene) -> Outcome | None:
    """Return the refusal or question that stands in the way, or None."""
    for run in scene.later:
        if run.wiring.get("event") == "permissionRequest":
            reason = _refused(scene, run)
            if reason:
                return scene.outcome("permission-denied", reason=reason)
    flags = scene.flags()
    if flags is None:
        return None
    rules = [rule for rule in _values(flags, "--deny-tool") if _names(scene, rule)]
    if rules:
        return scene.outcome("rule-denied", reason=", ".join(f"`{rule}`" for rule in rules))
    if set(flags) & set(scene.words("allow-all")):
        return None
    if any(_names(scene, rule) for rule in _values(flags, "--allow-tool")):
        return None
    if scene.tool not in scene.lookup("kinds"):
        return None
    return scene.outcome("approval-dialog" if scene.interactive else "unapproved")


def _refused(scene: Scene, run: Run) -> str:
    if run.timed_out:
        return ""
    if run.exit not in (0, 2) or run.spawn_error:
        return scene.phrase("permission-failed")
    answer = parse_object(run.stdout.strip(JS_SPACE)) or {}
    if run.exit == 0 and answer.get("behavior") != "deny":
        return ""
    message = answer.get("message")
    return scene.phrase("permission-text") if message is None else js_string(message)


def _values(flags: tuple[str, ...], name: str) -> list[str]:
    return [value for flag, value in pairwise(flags) if flag == name]


def _names(scene: Scene, rule: str) -> bool:
    """Say whether a rule like ``shell(echo)`` names the call; without call text it does."""
    kind, _, pattern = rule.partition("(")
    if kind != scene.lookup("kinds").get(scene.tool):
        return False
    pattern = pattern.removesuffix(")").replace(":*", "*")
    if not pattern or not scene.call_text:
        return True
    words = scene.call_text.split()
    return any(fnmatchcase(text, pattern) for text in (scene.call_text, *words[:1]))
