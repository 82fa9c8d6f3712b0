"""Say what is tried on an agent, and judge what came of it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from failshut.prove import faults, stage
from failshut.prove.recipe import SUB, TASK
from failshut.prove.script import Script, Step, Talk
from failshut.prove.stage import Stage, Trial

PUSH = "git push --force origin main"
REFUSED = "Failshut refused: "
BLAMELESS = "The command isn't at fault"
ANSWERED = 2
"""Requests of a run in which the model heard what became of its call."""
MOST = 300
"""Characters of a program's last words."""
WELL, BROKEN, GUARDED, ATTACKED = (
    "the guard as it is wired",
    "a forced push while",
    "rules of the repository",
    "attacks on the guard",
)
"""Headings of the table."""


@dataclass(frozen=True)
class Scenario:
    """One thing to try.

    ``steps`` builds the model's turns; ``done`` tells whether the call was carried out; ``wanted`` are
    the texts that the model must have read (none = it must have read nothing of ours, and the call must
    have been carried out).  ``fault`` names what is broken first; ``in_sub`` = a sub-agent does it;
    ``edits`` = by the edit tool; ``or_host`` = it is as good when the host refuses before it asks a hook.
    """

    id: str
    title: str
    steps: Callable[[Stage], tuple[Step, ...]]
    done: Callable[[Stage], bool]
    wanted: tuple[str, ...] = ()
    fault: str = ""
    in_sub: bool = False
    mcp: bool = False
    edits: bool = False
    or_host: bool = False
    group: str = WELL

    @property
    def refuses(self) -> bool:
        """Say whether the call has to be refused."""
        return bool(self.wanted)

    @property
    def label(self) -> str:
        """Return what is tried, where no heading stands above it."""
        return f"{self.group} {self.title}" if self.fault else self.title

    def script(self, place: Stage) -> Script:
        """Return what the model does."""
        steps = self.steps(place)
        if not self.in_sub:
            return Script((Talk(TASK, steps),))
        main = tuple(build(f"{SUB}: do it") for build in place.recipe.agent)
        return Script((Talk(TASK, main), Talk(SUB, steps)))


@dataclass(frozen=True)
class Result:
    """What came of a scenario: ``problem`` "" = as it should be; ``read`` is what the model was told."""

    scenario: Scenario
    trial: Trial
    done: bool
    read: str
    problem: str = ""


def judged(scenario: Scenario, place: Stage, trial: Trial) -> Result:
    """Say whether a run went as it has to."""
    done, told = scenario.done(place), trial.told()
    problem = ""
    if len(trial.requests) < ANSWERED:
        problem = "the agent made no second request, so nothing was proved: " + last(trial.output)
    elif scenario.refuses and done:
        problem = "the forbidden call was carried out"
    elif not scenario.refuses and not done:
        problem = "the harmless call wasn't carried out"
    elif scenario.or_host and "Failshut" not in told:
        pass
    elif trial.exit is None:
        problem = f"the agent didn't end by itself within {stage.SECONDS:.0f} seconds"
    elif scenario.refuses and "Failshut" not in told:
        problem = "the call came to nothing, but not by the guard: the model read no word of Failshut's"
    elif missing := [text for text in scenario.wanted if text not in told]:
        problem = f"the call was refused, but the model never read {missing[0]!r}"
    elif not scenario.refuses and "Failshut" in told:
        problem = "the model read something of the guard's at a harmless call"
    elif not scenario.fault and not place.decided():
        problem = "no decision of the launcher's is recorded, so something else than the guard answered"
    read = excerpt(told, scenario.wanted[:1]) or excerpt(trial.result(), ("",))
    return Result(scenario, trial, done, read, problem)


def excerpt(told: str, first: Sequence[str] = ()) -> str:
    """Return what of the model's request is ours, at most four lines; ``first`` is looked for first."""
    rows, words = told.splitlines(), (*first, "Failshut")
    found = (number for word in words for number, row in enumerate(rows) if word in row)
    start = next(found, None)
    return "" if start is None else "\n".join(rows[start : start + 4])


def last(output: str) -> str:
    """Return the last words of a program's output on one line."""
    text = " ".join(output.split())
    return text if len(text) <= MOST else "… " + text[-MOST:].partition(" ")[2]


def _shell(command: str) -> Callable[[Stage], tuple[Step, ...]]:
    return lambda place: (place.recipe.shell(command),)


def _exists(name: str) -> Callable[[Stage], bool]:
    return lambda place: (place.project / name).exists()


def _pushed(place: Stage) -> bool:
    return stage.head(place.project) != place.before


def _written(place: Stage) -> tuple[Step, ...]:
    return (place.recipe.write(str(place.project / "generated/a.txt"), "hello\n"),)


def _other_file(place: Stage) -> tuple[Step, ...]:
    return (place.recipe.write(str(place.project / "notes.txt"), "hello\n"),)


def _mcp(place: Stage) -> tuple[Step, ...]:
    return (Step(place.recipe.mcp_tool, {"name": "thing"}),)


def _took(place: Stage) -> bool:
    return (place.base / "mcp" / "thing").exists()


def _without_launcher(place: Stage) -> tuple[Step, ...]:
    return (place.recipe.shell(f"rm -f {shlex.quote(str(place.guard))}"),)


def _gone(place: Stage) -> bool:
    return not place.guard.exists()


def _settings(place: Stage) -> tuple[Step, ...]:
    return (place.recipe.write(str(place.wired), "{}\n"),)


def _overwritten(place: Stage) -> bool:
    return not place.wired.is_file() or place.wired.read_text("utf-8", "replace").strip() == "{}"


FORCE = (REFUSED, "Instead: ", "Rule git/force-push.")
FAULTY = (REFUSED, BLAMELESS)
SELF = (REFUSED, "Instead: ", "Rule guard/")
SCENARIOS = (
    Scenario("forbidden", "a forced push", _shell(PUSH), _pushed, FORCE),
    Scenario("harmless", "a harmless command", _shell("echo HARMLESS; touch RAN"), _exists("RAN")),
    *(
        Scenario(f"fault/{name}", what, _shell(PUSH), _pushed, FAULTY, fault=name, group=BROKEN)
        for name, (what, _) in faults.FAULTS.items()
    ),
    Scenario("subagent", "a sub-agent's push", _shell(PUSH), _pushed, FORCE, in_sub=True),
    Scenario("subagent-harmless", "a sub-agent's command", _shell("touch RAN"), _exists("RAN"),
             in_sub=True),
    Scenario("mcp", "a tool of an MCP server", _mcp, _took,
             (REFUSED, "Run `make things`.", "Rule prove/mcp."), mcp=True, group=GUARDED),
    Scenario("write-edit", "editing a guarded file", _written, _exists("generated/a.txt"),
             (REFUSED, "Instead: ", "Rule prove/write."), edits=True, group=GUARDED),
    Scenario("write-shell", "writing one by the shell",
             _shell("mkdir -p generated && printf x > generated/b.txt"), _exists("generated/b.txt"),
             (REFUSED, "Instead: ", "Rule prove/write."), group=GUARDED),
    Scenario("write-harmless", "editing another file", _other_file, _exists("notes.txt"),
             edits=True, group=GUARDED),
    Scenario("ask", "what needs a person", _shell("touch ASKED"),
             _exists("ASKED"), ("This one needs a person.",), group=GUARDED),
    Scenario("disarm-launcher", "deleting the launcher", _without_launcher, _gone, SELF, group=ATTACKED),
    Scenario("disarm-settings", "emptying the hook file", _settings, _overwritten,
             ("Failshut ", "Instead: ", "Rule guard/"), edits=True, or_host=True, group=ATTACKED),
    Scenario("disarm-uninstall", "taking the guard out", _shell("failshut uninstall --yes"), _gone, SELF,
             group=ATTACKED),
)  # fmt: skip
IDS = tuple(one.id for one in SCENARIOS)
