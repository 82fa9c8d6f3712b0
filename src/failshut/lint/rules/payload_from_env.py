"""Find a guard that looks for the call in an environment variable.

`$TOOL_INPUT`, `$CLAUDE_TOOL_INPUT`, `$CLAUDE_FILE_PATHS`: no host sets them.  The guard reads an empty text each time
and sees nothing wrong.

Why:
    The call comes on stdin, as JSON.  Evidence: the hook really run on the host's payload.

Bad:
    ```sh
    if [[ $CLAUDE_TOOL_INPUT == *--force* ]]; then
    ```

Good:
    ```sh
    cmd=$(jq -er .tool_input.command)
    ```

Reproduce:
    `env | grep TOOL_INPUT` in a hook
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import ERROR, SCRIPT, Finding, Rule, on

RULE = Rule("payload-from-env", "script", ERROR, SCRIPT)
NAMES = re.compile(
    r"\$\{?((?:CLAUDE|CODEX|COPILOT|CURSOR|GEMINI|KIMI)?_?(?:TOOL_INPUT|TOOL_ARGS|TOOL_NAME|FILE_PATHS?|HOOK_INPUT|TOOL_OUTPUT|TOOL_INPUT_\w+))\b|environ(?:\.get\(|\[)[\"']((?:CLAUDE_)?TOOL_(?:INPUT|NAME|ARGS)|CLAUDE_FILE_PATHS?)[\"']|process\.env\.((?:CLAUDE_)?TOOL_(?:INPUT|NAME|ARGS)|CLAUDE_FILE_PATHS?)"
)

STDIN = re.compile(
    r"\$\(\s*cat\s*\)|<&0|/dev/stdin|\bread\s+-|sys\.stdin|readFileSync\(0|process\.stdin|\bjq\b[^|\n<]*\)$|\bcat\s*\|",
    re.M,
)
"""How a script reads its stdin."""
SOURCED = re.compile(r"^\s*(?:source|\.)\s+\S", re.M)


def check(use: Use) -> Iterator[Finding]:
    """Yield each such place of a guard."""
    text = use.text
    if not text.text or not use.guards:
        return
    if STDIN.search(text.text):
        return  # it reads the call as well
    seen = set()
    for found in NAMES.finditer(text.text):
        name = found[1] or found[2] or found[3]
        start = text.text.rfind("\n", 0, found.start()) + 1
        if text.text[start : found.start()].lstrip().startswith(("#", "//", "*")) or name in seen:
            continue
        seen.add(name)
        own = "CLAUDE_" in name or "COPILOT_" in name or "CURSOR_" in name
        if not own and SOURCED.search(text.text):
            continue  # a library may set it
        if re.match(r":?-[^}]", text.text[found.end() : found.end() + 3]):
            continue  # `${NAME:-…}`: something else is read where it isn't set
        if re.search(
            rf"(?m)(?:^|[;\s])(?:export |local |readonly |declare )?{name}=", text.text
        ) or re.search(rf"\bread\b[^\n]*\b{name}\b", text.text):
            continue
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                f"no host sets {name}: the guard reads an empty text each time",
                "Read the call from stdin, as JSON.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
