"""Speak with New Host: nothing is measured, so a refusal is exit 2 with the reason on stderr."""

from failshut.errors import Unreadable
from failshut.hosts import claude_code, fields, words
from failshut.model import PASS, SHELL, Answer, Call, Verdict

NAME = "new-host"
TITLE = "New Host"
READ_BY: tuple[str, ...] = ()
BOM = False
EVENT = "PreToolUse"
PRE_TOOL = (EVENT,)
SESSION: tuple[str, ...] = ()
ROOT_ENV: tuple[str, ...] = ()
CWD_IS_ROOT = False
TWICE = frozenset[str]()
CAN_ASK = False
CAN_TELL = False
OTHER_EVENTS: frozenset[str] = frozenset()
TOOLS: dict[str, tuple[str, fields.Spec]] = {
    "shell": (SHELL, (("command", "command"),)),
}


def decode(payload: dict[str, object], event: str) -> Call | None:
    """Normalise a payload; None for the host's other events; raises ``Unreadable``."""
    name = fields.text(payload, "hook_event_name", "the payload")
    if name in OTHER_EVENTS:
        return None
    if name not in PRE_TOOL:
        raise Unreadable(f"event {words.shown(name)} isn't one of {TITLE}'s")
    return claude_code.pre_tool(payload, NAME, name, TOOLS)


def render(verdict: Verdict, wire: str = "", event: str = "") -> Answer:
    """Say ``verdict`` to New Host; an ask is a refusal until it is known how to ask."""
    if verdict.action == PASS:
        return Answer(0, "", "")
    return Answer(2, "", words.reason(verdict))
