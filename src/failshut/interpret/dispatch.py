"""Choose the host's module and hand it the runs that count."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType, ModuleType

from failshut.exits import UsageError
from failshut.interpret.contracts import contract, hosts
from failshut.interpret.matching import excludes
from failshut.interpret.scene import Scene
from failshut.interpret.types import Outcome, Run

HOSTS = hosts()
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
    ``call_text`` is the command, patch or prompt, for hosts that repeat it.  A ``version`` other
    than a cell's turns its evidence into "assumed", with a note.  Raises UsageError for an unknown host;
    an event that the contract doesn't describe yields effect "unknown", never a guess.
    """
    if host not in HOSTS:
        raise UsageError(f"no host named {host!r}; known: {', '.join(HOSTS)}")
    book = contract(host)
    table = book.events.get(event, "")
    mine = tuple(run for run in runs if run.wiring.get("event", event) == event)
    later = tuple(run for run in runs if run.wiring.get("event", event) != event)
    called = tuple(run for run in mine if run.fired is not False or run.spawn_error)
    judge = tables(host).get(table)
    place = table if judge else "events"
    scene = Scene(book, place, event, called, later, tool, switches, call_text, version)
    if judge is None:
        return scene.outcome("undescribed")
    if mine and not called:
        return _uncalled(scene, mine)
    return judge(scene)


def tables(host: str) -> Mapping[str, Callable[[Scene], Outcome]]:
    """Return the code of one host: table of the contract → the function that reads it."""
    found: Mapping[str, Callable[[Scene], Outcome]] = _module(host).TABLES
    return found


def _module(host: str) -> ModuleType:
    return importlib.import_module(f"failshut.interpret.{host.replace('-', '_')}")


def _local_http(scene: Scene, run: Run) -> bool:
    """Say whether the entry was dropped for its plain-http address."""
    name = f"{scene.table}/local-http-switch"
    env = scene.switches.get("env")
    if name not in scene.contract.cells or run.wiring.get("type") != "http":
        return False
    plain = str(run.wiring.get("url", "")).startswith("http://")
    return plain and not (isinstance(env, Mapping) and scene.contract.phrase(name) in env)


def _uncalled(scene: Scene, runs: Sequence[Run]) -> Outcome:
    """Explain why no hook was called; else the runs can't tell what the host did with the call.

    A host's module may know more reasons: its ``uncalled`` returns an outcome, or None.
    """
    style, everything = scene.phrase("matcher"), scene.words("matches-all")
    if all(excludes(style, everything, run.wiring.get("matcher"), scene.tool) for run in runs):
        return scene.outcome("unmatched")
    own = getattr(_module(scene.contract.host), "uncalled", None)
    outcome = own(scene) if own else None
    if isinstance(outcome, Outcome):
        return outcome
    if all(_local_http(scene, run) for run in runs):
        return scene.outcome("dropped")
    if scene.has("silenced-by") and set(scene.flags() or ()) & set(scene.words("silenced-by")):
        return scene.outcome("silenced")
    name = f"{scene.table}/unhooked-tools"
    if name in scene.contract.cells and scene.tool in scene.contract.words(name):
        return scene.outcome("unhooked")
    return scene.outcome("not-called")
