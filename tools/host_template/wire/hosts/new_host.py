"""Wire New Host: where and how is a guess until someone has seen the hook run."""

from failshut.wire.checks import Check, events_are_lists
from failshut.wire.wiring import TIMEOUT, Entry, Guarded, Wiring


def element(line: str) -> Entry:
    """Return our entry."""
    return {"command": line, "timeout": TIMEOUT}


WIRING = Wiring(
    user=".new-host/hooks.json",
    project="",
    parent=("hooks",),
    events=("PreToolUse",),
    element=element,
    folders=(".new-host",),
    programs=("new-host",),
    advice={
        "user": "Nothing of New Host is measured: let it run `git push --force` in a throw-away "
        "repository and see whether it is refused.",
    },
)
CHECKS: tuple[Check, ...] = (events_are_lists,)
GUARDED = Guarded(user=(".new-host/hooks.json",))
