"""Find a check that passes because it matched: a pipe into `grep -q` under `pipefail`.

`grep -q` leaves at the first match; the program in front dies of SIGPIPE when its text is long, and
`pipefail` makes that the pipe's result: the condition is false, and the call runs.

Why:
    Seen: 1 kB is safe, 24 kB missed in 3 of 12 runs, from 150 kB on always.  A long heredoc around the bad line is enough.
    Evidence: the hook really run on a long command.

Bad:
    ```sh
    set -o pipefail
    if echo "$cmd" | grep -q "push --force"; then
    ```

Good:
    ```sh
    if grep -q "push --force" <<<"$cmd"; then
    ```

Reproduce:
    `bash -c 'set -o pipefail; x=$(printf "bad\n%0200000d" 0); echo "$x" | grep -q bad; echo $?'`

Exceptions:
    Short texts (a file's name, a branch) and here-strings.
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import ERROR, SCRIPT, Finding, Rule, on

RULE = Rule("pipefail-grep-q", "script", ERROR, SCRIPT)
PIPED = re.compile(
    r"\b(?:echo|printf|cat|jq)\b[^|\n;]*\|\s*(?:e?grep\s+(?:-[A-Za-z]*\s+)*-[A-Za-z]*q|grep\s+-[A-Za-z]*m\s*1|head\b)[^\n|]*"
)
ON = re.compile(r"^\s*set\s+(?:-[a-zA-Z]*o\s+pipefail|-o\s+pipefail)|^#!.*pipefail", re.M)
SHORT = re.compile(r"\b(?:file|path|name|branch|tool|event|ext|base|dir)\w*\b", re.I)


def check(use: Use) -> Iterator[Finding]:
    """Yield each pipe from a printed text into a reader that leaves early, in a condition under pipefail."""
    text = use.text
    on_at = ON.search(text.text)
    if text.language != "sh" or not use.guards or on_at is None:
        return
    for found in PIPED.finditer(text.text, on_at.end()):
        line = text.text[text.text.rfind("\n", 0, found.start()) + 1 : found.start()]
        deciding = re.search(r"(?:^|\s)(?:if|elif|while|until)\s+(?:!\s+)?$|(?:&&|\|\|)\s*$|^\s*$", line)
        names = re.findall(r"\$\{?(\w+)", found[0].partition("|")[0])
        if not deciding or not names or all(SHORT.fullmatch(name) for name in names):
            continue
        if (
            not line.strip()
            and not re.match(r"\s*(?:&&|\|\|)", text.text[found.end() :])
            and "&&" not in found[0]
        ):
            continue
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                "under pipefail this is false when the text is long and matches early: the guard passes because it matched",
                'Read from a here-string (`grep -q … <<<"$cmd"`), or use `[[ … ]]`.',
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
