"""Say what Antigravity CLI does with its hooks: one function for each table of its contract."""

from collections.abc import Callable, Mapping

from failshut.interpret.antigravity.events import after, before, stop, unread
from failshut.interpret.antigravity.loading import load
from failshut.interpret.antigravity.pre_tool import pre_tool
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome

__all__ = ["TABLES", "load"]

TABLES: Mapping[str, Callable[[Scene], Outcome]] = {
    "pre-tool": pre_tool,
    "post-tool": unread,
    "before": before,
    "after": after,
    "stop": stop,
    "session": unread,
}
