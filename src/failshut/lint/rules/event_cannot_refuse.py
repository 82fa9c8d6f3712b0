"""Find a guard on an event at which its host refuses nothing.

After the tool, at a notification, at the end of a session: the hook runs, and whatever it answers, the action has
happened or happens.

Why:
    Each host has its own few events at which a refusal counts.  Evidence: the outcomes of the refusals that there are, at
    this event.

Bad:
    ```json
    {"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": "bash block-force-push.sh"}]}]}}
    ```

Good:
    ```json
    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "bash block-force-push.sh"}]}]}}
    ```

Reproduce:
    `failshut matrix --format text` shows what a refusal does at each event

Exceptions:
    Feedback after a tool (a linter that sends its errors back) is fine.
"""

from collections.abc import Iterator

from failshut.drill.roles import NOTHING, role
from failshut.interpret import Run
from failshut.lint.hook import Hook
from failshut.lint.intent import refuses
from failshut.lint.outcome import of_answer, of_run
from failshut.lint.roles import GUARDING, named
from failshut.lint.rule import ERROR, Finding, Rule, on

RULE = Rule("event-cannot-refuse", "cannot-block", ERROR)
AFTER = ("post-tool", "post-failure", "batch", "silent")
"""Tables of events after an action, at which a refusal may still be heard."""


def check(hook: Hook) -> Iterator[Finding]:
    """Yield a hook that refuses, or is named like a guard, where nothing can be refused."""
    if not hook.table or hook.type != "command":
        return
    answers = [answer for answer in hook.answers if refuses(answer)]
    late = (
        hook.table in AFTER and bool(GUARDING.search(named(hook))) and bool(answers) and not _at_both(hook)
    )
    if (
        (not answers and not late)
        or (hook.table in AFTER and not late)
        or (role(hook.host, hook.event) != NOTHING and not late)
        or _told(hook)
    ):
        return
    outcome = (of_answer(hook, answers[0]) if answers else None) or of_run(hook, Run(2, stderr="no"))
    if outcome.effect in ("blocked", "stopped"):
        return
    happens = "the action has happened by then" if late else "a hook can refuse nothing at this event"
    yield on(
        hook,
        RULE,
        f"is a guard on {hook.event}: {happens}",
        "Wire it to the event before the action.",
        span=hook.span(hook.command_key),
        cell=outcome.cell,
    )


def _told(hook: Hook) -> bool:
    """Say whether the script is wired before actions too, and is told by an argument what to do here."""
    others = [one for one in hook.root.hooks if one.before_tools and one.command != hook.command]
    return any(
        one.scripts and one.scripts[0].path in {each.path for each in hook.scripts} for one in others
    )


def _at_both(hook: Hook) -> bool:
    """Say whether the script serves other events too, or can't be read."""
    if not hook.scripts:
        return True
    if any(
        word in text.text
        for text in hook.scripts
        for word in ("hook_event_name", "hookEventName", hook.event)
    ):
        return True
    paths = {script.path for script in hook.scripts}
    others = (one for one in hook.root.hooks if one.before_tools)
    return any(script.path in paths for one in others for script in one.scripts)
