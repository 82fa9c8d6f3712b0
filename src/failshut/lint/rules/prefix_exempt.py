r"""Find a whole command that is let through for its first words.

`^git commit`, `ls*`, `startswith("npm test")` followed by a pass: `git commit -m x && rm -rf /` begins the same way.

Why:
    A shell text is a list of commands; a beginning says nothing about the rest.  Evidence: the hook really run on such a
    command.

Bad:
    ```sh
    [[ $cmd == "git commit"* ]] && exit 0
    ```

Good:
    ```sh
    case $cmd in *[\;\&\|\`\$\(]*) ;; "git commit"*) exit 0 ;; esac
    ```

Reproduce:
    `failshut check "ls; rm -rf /"`
"""

import re
from collections.abc import Iterator

from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.rule import MEDIUM, SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("prefix-exempt", "script", WARNING, SCRIPT, confidence=MEDIUM)
STARTS = {
    "sh": re.compile(
        r"(?:\[\[\s+\"?\$\{?\w+\}?\"?\s+(?:==?\s+(?:\"[\w .-]+\"|'[\w .-]+'|[\w.\\ -]+)\*|=~\s+\^\(?[\w |\\.-]+\)?(?:\\b|\[\[:space:\]\])?)\s*\]\]\s*(?:&&\s*|;\s*then\s+)exit 0)"
        r"|(?:grep -[A-Za-z]*q[A-Za-z]*\s+[\"']\^\(?[\w |\\.-]+\)?(?:\\b)?[\"'][^\n;&|]*(?:&&\s*|;\s*then\s+)exit 0)"
    ),
    "python": re.compile(
        r"if\s+\w*(?:cmd|command)\w*\.(?:strip\(\)\.)?startswith\([^\n]*\):\s*\n\s+(?:sys\.exit\(0\)|return(?:\s+(?:0|None|True))?\s*\n|exit\(0\))"
    ),
    "javascript": re.compile(
        r"if\s*\((?:\w*(?:cmd|command)\w*\.startsWith\([^\n]*\)|/\^[^/\n$]*/\.test\(\w*(?:cmd|command)\w*\))\)\s*\{?\s*(?:process\.exit\(0\)|return\b)"
    ),
}


def check(use: Use) -> Iterator[Finding]:
    """Yield each pass of a guard that looks at the beginning of the command alone."""
    text = use.text
    pattern = STARTS.get(text.language)
    if pattern is None or not use.guards:
        return
    for found in pattern.finditer(text.text):
        if re.search(r"startswith\([\"'](?:/|\.|~)|\bfile|path", found[0]):
            continue
        line = text.text[text.text.rfind("\n", 0, found.start()) + 1 : found.start()]
        message = (
            "looks only at commands that begin like this: what is chained behind another one passes"
            if re.search(r"(?:^|\s)!\s", line)
            else "lets a whole command through for its first words: what is chained behind them runs too"
        )
        for hook in use.guards:
            yield on(
                hook,
                RULE,
                message,
                "Look at every command of the text, or exempt texts without `;`, `&`, `|`, `$(` and new lines only.",
                span=text.span(Span(found.start(), found.end())),
                document=text.document,
            )
