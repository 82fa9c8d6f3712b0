"""Say what GitHub Copilot CLI does with its hooks: one function for each table of its contract."""

from collections.abc import Callable, Mapping

from failshut.interpret.copilot.loading import fires, load
from failshut.interpret.copilot.permissions import permission
from failshut.interpret.copilot.post_tool import post_failure, post_tool
from failshut.interpret.copilot.pre_tool import pre_tool
from failshut.interpret.copilot.prompt import prompt, session, transformed
from failshut.interpret.copilot.silent import ending, mcp_call, notification, silent
from failshut.interpret.copilot.turn import subagent_start, subagent_stop, turn
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome

__all__ = ["TABLES", "fires", "load"]

TABLES: Mapping[str, Callable[[Scene], Outcome]] = {
    "pre-tool": pre_tool,
    "permission": permission,
    "mcp-call": mcp_call,
    "post-tool": post_tool,
    "post-failure": post_failure,
    "prompt": prompt,
    "transformed": transformed,
    "session": session,
    "session-end": ending,
    "turn": turn,
    "subagent-start": subagent_start,
    "subagent-stop": subagent_stop,
    "notification": notification,
    "silent": silent,
}
