"""Ask what a host makes of a hook's answer: ``interpret``, with the entry's own wiring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from failshut.interpret import Outcome, Run, contract, interpret
from failshut.lint.answers import Answer

if TYPE_CHECKING:
    from failshut.lint.hook import Hook

STOPS = ("blocked", "stopped", "asked")
"""Effects by which the action doesn't simply happen."""
SAMPLE = "git push --force"
_FROM_ROWS = ("command", "matcher", "if")


def of_run(hook: Hook, run: Run) -> Outcome:
    """Return what becomes of the action when the hook ends like this."""
    wiring = {key: value for key, value in hook.wiring.items() if key not in _FROM_ROWS}
    wiring |= {"event": hook.event, "where": hook.file, "command": hook.command}
    whole = Run(
        run.exit, run.signal, run.stdout, run.stderr, run.timed_out, run.spawn_error, run.holds_pipe, wiring
    )
    return interpret(
        hook.host,
        hook.event,
        [whole],
        tool=tool(hook),
        call_text=SAMPLE,
        version=hook.root.version(hook.host),
    )


def of_answer(hook: Hook, answer: Answer) -> Outcome | None:
    """Return what becomes of the action after this answer; None when its exit code can't be told."""
    if answer.exit is None:
        return None
    return of_run(hook, Run(answer.exit, stdout=filled(answer.stdout), stderr=filled(answer.stderr)))


def filled(text: str) -> str:
    """Return a printed text as a host is asked about it: what can't be told stays a sign of its own."""
    return text


def tool(hook: Hook) -> str:
    """Return a tool that the hook is called for: the shell, or the first one of its matcher."""
    book = contract(hook.host)
    shell = book.phrase("facts/shell-tool")
    names = [shell, *(book.table("facts/tools") if book.has("facts/tools") else ())]
    return next((name for name in names if hook.takes(str(name))), shell)


def stops(outcome: Outcome | None) -> bool:
    """Say whether the action doesn't simply happen."""
    return outcome is not None and outcome.effect in STOPS


def opens(outcome: Outcome | None) -> bool:
    """Say whether the action happens for certain."""
    return outcome is not None and outcome.effect not in (*STOPS, "unknown")
