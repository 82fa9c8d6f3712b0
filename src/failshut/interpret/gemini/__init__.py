"""Say what Gemini CLI does with its hooks: one function for each table of its contract."""

from collections.abc import Callable, Mapping

from failshut.interpret.gemini.events import event, unread
from failshut.interpret.gemini.loading import load
from failshut.interpret.gemini.model import model, tool_selection
from failshut.interpret.gemini.pre_tool import pre_tool
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome

__all__ = ["TABLES", "load"]

TABLES: Mapping[str, Callable[[Scene], Outcome]] = {
    "pre-tool": pre_tool,
    "post-tool": event,
    "prompt": event,
    "turn": event,
    "session": event,
    "before-model": model,
    "after-model": model,
    "tool-selection": tool_selection,
    "unread": unread,
}
