"""Say what Claude Code's own permissions do once no hook has refused.

Only what the switches tell is simulated: without ``flags`` the host's own check is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from itertools import pairwise

from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome


def decide(scene: Scene, allowed: bool) -> Outcome | None:
    """Return the host's own refusal or question, or None when the call goes on."""
    rules = scene.switches.get("permissions")
    rules = rules if isinstance(rules, Mapping) else {}
    if _named(scene, rules.get("deny")):
        return scene.outcome("rule-denied", tool=scene.tool, call=scene.call)
    if _named(scene, rules.get("ask")):
        return scene.outcome("rule-asked")
    now = mode(scene)
    if now in ("plan", "auto"):
        return scene.outcome("mode-checked", tool=scene.tool)
    if now == "bypass" or allowed or _named(scene, rules.get("allow")):
        return None
    if scene.tool not in scene.words("needs-approval"):
        return None
    if now == "acceptEdits" and scene.tool in scene.words("accepted-edits"):
        return None
    if now == "dontAsk":
        return scene.outcome("mode-denied", tool=scene.tool)
    return scene.outcome("mode-asked")


def uncalled(scene: Scene) -> Outcome | None:
    """Say why no hook before the call was called, where the host refuses the tool as a whole."""
    rules = scene.switches.get("permissions")
    denied = rules.get("deny") if isinstance(rules, Mapping) else None
    if scene.table != "pre-tool":
        return None
    if isinstance(denied, list | tuple) and scene.tool in denied:
        return scene.outcome("tool-disabled", tool=scene.tool)
    foreign = scene.tool.startswith("mcp__") or not scene.tool
    unknown = not foreign and scene.tool not in scene.lookup("facts/tools")
    return scene.outcome("tool-unknown", tool=scene.tool) if unknown else None


def mode(scene: Scene) -> str:
    """Return the permission mode that the flags make, or the version's own."""
    flags = scene.flags()
    bypass = scene.words("pre-tool/bypass-flags")
    callback = any(run.wiring.get("type") == "sdk-callback" for run in scene.runs)
    if flags is None or callback or any(flag in bypass for flag in flags):
        return "bypass"
    for flag, value in pairwise(flags):
        if flag == "--permission-mode":
            return {"bypassPermissions": "bypass"}.get(value, value)
    return scene.phrase("pre-tool/default-mode")


def _named(scene: Scene, rules: object) -> bool:
    """Say whether a rule of the list names the call; without call text a pattern counts."""
    for rule in rules if isinstance(rules, list | tuple) else ():
        tool, _, pattern = str(rule).partition("(")
        pattern = pattern.removesuffix(")")
        if tool != scene.tool:
            continue
        if not pattern or not scene.call_text or _matches(scene.call_text, pattern):
            return True
    return False


def _matches(call: str, pattern: str) -> bool:
    return fnmatchcase(call, pattern.replace(":*", "*"))
