"""Find a refusal without a word.

Why:
    A deny without a reason leaves the model guessing, so it tries another spelling; with exit 2 and nothing on stderr
    Codex and Gemini run the call.  Evidence: the outcome of this very answer.

Bad:
    ```sh
    exit 2
    ```

Good:
    ```sh
    echo "Push to a new branch." >&2; exit 2
    ```

Reproduce:
    `failshut simulate gemini --exit 2`
"""

import re
from collections.abc import Iterator

from failshut.lint.answers import Answer
from failshut.lint.hook import Hook
from failshut.lint.outcome import opens
from failshut.lint.rule import ERROR, Finding, Rule, on
from failshut.lint.shapes import faults

RULE = Rule("refusal-without-reason", "quiet", ERROR)
REFUSAL = re.compile(r"\bexit(?:\s+|\()2\b")
"""Another refusal: the words above it are its own."""

SOURCES = re.compile(r"^\s*(?:source|\.)\s+\S", re.M)
SPEAKS = re.compile(
    r"^\s*(\w*(?:log|block|deny|die|fail|err|warn|say|msg|report|refus|print|emit)\w*)\s+[\"'$]"
)


def _elsewhere(lines: list[str], text: str) -> bool:
    """Say whether one of these lines calls a function of a file that is read in, which may speak."""
    for line in lines:
        found = SPEAKS.match(line)
        if found and not re.search(rf"^\s*(?:function\s+)?{found[1]}\s*(?:\(\)|\{{)", text, re.M):
            return found[1] not in ("printf", "echo", "logger")
    return False


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each refusal with this fault."""
    for found in faults(hook):
        if found.kind == RULE.id and not said_before(found.answer):
            yield on(
                hook,
                RULE,
                "refuses without a word: "
                + ("the call runs" if opens(found.outcome) else "the model doesn't learn why"),
                "Say why, and what to do instead, where the host reads it.",
                span=found.answer.said or found.answer.span,
                document=found.answer.document,
                cell=found.outcome.cell,
            )


def said_before(answer: Answer) -> bool:
    """Say whether a loop or a block just above the end writes to stderr, below any other refusal there."""
    line, _ = answer.document.place(answer.span.start)
    lines = [answer.document.line(line)]
    for number in range(line - 1, max(1, line - 8) - 1, -1):
        if REFUSAL.search(one := answer.document.line(number)):
            break
        lines.append(one)
    above = "\n".join(lines)
    if SOURCES.search(answer.document.text) and _elsewhere(lines[1:4], answer.document.text):
        return True
    return ">&2" in above or "/dev/stderr" in above or "sys.stderr" in above or "console.error" in above
