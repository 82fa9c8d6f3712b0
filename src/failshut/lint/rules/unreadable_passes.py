"""Find a guard that lets calls pass when it can't read what it is given.

An empty payload, JSON that doesn't parse, a field that isn't there: the script ends as if nothing were wrong.

Why:
    Hosts change their payloads, and a crash in front of the guard leaves it nothing to read.  Evidence: the outcome of
    this very answer.

Bad:
    ```sh
    [ -z "$cmd" ] && exit 0
    ```

Good:
    ```sh
    [ -n "$cmd" ] || { echo "The guard can't read this call." >&2; exit 2; }
    ```

Reproduce:
    `failshut drill --hosts claude-code -- bash .claude/hooks/guard.sh`

Exceptions:
    A test on the tool's name (`[ "$tool" = Bash ] || exit 0`) is no such ending.
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.answers import END, UNREADABLE, Answer
from failshut.lint.document import Span
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_answer, of_run, opens
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on
from failshut.lint.script import Text

RULE = Rule("unreadable-passes", "opens", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each such ending after which the call runs."""
    if not hook.guards or not hook.before_tools:
        return
    mine = (text for text in hook.texts if not getattr(text, "inner", False))
    every = [(text, answer) for text in mine for answer in text.answers]
    for text, answer in every:
        if answer.why != UNREADABLE:
            continue
        weight = _weight(text, answer)
        if not weight:
            continue
        outcome = of_answer(hook, answer)
        if opens(outcome) and outcome is not None:
            yield on(
                hook,
                RULE,
                "lets the call run when the payload can't be read",
                "Refuse what can't be read: words on stderr, exit 2. A tool without a command is told by its name.",
                span=answer.span,
                document=answer.document,
                cell=outcome.cell,
                severity=weight,
            )
    yield from _absent(hook)


TAKES = re.compile(
    r"^[ \t]*(\w+)=\"?\$\([^\n#]*\bjq\s+(?!-\w*e|--exit-status)[^\n#]*\.command\s*//\s*(?:empty|\"\")\s*'[^\n#|]*\)\"?"
    r"[ \t]*\|\|[^\n]*\bexit 2\b",
    re.M,
)
"""A shell's reading of the command that refuses when the parser fails, and takes an absent field as empty."""


def _absent(hook: Hook) -> Iterator[Finding]:
    """Yield a reading that takes a shell call without a command for an empty one that nothing tests."""
    shell = hook.contract.phrase("facts/shell-tool")
    for text in hook.scripts:
        if text.language != "sh" or text.inner or hook.matcher != shell:
            continue
        if not any(one.exit == 0 and one.why == END for one in text.answers):
            continue  # what no check knows is refused
        others = [one for one in hook.root.hooks if any(each.path == text.path for each in one.scripts)]
        if any(one.matcher != shell for one in others):
            continue  # calls of other tools have no command, and it serves them too
        for found in TAKES.finditer(text.text):
            name = re.escape(found[1])
            tested = re.search(
                rf"(?:\[|\btest)\s+(?:!\s+)?(?:-[zn]\s+)?\"?\$\{{?{name}\}}?\"?\s*(?:\]|;|&|\||$|!?==?\s*(?:\"\"|''))"
                rf"|\$\{{{name}:?\?|\$\{{#{name}\}}|^\s*(?:\"\"|'')(?:\||\))|-e\b[^\n]*\.command|\btool_name\b",
                text.text,
                re.M,
            )
            outcome = of_run(hook, Run(0))
            if tested is None and opens(outcome):
                yield on(
                    hook,
                    RULE,
                    "lets the call run when the payload has no command",
                    "Refuse an absent field as well: `jq -er .tool_input.command`, words on stderr, exit 2.",
                    span=Span(found.start() + len(found[0]) - len(found[0].lstrip()), found.end()),
                    document=text.document,
                    cell=outcome.cell,
                    severity=WARNING,
                )


EMPTY = re.compile(r"-z\s+\"?\$\{?(\w+)|\"?\$\{?(\w+)[^\n]*(?:=|==)\s*(?:\"\"|''|\"?null)")
"""A shell's test that a value is empty."""
PARSERS = r"(?:jq|gojq|python3?|node|perl|ruby|yq)"
STRICT = re.compile(r"^\s*set\s+-[a-zA-Z]*e|^\s*set\s+-o\s+errexit", re.M)
MASKED = re.compile(r"\|\|\s*(?:true|:|echo|printf)|^\s*(?:local|export|readonly|declare)\b")
FILE = re.compile(
    r"\"\$\{?\w*(?:FILE|file|STATE|state|PATH|path|DIR|dir|CONFIG|config)\w*\}?[^\"]*\"\s*(?:2>|\)|\||$)"
)


def _weight(text: Text, answer: Answer) -> str:
    """Return the weight of a pass ("" = the payload isn't what can't be read).

    An empty field tells of a parser that failed where the shell goes on after that: under `set -e` the
    script has ended before, and that is another rule's.
    """
    if text.language != "sh":
        return ERROR
    found = EMPTY.search(answer.under)
    if found is None:
        return ERROR
    name = found[1] or found[2]
    takes = re.compile(
        rf"^[^\n#]*\b{re.escape(name)}=\"?(?:\$\(|`)[^\n]*(?:\\\n[^\n]*|\n\s+(?:\||2>|\|\|)[^\n]*)*", re.M
    )
    lines = [one[0] for one in takes.finditer(text.text)]
    parsing = [line for line in lines if re.search(rf"\b{PARSERS}\b", line) and not FILE.search(line)]
    if not parsing:
        return ""
    if STRICT.search(text.text) and not any(MASKED.search(line) for line in parsing):
        return ""
    return WARNING
