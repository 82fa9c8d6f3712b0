"""Find a relative path that isn't right in the folder where its host starts hooks.

Cursor starts a person's hooks in `~/.cursor`, Codex and Kimi in the session's folder, Antigravity in the folder of the
file: `hooks/guard.sh` is found from some of them only.

Why:
    A script that isn't found is exit 127.  Evidence: the cell with the folder, and the outcome of exit 127.

Bad:
    ```json
    {"command": "bash hooks/guard.sh"}   // in ~/.codex/hooks.json
    ```

Good:
    ```json
    {"command": "bash ~/.codex/hooks/guard.sh"}
    ```

Reproduce:
    `failshut simulate codex --exit 127`

Exceptions:
    Project files of Claude Code, Copilot, Cursor and Gemini: they start in the project.
"""

from collections.abc import Iterator

from failshut.interpret import Run
from failshut.lint.hook import Hook
from failshut.lint.outcome import of_run, opens, stops
from failshut.lint.rings import ringed
from failshut.lint.rule import ERROR, WARNING, Finding, Rule, on

RULE = Rule("folder-of-start", "opens", ERROR)


def check(hook: Hook) -> Iterator[Finding]:
    """Yield each relative script of a person's own hook file."""
    if not hook.root.home or hook.type != "command" or ringed(hook) or hook.host == "cursor":
        return
    for word, _, _ in hook.root.texts.named(hook):
        if word.startswith(("/", "~", "$")) or "/" not in word:
            continue
        outcome = of_run(hook, Run(127, stderr="No such file"))
        happens = (
            "the call runs"
            if opens(outcome) and hook.guards
            else "every call is refused"
            if stops(outcome)
            else "the hook doesn't run"
        )
        yield on(
            hook,
            RULE,
            f"{word} is looked for in the folder of each session, where it isn't: {happens}",
            f"Name it from your home: `~/{word.removeprefix('./')}`.",
            keys=(hook.command_key,),
            cell=f"{hook.host}/facts/start",
            severity=ERROR if hook.guards else WARNING,
        )
