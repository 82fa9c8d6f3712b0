"""Say what Kimi Code CLI does with its hooks: one function for each table of its contract."""

from collections.abc import Callable, Mapping

from failshut.interpret.kimi.events import log, prompt, turn
from failshut.interpret.kimi.loading import load
from failshut.interpret.kimi.pre_tool import pre_tool
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome

__all__ = ["TABLES", "load"]

TABLES: Mapping[str, Callable[[Scene], Outcome]] = {
    "pre-tool": pre_tool,
    "prompt": prompt,
    "turn": turn,
    "permission": log,
    "log": log,
    "unseen": log,
}
