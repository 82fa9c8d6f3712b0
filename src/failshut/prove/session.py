"""Run the scenarios on one agent, each in folders of its own, and say what a broken wiring is at fault."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from failshut.doctor import surroundings
from failshut.prove import carried, faults, namespace, recipes, stage, wired
from failshut.prove.recipe import Recipe
from failshut.prove.scenarios import Result, Scenario, judged
from failshut.prove.stage import Stage
from failshut.wire.entries import WIRINGS
from failshut.wire.plan import PROJECT, USER

FOLDER = "failshut-prove-"
"""How the names of the folders begin that a run makes, and takes away."""

PATIENCE = 2
"""How often in a row an agent may have to be ended."""


@dataclass(frozen=True)
class Order:
    """What is to be proved: ``program`` is the agent's, ``person`` the home whose wiring counts ("" = a
    fresh one), ``more`` are further arguments of the agent.  In project scope ``root`` is the repository
    whose wiring counts ("" = a fresh one), in a home with the trust that ``person`` has."""

    host: str
    program: str
    person: str = ""
    foreign: bool = False
    more: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    scope: str = USER
    root: str = ""
    trusts: dict[str, str] = field(default_factory=dict)
    """The session's variables that stand for trust in a repository."""

    @property
    def recipe(self) -> Recipe:
        """Return how the agent is run; in project scope nothing but the person stands for trust."""
        found = stage.with_arguments(recipes.load(self.host), *self.more)
        if self.scope != PROJECT:
            return found
        kept = {name: value for name, value in found.variables.items() if name not in found.trusts}
        return replace(found, variables=kept | self.trusts)

    @property
    def start(self) -> list[str]:
        """Return what starts the program."""
        return stage.started(recipes.load(self.host), self.program)


def order(
    host: str,
    program: str,
    person: str,
    foreign: bool,
    environment: Mapping[str, str],
    more: Sequence[str],
    *,
    scope: str = USER,
    root: str = "",
) -> Order:
    """Return the order for a host: ``person`` counts only where an entry of ours is wired there.

    In project scope ``person`` and ``root`` count both or, for a fresh wiring, neither.  Programs that
    need Node get the folder of the one on PATH beside the system's.
    """
    counts = bool(person) and (scope == PROJECT or wired.there(host, person))
    person = wired.named(host, person) if counts else ""
    trusts = {name: environment[name] for name in recipes.load(host).trusts if name in environment}
    node = shutil.which("node", path=environment.get("PATH", os.defpath))
    folders = [os.path.dirname(os.path.realpath(node))] if node else []
    path = os.pathsep.join([*folders, "/usr/local/bin", "/usr/bin", "/bin"])
    return Order(host, program, person, foreign, tuple(more), {"PATH": path}, scope, root,
                 trusts)  # fmt: skip


def program_of(host: str, environment: Mapping[str, str]) -> str:
    """Return the agent's program on PATH, "" when it isn't there."""
    path = environment.get("PATH", os.defpath)
    return next((found for name in WIRINGS[host].programs if (found := shutil.which(name, path=path))), "")


def version(order: Order) -> str:
    """Return the version that the agent's program says, asked in a home of its own and cut off."""
    with tempfile.TemporaryDirectory(prefix=FOLDER, ignore_cleanup_errors=True) as folder:
        environment = {**order.environment, "HOME": folder, "TMPDIR": folder}
        return surroundings.version_of([*namespace.prefix(), *order.start], environment, folder)


def run(order: Order, scenarios: Sequence[Scenario], told: Callable[[Scenario], None]) -> Iterator[Result]:
    """Yield what comes of each scenario; ``told`` is called before it.

    An agent that had to be ended ``PATIENCE`` times in a row isn't started any more.
    """
    hung = 0
    for scenario in scenarios:
        told(scenario)
        with tempfile.TemporaryDirectory(prefix=FOLDER, ignore_cleanup_errors=True) as folder:
            place = staged(order, folder)
            place.with_mcp = scenario.mcp
            result = _result(order, scenario, place)
        yield result
        hung = hung + 1 if result.trial.exit is None and result.trial.seconds > 1 else 0
        if hung == PATIENCE:
            return


def _result(order: Order, scenario: Scenario, place: Stage) -> Result:
    """Try a scenario; an agent that takes the run's own files away is a result, too."""
    try:
        return judged(scenario, place, _tried(order, scenario, place))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        problem = f"the run's files can't be used any more, so nothing was proved: {error}"
        return Result(scenario, stage.Trial(None, 0.0, (), ""), False, "", problem)


def staged(order: Order, folder: str) -> Stage:
    """Return the folders of a run below ``folder``, which is there."""
    return Stage(Path(folder).resolve(), order.host, order.recipe, order.program,
                 environment=dict(order.environment), scope=order.scope)  # fmt: skip


def _tried(order: Order, scenario: Scenario, place: Stage) -> stage.Trial:
    """Prepare the folders, break what is to be broken, and run the agent."""
    prepare(order, place)
    (place.project / "failshut.toml").write_text(wired.POLICY, "utf-8")
    stage.repository(place.project)
    place.before = stage.head(place.project)
    place.write(replacing=place.recipe.writes_with if scenario.edits else None)
    if scenario.fault:
        faults.FAULTS[scenario.fault][1](place.home)
    return place.run(scenario.script(place))


def prepare(order: Order, place: Stage) -> None:
    """Wire the throw-away home, or its repository."""
    if order.root:
        wired.policies(order.person, place.home)
        carried.copied(order.host, order.person, order.root, place.home, place.project, order.foreign)
    elif order.scope == PROJECT:
        wired.fresh(order.host, place.home, place.project, PROJECT)
    elif order.person:
        wired.policies(order.person, place.home)
        wired.copied(order.host, order.person, place.home, place.project, order.foreign)
    else:
        wired.fresh(order.host, place.home, place.project)


def cut_off() -> str:
    """Say why runs aren't cut off from the network here ("" = they are)."""
    if namespace.prefix():
        return ""
    return (
        "runs aren't cut off from the network and have no process space of their own here (no `unshare`, "
        "or no right to it): only the agent's own settings keep it from calling out, and processes that it "
        "detaches may stay"
    )
