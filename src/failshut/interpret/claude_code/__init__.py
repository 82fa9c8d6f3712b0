"""Say what Claude Code does with its hooks: one function for each table of its contract."""

from collections.abc import Callable, Mapping

from failshut.interpret.claude_code.gates import elicitation, gate, worktree, worktree_remove
from failshut.interpret.claude_code.loading import load
from failshut.interpret.claude_code.permission import permission, permission_denied
from failshut.interpret.claude_code.permissions import uncalled
from failshut.interpret.claude_code.pre_tool import pre_tool
from failshut.interpret.claude_code.prompt import prompt
from failshut.interpret.claude_code.results import batch, post_tool
from failshut.interpret.claude_code.session import directory, display, log, session
from failshut.interpret.claude_code.turn import turn
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome

__all__ = ["TABLES", "load", "uncalled"]

TABLES: Mapping[str, Callable[[Scene], Outcome]] = {
    "pre-tool": pre_tool,
    "permission": permission,
    "permission-denied": permission_denied,
    "prompt": prompt,
    "expansion": prompt,
    "post-tool": post_tool,
    "post-failure": post_tool,
    "batch": batch,
    "turn": turn,
    "session-start": session,
    "subagent-start": session,
    "model-switched": session,
    "session-end": log,
    "log": log,
    "compacted": log,
    "moved": log,
    "directory": directory,
    "display": display,
    "compact": gate,
    "model-switch": gate,
    "task": gate,
    "idle": gate,
    "config": gate,
    "skill-shell": gate,
    "elicitation": elicitation,
    "worktree": worktree,
    "worktree-remove": worktree_remove,
}
