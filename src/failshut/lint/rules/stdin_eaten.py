"""Find a script given by a heredoc that also reads the payload from stdin.

`bash -s <<'E'` and `python3 - <<'E'` take the program from stdin: `cat` inside it reads the rest of the program,
not the call, and the guard finds nothing to refuse.

Why:
    There is one stdin.  Evidence: the hook really run.

Bad:
    ```sh
    python3 - <<'E'
    import json, sys; json.load(sys.stdin)
    E
    ```

Good:
    ```sh
    python3 guard.py
    ```

Reproduce:
    `printf payload | bash -s <<< 'cat'`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import ERROR, SCRIPT, Finding, Rule, on

RULE = Rule("stdin-eaten", "script", ERROR, SCRIPT)
GIVEN = re.compile(
    r"(?P<head>\b(?:(?:ba|da|z)?sh(?:\s+-s)?|python3?(?:\s+-)?|node(?:\s+-)?|ruby|perl)\s*<<-?\s*[\"']?(?P<mark>\w+)[\"']?)[^\n]*\n(?P<body>.*?)\n[ \t]*(?P=mark)\b",
    re.S,
)
READS = re.compile(
    r"\$\(\s*cat\s*\)|\bsys\.stdin\b|readFileSync\((?:0|['\"]/dev/stdin)|\bread -r\b|\bjq -\w* [^<|\n]*\)$|STDIN",
    re.M,
)


def check(use: Use) -> Iterator[Finding]:
    """Yield each such heredoc of a hook before tools."""
    text = use.text
    for found in GIVEN.finditer(text.text) if text.language == "sh" else ():
        if not READS.search(found["body"]):
            continue
        for hook in use.hooks:
            if hook.before_tools:
                yield on(
                    hook,
                    RULE,
                    "the heredoc is the program's stdin: what reads the call reads the rest of the program",
                    "Put the program into a file, or give it by `-c`.",
                    span=text.span(Span(found.start("head"), found.end("head"))),
                    document=text.document,
                )
