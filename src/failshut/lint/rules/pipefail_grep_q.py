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
ONE_LINE = re.compile(
    r"\|\s*head\s+-n?\s*1\b|\bbasename\b|\bjq\s+(?:-\w+\s+)*-\w*c|tr\s+(?:-d\s+)?['\"]\\n|\bgit (?:branch|rev-parse)\b"
)
"""How a value of one line is made: `grep` reads it whole before it leaves."""
PASSES = re.compile(
    r"(?:exit 0|exit\s*(?:;|$)|return 0|return\s*(?:;|$)|continue|:\s|true\b|allow\b|emit_allow\b|pass\b)",
    re.M,
)


def check(use: Use) -> Iterator[Finding]:
    """Yield the first such condition that lets a call through when it is false, and how many more there are."""
    text = use.text
    on_at = ON.search(text.text)
    if text.language != "sh" or not use.guards or on_at is None:
        return
    found = [one for one in PIPED.finditer(text.text, on_at.end()) if _opens(text.text, one)]
    for hook in use.guards if found else ():
        more = f" ({len(found) - 1} more like it in this script)" if len(found) > 1 else ""
        yield on(
            hook,
            RULE,
            "under pipefail this is false when the text is long and matches early: the guard passes because it matched"
            + more,
            'Read from a here-string (`grep -q … <<<"$cmd"`), or use `[[ … ]]`.',
            span=text.span(Span(found[0].start(), found[0].end())),
            document=text.document,
        )


def _opens(whole: str, found: re.Match[str]) -> bool:
    """Say whether a false condition lets the call through, and the text may have several lines."""
    line = whole[whole.rfind("\n", 0, found.start()) + 1 : found.start()]
    names = re.findall(r"\$\{?(\w+)", found[0].partition("|")[0])
    if not names or all(SHORT.fullmatch(name) or _one_line(whole, name) for name in names):
        return False
    behind = whole[found.end() : found.end() + 300]
    asked = re.search(r"(?:^|\s)(?:if|elif|while|until)\s+(!\s+)?$|(?:&&|\|\|)\s*(!\s+)?$", line)
    if asked:
        body = re.search(r"\bthen\b|\bdo\b|&&|\|\|", behind)
        rest = behind[body.end() :] if body else behind
        passes = bool(PASSES.match(re.sub(r"^(?:\s|#[^\n]*\n)+", "", rest)))
        return passes if asked[1] or asked[2] else not passes
    if line.strip():
        return False
    joint = re.match(r"\s*(&&|\|\|)\s*", behind) or re.search(r"(&&|\|\|)\s*([^\n]*)$", found[0])
    if joint is None:
        return False
    rest = behind[joint.end() :] if joint.string is behind else joint[2]
    passes = bool(PASSES.match(rest.strip()))
    return passes if joint[1] == "||" else not passes


def _one_line(whole: str, name: str) -> bool:
    """Say whether a variable is only ever given one line."""
    if re.search(rf"\bread\b[^\n]*\b{re.escape(name)}\b", whole):
        return True  # `read` takes one line
    given = re.findall(rf"(?:^|[;\s]){re.escape(name)}=([^\n]*)", whole)
    return bool(given) and all(ONE_LINE.search(value) for value in given)
