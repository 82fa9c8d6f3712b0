"""Say what New Host does with its hooks: one function for each table of its contract."""

from collections.abc import Callable, Mapping

from failshut.interpret.new_host.loading import load
from failshut.interpret.new_host.pre_tool import pre_tool
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome

__all__ = ["TABLES", "load"]

TABLES: Mapping[str, Callable[[Scene], Outcome]] = {"pre-tool": pre_tool}
