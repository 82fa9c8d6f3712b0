"""Run the scenarios on one agent, each in folders of its own, and say what a broken wiring is at fault."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from failshut.doctor import layers, loaded, surroundings
from failshut.doctor.findings import OPEN, Finding
from failshut.prove import faults, namespace, recipes, stage, wired
from failshut.prove.scenarios import Result, Scenario, judged
from failshut.prove.stage import Stage
from failshut.wire.entries import WIRINGS


@dataclass(frozen=True)
class Order:
    """What is to be proved: ``program`` is the agent's, ``person`` the home whose wiring counts ("" = a
    fresh one), ``more`` are further arguments of the agent."""

    host: str
    program: str
    person: str = ""
    foreign: bool = False
    more: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def start(self) -> list[str]:
        """Return what starts the program."""
        return stage.started(recipes.load(self.host), self.program)


def order(
    host: str, program: str, person: str, foreign: bool, environment: Mapping[str, str], more: Sequence[str]
) -> Order:
    """Return the order for a host: ``person`` counts only where an entry of ours is wired there.

    Programs that need Node get the folder of the one on PATH beside the system's.
    """
    wired_here = bool(person) and wired.there(host, person)
    node = shutil.which("node", path=environment.get("PATH", os.defpath))
    folders = [os.path.dirname(os.path.realpath(node))] if node else []
    path = os.pathsep.join([*folders, "/usr/local/bin", "/usr/bin", "/bin"])
    return Order(host, program, person if wired_here else "", foreign, tuple(more), {"PATH": path})


def program_of(host: str, environment: Mapping[str, str]) -> str:
    """Return the agent's program on PATH, "" when it isn't there."""
    path = environment.get("PATH", os.defpath)
    return next((found for name in WIRINGS[host].programs if (found := shutil.which(name, path=path))), "")


def run(order: Order, scenarios: Sequence[Scenario], told: Callable[[Scenario], None]) -> Iterator[Result]:
    """Yield what comes of each scenario; ``told`` is called before it."""
    recipe = recipes.load(order.host)
    if order.more:
        recipe = stage.with_arguments(recipe, *order.more)
    for scenario in scenarios:
        told(scenario)
        with tempfile.TemporaryDirectory(prefix="failshut-prove-", ignore_cleanup_errors=True) as folder:
            place = Stage(Path(folder).resolve(), order.host, recipe, order.program,
                          environment=dict(order.environment), with_mcp=scenario.mcp)  # fmt: skip
            yield judged(scenario, place, _tried(order, scenario, place))


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
    """Wire the throw-away home."""
    if order.person:
        wired.policies(order.person, place.home)
        wired.copied(order.host, order.person, place.home, place.project, order.foreign)
    else:
        wired.fresh(order.host, place.home, place.project)


def causes(order: Order) -> list[Finding]:
    """Return what of the wiring lets calls through, by the files alone."""
    with tempfile.TemporaryDirectory(prefix="failshut-prove-") as folder:
        place = Stage(Path(folder).resolve(), order.host, recipes.load(order.host), order.program)
        prepare(order, place)
        place.write()
        environment = {**os.environ, **order.environment, "HOME": str(place.home)}
        read = layers.gather(order.host, str(place.home), str(place.project), environment)
        _, said = loaded.read(read, environment, None)
        said += surroundings.variables(read, environment)
        old, new = str(place.home), order.person or "~"
        return [
            replace(one, path=one.path.replace(old, new), fix=one.fix.replace(old, new))
            for one in said
            if one.weight == OPEN
        ]


def cut_off() -> str:
    """Say why runs aren't cut off from the network here ("" = they are)."""
    if namespace.prefix():
        return ""
    return "this system doesn't let us cut a run off from the network (no `unshare`, or no right to it)"
