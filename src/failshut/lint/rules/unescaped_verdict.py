"""Find an answer in JSON that is pasted together from text.

A quote, a backslash or a new line in the pasted value (the refused command, mostly) makes the answer invalid,
and an invalid answer at exit 0 lets the call run.

Why:
    It breaks for those commands that were to be refused.  Evidence: the hook really run on a command with a quote.

Bad:
    ```sh
    echo "{\"decision\":\"block\",\"reason\":\"no: $cmd\"}"
    ```

Good:
    ```sh
    jq -n --arg r "no: $cmd" '{decision: "block", reason: $r}'
    ```

Reproduce:
    `failshut simulate claude-code --stdout '{"decision":"block","reason":"no: echo "hi""}'`

Exceptions:
    Values that the script sets from constants.
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.answers import HOLE
from failshut.lint.engine import Use
from failshut.lint.intent import denies
from failshut.lint.outcome import filled, of_run, opens
from failshut.lint.rule import ERROR, SCRIPT, Finding, Rule, on

RULE = Rule("unescaped-verdict", "script", ERROR, SCRIPT)
COUNTS = re.compile(
    r"(?:^|_)(?:start|end|line|lineno|num|number|count|total|size|age|seconds|code|status|pid|index|depth)s?$",
    re.I,
)
"""Names of numbers."""
SAFE_NAMES = re.compile(r"^(?:[A-Z_]*(?:REASON|MESSAGE|MSG|NAME|RULE|VERSION)[A-Z_]*|\d+)$")
JSON = re.compile(r"""\{\s*\\?"\w+\\?"\s*:""")


def check(use: Use) -> Iterator[Finding]:
    """Yield each refusal in JSON whose text holds a value that comes from outside."""
    text = use.text
    if text.language != "sh" or not use.guards:
        return
    seen = set()
    for answer in text.answers:
        if (
            not answer.open
            or answer.said is None
            or not denies(filled(answer.stdout))
            or answer.said in seen
        ):
            continue
        source = answer.document.quote(answer.said)
        outside = [name for name in answer.open if _from_outside(name, text.text)]
        if "jq " in source or "json.dumps" in source or not outside or answer.exit == 2:
            continue
        seen.add(answer.said)
        for hook in use.guards:
            broken = Run(
                answer.exit, stdout=answer.stdout.replace(HOLE, 'a "b" c'), stderr=filled(answer.stderr)
            )
            outcome = of_run(hook, broken)
            if opens(outcome):
                yield on(
                    hook,
                    RULE,
                    f"pastes ${outside[0]} into JSON: a quote in it makes the answer invalid, and the call runs",
                    "Let `jq -n --arg` (or another JSON writer) write the answer.",
                    span=answer.said,
                    document=answer.document,
                    cell=outcome.cell,
                )


def _from_outside(name: str, text: str) -> bool:
    """Say whether a variable may hold what a program printed or what was passed in."""
    if COUNTS.search(name):
        return False
    if name.isdigit() or not name.isidentifier():
        return True
    looped = re.search(rf'\bfor {re.escape(name)} in "\$\{{(\w+)\[@\]\}}"', text)
    if looped:
        items = re.search(rf"(?:^|\s){looped[1]}=\(([^)]*)\)", text)
        return items is None or bool(re.search(r"[$`]|\\\"|'[^']*\"[^']*'", items[1]))
    if re.search(rf"\b{re.escape(name)}=[^\n]*(?:sed|awk)[^\n]*\\\\+[\"&]", text):
        return False  # escaped on the way
    given = re.findall(rf"(?:^|[;\s]){re.escape(name)}=(.*)", text)
    return not given or any("$" in value or "`" in value for value in given)
