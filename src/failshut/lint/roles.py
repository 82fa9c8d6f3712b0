"""Say what a hook is for, from what it answers and how it is named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from failshut.lint import hook as kinds
from failshut.lint.intent import refuses, warns

if TYPE_CHECKING:
    from failshut.lint.hook import Hook

GUARDING = re.compile(
    r"guard|block|protect|den(?:y|ied)|prevent|forbid|restrict|enforce|polic(?:y|ies)|secur|safe(?:ty)?\b"
    r"|gatekeep|firewall"
    r"|dangerous|destructive|no[-_ ]force|secrets?\b|permission"
    r"|sandbox|validate[-_](?:bash|command|tool)|pre[-_]?tool",
    re.I,
)
"""Words in the names of hooks that refuse."""
HELPING = re.compile(
    r"format|prettier|black\b|notif|\blog|logg|telemetr|metric|track|sound|\bsay\b|afplay"
    r"|osascript|statusline"
    r"|record|capture|inject|context|remind|time ?stamp|observab|trace|tts\b|slack|backup|snapshot",
    re.I,
)
"""Words in the names of hooks that do something else."""
PROMPTS = re.compile(
    r"\b(?:block|deny|refuse|reject|forbid|prevent|stop|disallow|do not allow|never allow|ensure)\b", re.I
)
"""Words by which a judge is told to refuse."""


NAMING = ("args", "url", "tool", "server", "name", "description")
"""Keys of an entry that name what it is for."""
BEFORE = (
    "pre-tool",
    "permission",
    "prompt",
    "mcp-call",
    "skill-shell",
    "before-model",
    "config",
    "expansion",
)
"""Tables of the events before an action."""


def role(hook: Hook) -> str:
    """Return GUARD, GATE, HELPER or UNKNOWN.

    A guard refuses something at an event before an action, or is named like one there; a gate
    refuses at the end of a turn.  What only warns where it could refuse is a guard too.
    """
    refusing = [answer for answer in hook.answers if refuses(answer)]
    keeps = hook.table in hook.contract.words("events/keeps-going")
    if keeps:
        return kinds.GATE if refusing or hook.type in ("prompt", "agent") else kinds.HELPER
    name = named(hook)
    if refusing and (before_action(hook) or GUARDING.search(name)):
        return kinds.GUARD
    if HELPING.search(name) and not GUARDING.search(name):
        return kinds.HELPER
    if hook.type in ("prompt", "agent"):
        return kinds.GUARD if PROMPTS.search(str(hook.wiring.get("prompt", ""))) else kinds.UNKNOWN
    if GUARDING.search(name) or (before_action(hook) and any(warns(answer) for answer in hook.answers)):
        return kinds.GUARD if before_action(hook) else kinds.UNKNOWN
    return kinds.UNKNOWN


def named(hook: Hook) -> str:
    """Return the words by which a hook is named: its command's words, its address, its tool."""
    parts = [
        hook.command,
        *(
            str(hook.wiring.get(key, ""))
            for key in ("args", "url", "tool", "server", "name", "description")
        ),
    ]
    return " ".join(parts)


def before_action(hook: Hook) -> bool:
    """Say whether a refusal at the hook's event stops something."""
    return hook.table in (
        "pre-tool",
        "permission",
        "prompt",
        "mcp-call",
        "skill-shell",
        "before-model",
        "config",
        "expansion",
    )
