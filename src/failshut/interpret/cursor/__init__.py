"""Say what Cursor does with its hooks: one function for each table of its contract."""

from collections.abc import Callable, Mapping

from failshut.interpret.cursor.after import post_failure, post_tool, turn
from failshut.interpret.cursor.loading import fires, load
from failshut.interpret.cursor.pre_tool import pre_tool
from failshut.interpret.cursor.prompt import ending, prompt, session, silent
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome

__all__ = ["TABLES", "fires", "load"]

TABLES: Mapping[str, Callable[[Scene], Outcome]] = {
    "pre-tool": pre_tool,
    "post-tool": post_tool,
    "post-failure": post_failure,
    "prompt": prompt,
    "session": session,
    "session-end": ending,
    "turn": turn,
    "silent": silent,
}
