"""Say what Codex CLI does with its hooks: one function for each table of its contract."""

from collections.abc import Callable, Mapping

from failshut.interpret.codex.loading import load
from failshut.interpret.codex.permission import permission, uncalled
from failshut.interpret.codex.post_tool import post_tool
from failshut.interpret.codex.pre_tool import pre_tool
from failshut.interpret.codex.prompt import prompt, start
from failshut.interpret.codex.turn import compact, stop, unread
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome

__all__ = ["TABLES", "load", "uncalled"]

TABLES: Mapping[str, Callable[[Scene], Outcome]] = {
    "pre-tool": pre_tool,
    "permission": permission,
    "post-tool": post_tool,
    "prompt": prompt,
    "session-start": start,
    "subagent-start": start,
    "stop": stop,
    "subagent-stop": stop,
    "compact": compact,
    "session-end": unread,
    "internal": unread,
}
