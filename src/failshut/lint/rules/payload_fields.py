"""Find a script that reads a field its host doesn't send.

Copilot sends `toolArgs` on its own events and `file_text`, Kimi `path`, Codex `cmd`, Gemini `file_path`: a name of another
host is never there, the value stays empty, and the guard sees nothing.

Why:
    Each host names tools' fields its own way.  Evidence: the payload of this event, from the contract.

Bad:
    ```sh
    jq -r .tool_input.command   # on Copilot\'s preToolUse
    ```

Good:
    ```sh
    jq -r '.toolArgs | if type == "string" then fromjson else . end | .command'
    ```

Reproduce:
    `failshut drill --hosts copilot -- bash guard.sh`
"""

import json
import re
from collections.abc import Iterator

from failshut.drill.payloads import payload
from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, SCRIPT, Finding, Rule, on

RULE = Rule("payload-fields", "script", ERROR, SCRIPT)
READS = re.compile(
    r"(?:\.|\[[\"']|get\([\"'])(tool_input|toolArgs|toolInput|toolName|tool_name|toolCall)\b"
)
"""How scripts of all languages name a payload's first field."""


def check(use: Use) -> Iterator[Finding]:
    """Yield the first name of a field when none of those that a script reads is in the host's payload."""
    text = use.text
    read = {found[1]: found for found in reversed(list(READS.finditer(text.text)))}
    if not read or not use.guards:
        return
    for hook in use.guards:
        sent = sent_fields(hook)
        named = set(sent) - sent_always(hook)
        known = any(re.search(rf"\b{re.escape(name)}\b", text.text) for name in named)
        if not sent or known or any(name in sent for name in read) or not hook.before_tools:
            continue
        name, found = min(read.items(), key=lambda pair: pair[1].start())
        have = ", ".join(
            f"`{one}`" for one in sent if one.lower().replace("_", "").startswith(("tool", "command"))
        )
        yield on(
            hook,
            RULE,
            f"reads `{name}`, which {hook.contract.title} doesn't send at {hook.event}: the guard sees nothing",
            f"Read what it sends: {have or ', '.join(sent)}.",
            span=text.span(Span(found.start(1), found.end(1))),
            document=text.document,
            cell=f"{hook.host}/payload/{hook.event}",
        )


def sent_fields(hook: Hook) -> tuple[str, ...]:
    """Return the first fields of the payload at the hook's event."""
    return _fields(hook, hook.event)


def sent_always(hook: Hook) -> set[str]:
    """Return the fields that the host sends at all its events."""
    every = [set(found) for event in hook.contract.events if (found := _fields(hook, event))]
    return set.intersection(*every) if len(every) > 1 else set()


def _fields(hook: Hook, event: str) -> tuple[str, ...]:
    if not hook.contract.has(f"payload/{event}"):
        return ()
    value = json.loads(payload(hook.host, event, "ls", "/project", "/home"))
    return tuple(value) if isinstance(value, dict) else ()
