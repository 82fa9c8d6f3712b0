"""Find a script that tells its host by a variable that several hosts set.

`CLAUDE_PROJECT_DIR` is set by Copilot, Gemini and Cursor, too: the script answers in Claude Code's form, and the
host doesn't read it.

Why:
    Evidence: the cells with the variables that each host gives its hooks.

Bad:
    ```sh
    if [ -n "$CLAUDE_PROJECT_DIR" ]; then answer_claude; fi
    ```

Good:
    ```sh
    case $1 in claude) answer_claude ;; copilot) answer_copilot ;; esac
    ```

Reproduce:
    `failshut drill --hosts copilot,gemini -- bash guard.sh`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("host-sniff", "script", WARNING, SCRIPT)
SNIFF = re.compile(
    r"(?:-n|-z)\s+\"?\$\{?(CLAUDE_PROJECT_DIR)\b|process\.env\.(CLAUDE_PROJECT_DIR)\s*(?:\?|\)|&&|!==)|environ(?:\.get\()?[\"']?(CLAUDE_PROJECT_DIR)[\"']?\)?\s*(?::|and\b|is not)|[\"'](CLAUDE_PROJECT_DIR)[\"']\s+in\s+os\.environ"
)
HOSTS = re.compile(r"\b(?:claude|copilot|cursor|gemini|codex|kimi)\b", re.I)


def check(use: Use) -> Iterator[Finding]:
    """Yield each test of such a variable in a script that speaks of several hosts."""
    text = use.text
    named = {word.lower() for word in HOSTS.findall(text.text)}
    if len(named) < 2 or not use.guards:
        return
    for found in SNIFF.finditer(text.text):
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "several hosts set this variable: it doesn't say which one is asking",
                "Name the host in each host's own command: `guard.sh copilot`.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
                cell=f"{hook.host}/facts/environment",
            )
