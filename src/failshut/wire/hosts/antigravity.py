"""Wire Antigravity CLI (documented, not measured): a named hook in a file of hooks."""

from failshut.wire.checks import Check, Handler, flag, handlers, is_int, no_mark
from failshut.wire.wiring import NAME, TIMEOUT, Entry, Guarded, Wiring

HANDLER = Handler(types=("command", "prompt"), untyped=True, number=is_int)


def element(line: str) -> Entry:
    """Return our matcher group."""
    return {"matcher": "*", "hooks": [{"type": "command", "command": line, "timeout": TIMEOUT}]}


WIRING = Wiring(
    user=".gemini/config/hooks.json",
    project=".agents/hooks.json",
    parent=(NAME,),
    events=("PreToolUse",),
    element=element,
    grouped=True,
    folders=(".gemini/config", ".gemini/antigravity-cli"),
    programs=("agy",),
    advice={
        "user": "Run `agy -p /hooks` and look for `failshut`; subagents' calls never reach a hook.",
        "project": "Run `agy -p /hooks` in the project and look for `failshut`; subagents' calls never "
        "reach a hook.",
    },
)
CHECKS: tuple[Check, ...] = (
    no_mark,
    flag((NAME, "enabled"), False),
    handlers(HANDLER, events=("PreToolUse", "PostToolUse"), parent=None),
    handlers(
        HANDLER,
        events=("PreInvocation", "PostInvocation", "Stop", "SessionStart"),
        grouped=False,
        parent=None,
    ),
)
GUARDED = Guarded(
    user=(".gemini/config/hooks.json", ".gemini/config/plugins"),
    project=(".agents/hooks.json", ".agent/hooks.json", "_agents/hooks.json", "_agent/hooks.json"),
    flags=(("--gemini_dir", "*"),),
)
