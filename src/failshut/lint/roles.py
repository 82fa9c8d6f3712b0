"""Say what a hook is for, from what it answers and how it is named."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from failshut.lint import hook as kinds
from failshut.lint.intent import refuses, warns

if TYPE_CHECKING:
    from failshut.lint.answers import Answer
    from failshut.lint.hook import Hook

GUARDING = re.compile(
    r"guard|block|protect|den(?:y|ied)|prevent|forbid|restrict|enforce|polic(?:y|ies)|secur|safe(?:ty)?\b"
    r"|gatekeep|firewall"
    r"|dangerous|destructive|no[-_ ]force|secrets?\b|permission"
    r"|sandbox|validate[-_](?:bash|command|tool)",
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


DENIAL = re.compile(
    r"[\"']?\b(?:permissionDecision|decision|permission|behavior)\\?[\"']?\s*[:=]\s*\\?[\"'](?:deny|block)\b"
)
"""A refusal in JSON that is printed in a way that isn't followed: by a helper, or another language."""
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
    refuses at the end of a turn.  What only warns where it could refuse is a guard too; what refuses
    only when a person has switched that on is none.
    """
    refusing = [answer for answer in hook.answers if refuses(answer)]
    if refusing and all(by_choice(answer) for answer in refusing):
        return kinds.UNKNOWN
    keeps = hook.table in hook.contract.words("events/keeps-going")
    if keeps:
        return kinds.GATE if refusing or hook.type in ("prompt", "agent") else kinds.HELPER
    name = named(hook)
    if not refusing and before_action(hook) and any(DENIAL.search(text.text) for text in hook.texts):
        return kinds.GUARD
    if refusing and (before_action(hook) or GUARDING.search(name)):
        return kinds.GUARD
    if HELPING.search(name) and not GUARDING.search(name):
        return kinds.HELPER
    if hook.type in ("prompt", "agent"):
        return kinds.GUARD if PROMPTS.search(str(hook.wiring.get("prompt", ""))) else kinds.UNKNOWN
    if not before_action(hook):
        return kinds.UNKNOWN
    warning = any(warns(_heard(hook, answer)) for answer in hook.answers)
    plain = hook.table == "prompt" and bool(hook.answers)  # what it prints there is for the model
    by_name = GUARDING.search(name) and not plain and not _only_tells(hook)
    return kinds.GUARD if warning or by_name else kinds.UNKNOWN


NO = re.compile(
    r"\bexit(?:\(|\s+)[12]\b|\bexit_?code\s*[=:]\s*[12]|SystemExit|\breturn [12]\b|deny|block|refus|reject"
    r"|[\"']?(?:permissionDecision)?reason\\?[\"']?\s*:",
    re.I,
)
"""Words of a refusal in a script."""
ELSEWHERE = re.compile(
    r"^\s*(?:from \.|import \.|source |\. |exec )|require\([\"']\.|from\s+[\"']\.|\$@|sys\.path|importlib"
    r"|\bsubprocess\b|child_process",
    re.M,
)
"""Signs that something else may refuse for it."""
COMMENTS = re.compile(r"^\s*(?:#|//|\*|/\*).*$|\"\"\"[\s\S]*?\"\"\"", re.M)


def _only_tells(hook: Hook) -> bool:
    """Say whether its scripts are read to their ends and hold no word of a refusal."""
    texts = [COMMENTS.sub("", one.text) for one in hook.scripts]
    read = bool(texts) and all(one.answers for one in hook.scripts)
    return read and not any(NO.search(text) or ELSEWHERE.search(text) for text in texts)


def _heard(hook: Hook, answer: Answer) -> Answer:
    """Return what of an answer may be a warning: plain words on stdout are context at a prompt."""
    return replace(answer, stdout="") if hook.table == "prompt" else answer


CHOICE = re.compile(
    r"\$\{\w+:?-(?:0|false|no|off)?\}\"?\s*==?\s*\"?(?:1|true|yes|on|block|deny|strict|enforce)\b"
    r"|process\.env(?:\.\w+|\[[^\]]+\])\s*===?\s*['\"](?:1|true|yes|on|block|deny|strict|enforce)\b"
    r"|(?:environ\.get|getenv)\([^)]*\)\s*==\s*['\"](?:1|true|yes|on|block|deny|strict|enforce)\b",
    re.I,
)
"""A test that a variable of the environment has been set to something."""


def by_choice(answer: Answer) -> bool:
    """Say whether an answer is given only when a variable of the environment asks for it."""
    return bool(CHOICE.search(answer.under))


def named(hook: Hook) -> str:
    """Return the words by which a hook is named: its command's words, its address, its tool."""
    return " ".join([hook.command, *(str(hook.wiring.get(key, "")) for key in NAMING)])


def before_action(hook: Hook) -> bool:
    """Say whether a refusal at the hook's event stops something."""
    return hook.table in BEFORE
