"""Find a refusal that names its own way round.

"Rerun with FORCE_OK=1", "touch .approved", "add [skip-guard] to the message": the model can do all that itself, and will.

Why:
    A leave that the agent can give itself is none.  Evidence: the hook really run with what its reason names.

Bad:
    ```sh
    echo "Blocked. After approval rerun with PUSH_OK=1." >&2
    ```

Good:
    ```sh
    echo "Force-pushing needs a person. Ask for it, and stop here." >&2
    ```

Reproduce:
    `failshut simulate claude-code --exit 2 --stderr "…"` shows what the model reads
"""

import re
from collections.abc import Iterator

from failshut.lint.hook import Hook
from failshut.lint.refusals import refusals
from failshut.lint.rule import MEDIUM, WARNING, Finding, Rule, on

RULE = Rule("self-service-bypass", "self-service", WARNING, confidence=MEDIUM)
NAMES = re.compile(
    r"\b(?P<env>[A-Z][A-Z0-9]*_[A-Z0-9_]+)=\S+|\btouch\s+(?P<file>[\w~-]*[./][\w./~-]*|[\w-]*(?:approved|allow|ok|skip)[\w-]*)|(?P<mark>\[[a-z][\w -]*\])|(?P<flag>--(?:no-verify|force|allow|skip|yes)[\w-]*)"
)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal that names a switch which its own script reads."""
    for one in refusals(hook):
        whole = "\n".join(text.text for text in hook.texts)
        for found in NAMES.finditer(one.text):
            word = found["env"] or found["file"] or found["mark"] or found["flag"]
            if found["env"] and ON.search(found[0]):
                continue
            if _read(word, whole, found["flag"] is not None):
                yield on(
                    hook,
                    RULE,
                    f"tells the model how to get past it: {word}",
                    "Leave it to a person: say whom to ask, and keep the leave where the agent can't write it.",
                    span=one.span,
                    document=one.answer.document,
                )
                break


ON = re.compile(
    r"\b(?!\w*(?:BYPASS|SKIP|ALLOW|DISABLE|_OFF|NO_))\w*(?:BLOCK|STRICT|ENFORCE|DENY)\w*=[\"']?(?:1|true|yes|on)\b",
    re.I,
)
"""A switch by which the hook refuses, not one that lets through."""


def _read(word: str, whole: str, flag: bool) -> bool:
    """Say whether the script looks at what its reason names: in a condition, besides in the reason."""
    bare = re.escape(word.rpartition("/")[2])
    asked = rf"(?:\bgrep\b|==|=~|!=|\bcase\b|contains|includes|\bin\b|-[fez]\s|test\s|exists|\$\{{?|environ|\*)[^\n]*{bare}"
    if flag:
        return bool(re.search(rf"{asked}[^\n]*\n?[^\n]*(?:exit 0|exit\(0\)|return)", whole))
    return any(not SAYS.search(one[0]) for one in re.finditer(rf"[^\n]*{asked}[^\n]*", whole))


SAYS = re.compile(r"^\s*(?:echo|printf|print|console\.|cat)\b|>&2")
"""A line that only says something."""
