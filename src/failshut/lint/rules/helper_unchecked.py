"""Find a guard that reads the payload with a helper and takes an empty result for nothing to refuse.

`cmd=$(jq -r …)` gives an empty text when `jq` isn't installed; the script goes on, finds nothing dangerous in
it, and lets the call run.

Why:
    "command not found" goes to a stderr that nobody reads, and the script ends with exit 0.  Evidence: the outcome
    of that run.

Bad:
    ```sh
    cmd=$(jq -r .tool_input.command)
    case $cmd in *--force*) exit 2 ;; esac
    ```

Good:
    ```sh
    cmd=$(jq -er .tool_input.command) || { echo "The guard can't read this call." >&2; exit 2; }
    ```

Reproduce:
    `failshut drill --hosts claude-code --faults surroundings -- bash guard.sh`

Exceptions:
    Scripts that check the helper first, or end when it fails (`set -e` on a host that refuses after a crash).
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.document import Span
from failshut.lint.engine import Use
from failshut.lint.outcome import of_run, opens
from failshut.lint.rule import SCRIPT, WARNING, Finding, Rule, on

RULE = Rule("helper-unchecked", "opens", WARNING, SCRIPT)
TAKES = re.compile(
    r"^[ \t]*(?:local |readonly |export )?\w+=\"?(?:\$\(|`)[^\n]*?\b(jq|python3?|node|perl|ruby|yq|gojq)\b[^\n]*",
    re.M,
)
CHECKED = re.compile(r"\|\|\s*(?:\{|echo\s+[\"']?\w|exit|return|die|fail|deny|block|err|abort)|&&\s*\[")

STRICT = re.compile(r"^\s*set -[a-zA-Z]*e|^\s*set -o errexit|^\s*trap\b[^\n]*\bERR\b", re.M)


def check(use: Use) -> Iterator[Finding]:
    """Yield the first reading by a helper of each guard that goes on without it."""
    text = use.text
    if text.language != "sh" or not use.guards or text.within:
        return
    found = next((one for one in TAKES.finditer(text.text) if not CHECKED.search(one[0])), None)
    if found is None or _looked_for(found[1], text.text):
        return
    if STRICT.search(text.text):
        return  # it ends there, and what an end without an answer means is another rule's
    for hook in use.guards:
        outcome = of_run(hook, Run(0))
        if opens(outcome):
            yield on(
                hook,
                RULE,
                f"goes on with an empty text when `{found[1]}` is missing or fails: the call runs",
                "Refuse when the helper fails: `… || { echo WHY >&2; exit 2; }`.",
                span=Span(found.start(), found.end()),
                document=text.document,
                cell=outcome.cell,
            )


def _looked_for(helper: str, text: str) -> bool:
    looks = rf"(?:command -v|which|type|hash)\s+(?:-\w+\s+)?[\"']?{re.escape(helper)}\b|for \w+ in [^\n]*\b{re.escape(helper)}\b"
    emptied = r"-z\s+\"?\$|\"\$\{?\w+\}?\"\s*(?:=|==)\s*\"\""
    refuses = re.search(rf"(?:{emptied})[^\n]*\n?[^\n]*(?:exit 2|deny|block|die)", text)
    return bool(re.search(looks, text)) or bool(refuses)
