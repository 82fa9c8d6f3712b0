"""Find a deny JSON in the form of another host.

Why:
    Each host reads keys of its own: `permissionDecision` at the top (Copilot), nested (Claude Code, Codex, Kimi),
    `decision` (Gemini), `permission` (Cursor).  Another form is no opinion, and the call runs.  Evidence: the outcome of
    this very answer.

Bad:
    ```sh
    echo '{"permission":"deny","user_message":"…"}'   # on Claude Code
    ```

Good:
    ```sh
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"…"}}'
    ```

Reproduce:
    `failshut simulate claude-code --stdout '{"permission":"deny","user_message":"no"}'`
"""

from collections.abc import Iterator

from failshut.lint.faulty import told
from failshut.lint.hook import Hook
from failshut.lint.rule import ERROR, Finding, Rule

RULE = Rule("foreign-deny-shape", "quiet", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    yield from told(
        hook,
        RULE,
        "refuses in a form that this host doesn't read: the call runs",
        f"Print {form(hook)}, or end with exit 2 and the words on stderr.",
    )


def form(hook: Hook) -> str:
    """Return the deny JSON of the hook's event, as its host reads it."""
    cell = hook.cell("answers")
    told = cell.value.get("deny") if cell is not None and isinstance(cell.value, dict) else None
    text = str(told).replace("@REASON@", "WHY").replace("@EVENT@", hook.event) if told else ""
    return f"`{text}`" if text else "the host's own form"
