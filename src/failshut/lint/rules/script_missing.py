"""Find a hook whose script isn't there.

The command names a file of the repository that doesn't exist.  What happens then hangs on the program that
should read it: a shell ends with 127, Node with 1 (the call runs on most hosts), Python with 2 (every call
is refused).

Why:
    The same mistake opens one guard and shuts the next.  Evidence: the outcome of the exit code that this
    program gives for a missing file, with this entry.

Bad:
    ```json
    {"type": "command", "command": "bash .claude/hooks/gaurd.sh"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash .claude/hooks/guard.sh"}
    ```

Reproduce:
    `failshut simulate claude-code --exit 127 --stderr "bash: .claude/hooks/gaurd.sh: No such file or directory"`

Exceptions:
    Files below folders that are built or installed (`dist`, `node_modules`, `target`) aren't looked for.
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens
from failshut.lint.rings import ringed
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on

RULE = Rule("script-missing", "opens", ERROR)
BUILT = re.compile(r"(?:^|/)(?:dist|build|out|target|node_modules|\.venv|venv|bin|\.bin|generated|vendor)/")
CODES = {"python": 2, "javascript": 1, "sh": 127, "": 127}
"""What ends a program that can't find its script, by language."""
TEMPLATES = re.compile(
    r"(?:^|/)[_.]?(?:templates?|examples?|samples?|fixtures|testdata|tests?|scaffold\w*|skeleton)/", re.I
)
"""Folders whose hook files are for other places."""
TESTED = re.compile(r"(?:\[\[?|\btest)\s+-[xfres]\s|\bcommand -v\b|\|\|\s*(?:true|exit 0|:)\b")


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each script file that the command names and that isn't in the tree."""
    if hook.type != "command" or not hook.command or TESTED.search(hook.command) or ringed(hook):
        return
    texts = hook.root.texts
    if TEMPLATES.search(hook.root.folder):
        return
    for word, program, _ in texts.named(hook):
        path = texts.resolve(texts.folder_of(hook) + word if word[:1] not in "/~$" else word)
        if path is None or texts.exists(path) or BUILT.search(path):
            continue
        elsewhere = texts.folder_of(hook) and texts.exists(word)
        run = Run(CODES[_language(program)], stderr=f"{path}: No such file or directory")
        outcome = of_run(hook, run)
        if opens(outcome):
            happens = "the call runs without the guard" if hook.guards else "the hook does nothing"
        elif outcome.effect in ("blocked", "stopped"):
            happens = "every call is refused"
        elif outcome.effect == "asked" and hook.guards:
            happens = "it decides nothing"
        else:
            continue
        yield on(
            hook,
            RULE,
            f"{word} is there from the project's root, and this host starts hooks beside {hook.file}: {happens}"
            if elsewhere
            else f"{path} doesn't exist: {happens}",
            "Name it from the folder of the hook file."
            if elsewhere
            else "Add the file, or name the one that is there.",
            keys=(hook.command_key,),
            cell=outcome.cell,
            severity=WARNING
            if elsewhere
            else ERROR
            if hook.guards or outcome.effect in ("blocked", "stopped")
            else WARNING,
        )


def _language(program: str) -> str:
    from failshut.lint.script import INTERPRETERS

    return INTERPRETERS.get(re.sub(r"[\d.]+$", "", program), "")
