"""Find a hook that starts a script itself, without the right to.

The command is the script's path alone, and the file's mode lacks the executable bit: the shell ends with
126, and the script never runs.

Why:
    Exit 126 counts as a broken hook: Claude Code runs the call, Gemini CLI refuses every one.  Evidence: the
    outcome of exit 126 with this entry.

Bad:
    ```json
    {"type": "command", "command": ".claude/hooks/guard.sh"}
    ```

Good:
    ```json
    {"type": "command", "command": "bash .claude/hooks/guard.sh"}
    ```

Reproduce:
    `failshut simulate claude-code --exit 126 --stderr "Permission denied"`

Exceptions:
    A file's mode that a checkout on Windows has lost isn't seen.
"""

import re
from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint import edits
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens, stops
from failshut.lint.rule import ERROR, SAFE, WARNING, Finding, Rule, on
from failshut.lint.script import shebang

RULE = Rule("script-not-executable", "opens", ERROR, fix=SAFE)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a hook that starts a file directly which isn't executable."""
    words = {word: program for word, program, direct in hook.root.texts.named(hook) if direct}
    for script in hook.scripts:
        word = next((one for one in words if hook.root.texts.resolve(one) == script.path), None)
        if word is None or script.document.mode & 0o111:
            continue
        outcome = of_run(hook, Run(126, stderr=f"{script.path}: Permission denied"))
        if not opens(outcome) and not stops(outcome):
            continue
        happens = "every call is refused" if stops(outcome) else "it never runs"
        program = shebang(script.text)
        new = _called(hook.command, program, script.path) if program else ""
        yield on(
            hook,
            RULE,
            f"{script.path} isn't executable: {happens}",
            f"Start it by its program (`{program or 'bash'} {script.path}`), or `git update-index --chmod=+x` it.",
            keys=(hook.command_key,),
            cell=outcome.cell,
            severity=ERROR if hook.guards or stops(outcome) else WARNING,
            edits=edits.put(hook, hook.command_key, new) if new else (),
        )


def _called(command: str, program: str, path: str) -> str:
    """Return the command with the program in front, when it is nothing but the script and its words."""
    plain = re.fullmatch(r"\s*[\w./~${}\"-]+(?:\s+[\w./=-]+)*\s*", command)
    return f"{program} {command.strip()}" if plain and path.rpartition("/")[2] in command else ""
