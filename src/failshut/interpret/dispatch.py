"""Choose the host's module and hand it the runs that count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from failshut.errors import UsageError
from failshut.interpret import antigravity, claude_code, codex, copilot, cursor, gemini, kimi
from failshut.interpret.contracts import contract
from failshut.interpret.matching import excludes
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome, Run

# host -> table of the contract -> the code that reads it.
HOSTS: Mapping[str, Mapping[str, Callable[[Scene], Outcome]]] = MappingProxyType(
    {
        "claude-code": {"pre-tool": claude_code.pre_tool},
        "codex": {"pre-tool": codex.pre_tool},
        "copilot": {"pre-tool": copilot.pre_tool},
        "cursor": {"pre-tool": cursor.pre_tool},
        "gemini": {"pre-tool": gemini.pre_tool},
        "antigravity": {"pre-tool": antigravity.pre_tool},
        "kimi": {"pre-tool": kimi.pre_tool},
    }
)
_NONE: Mapping[str, object] = MappingProxyType({})


def interpret(
    host: str,
    event: str,
    runs: Sequence[Run],
    *,
    tool: str = "",
    switches: Mapping[str, object] = _NONE,
    call_text: str = "",
    version: str | None = None,
) -> Outcome:
    """Say what ``host`` does with the action after these runs of its hooks.

    ``event`` is the host's own name; ``runs`` are in config order.  ``switches`` are flags,
    permissions and the like: without them the host's own permission check is left out.
    ``call_text`` is the command or patch, for hosts that repeat it.  ``version`` other than a
    cell's turns evidence "measured" into "reported".  Raises UsageError for an unknown host;
    an event that the contract doesn't describe yields effect "unknown", never a guess.
    """
    if host not in HOSTS:
        raise UsageError(f"no host named {host!r}; known: {', '.join(HOSTS)}")
    book = contract(host)
    table = book.events.get(event, "")
    mine = tuple(run for run in runs if run.wiring.get("event", event) == event)
    later = tuple(run for run in runs if run.wiring.get("event", event) != event)
    called = tuple(run for run in mine if run.fired is not False or run.spawn_error)
    judge = HOSTS[host].get(table)
    if judge is None:
        scene = Scene(book, "events", event, called, later, tool, switches, call_text, version)
        return scene.outcome("undescribed")
    scene = Scene(book, table, event, called, later, tool, switches, call_text, version)
    if mine and not called:
        return _uncalled(scene, mine)
    return judge(scene)


def _uncalled(scene: Scene, runs: Sequence[Run]) -> Outcome:
    """Explain why no hook was called; else the runs can't tell what the host did with the call."""
    style = scene.phrase("matcher")
    if all(excludes(style, run.wiring.get("matcher"), scene.tool) for run in runs):
        return scene.outcome("unmatched")
    name = f"{scene.table}/unhooked-tools"
    if name in scene.contract.cells and scene.tool in scene.contract.words(name):
        return scene.outcome("unhooked")
    return scene.outcome("not-called")
