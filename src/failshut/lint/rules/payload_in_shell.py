"""Find payload text that becomes part of a shell's program.

`eval`, `bash -c "… $cmd …"`, `subprocess.run(f"… {command}", shell=True)`: what the agent writes is run by the guard,
before anybody has judged it.

Why:
    The guard itself is the hole.  Evidence: the hook really run on a call with a substitution.

Bad:
    ```sh
    bash -c "echo $cmd | grep -q force"
    ```

Good:
    ```sh
    grep -q force <<<"$cmd"
    ```

Reproduce:
    `cmd='$(touch here)'; bash -c "echo $cmd"; ls here`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import ERROR, SCRIPT, Finding, Rule, on

RULE = Rule("payload-in-shell", "dangerous", ERROR, SCRIPT)
NAMES = r"(?:cmd|command|CMD|COMMAND|input|INPUT|payload|PAYLOAD|file_path|FILE_PATH|filePath|prompt|tool_input)"
RUNS = {
    "sh": re.compile(
        rf"(?:(?:^|[;&|(]|\bthen|\bdo|\belse)[ \t]*eval\s+[^\n]*\$\{{?{NAMES}\b|(?:(?:ba|da|z)?sh|python3?|node|perl|ruby)\s+-[ce]\s+\"[^\"]*\$\{{?{NAMES}\b)[^\n]*",
        re.M,
    ),
    "python": re.compile(
        rf"(?:subprocess\.\w+|os\.system|os\.popen)\((?:[^\n]*\bf[\"'][^\n]*\{{{NAMES}\b|[^\n]*[\"']\s*[+%]\s*{NAMES}\b|{NAMES}\s*[,)])[^\n]*"
    ),
    "javascript": re.compile(
        rf"\b(?:exec|execSync)\((?:`[^`]*\$\{{[^}}]*{NAMES}|[^\n)]*[\"']\s*\+\s*[\w.]*{NAMES})[^\n]*"
    ),
}


def check(use: Use) -> Iterator[Finding]:
    """Yield each place where a text of the payload is run by a shell."""
    text = use.text
    pattern = RUNS.get(text.language)
    for found in pattern.finditer(text.text) if pattern else ():
        if text.language == "python" and "subprocess" in found[0] and "shell=True" not in found[0]:
            continue
        for hook in use.hooks:
            yield on(
                hook,
                RULE,
                "runs text of the payload in a shell: the agent's own words are the guard's program",
                "Pass it as data: an argument of its own, a here-string, stdin.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
