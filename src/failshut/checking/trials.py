"""Run what policies say of themselves: every rule's examples, and the ``[[test]]`` tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from failshut.checking import examine
from failshut.checking.force import InForce, Place
from failshut.checking.remarks import contradiction
from failshut.checking.waiting import waiting
from failshut.errors import FailshutError
from failshut.hot import judge
from failshut.policy import load, schema
from failshut.policy.schema import Rule, Trial

NO_GUARD = "its rule asks a Python guard, which isn't run here"


@dataclass(frozen=True)
class Result:
    """One example or test: ``problem`` is "" when it holds; ``skipped`` why it wasn't tried."""

    suite: str
    name: str
    place: str
    problem: str = ""
    skipped: str = ""


PACKS_AT = Place("/workspace/project", "/workspace/project", "/home/dev")
"""Where the examples of packs are thought to run."""


def of_packs() -> Iterator[Result]:
    """Try the examples of every pack that ships."""
    for name in (*schema.BUILT_IN, *load.pack_names()):
        for rule in load.load_pack(name).rules:
            yield from examples(rule, f"pack {name}", PACKS_AT)


def of_files(force: InForce, where: Place) -> Iterator[Result]:
    """Try the examples and tests of the policy files in force."""
    for policy, path in zip(force.files, force.paths, strict=True):
        for rule in policy.rules:
            yield from examples(rule, path, where)
        for trial in policy.tests:
            yield tried(trial, path, force, where)


def examples(rule: Rule, suite: str, where: Place) -> Iterator[Result]:
    """Try a rule's examples, each by this rule alone."""
    place = f"{rule.path}:{rule.line}"
    guarded = any(table[9] for table in rule.match)
    for wanted, command in rule.examples:
        name = f"{rule.id}: {wanted}: {command}"
        if guarded:
            yield Result(suite, name, place, skipped=NO_GUARD)
            continue
        try:
            said = contradiction(rule, wanted, command, where)
        except FailshutError as error:
            said = str(error)
        yield Result(suite, name, place, said)


def tried(trial: Trial, suite: str, force: InForce, where: Place) -> Result:
    """Try one test against everything that is in force."""
    place = f"{trial.path}:{trial.line}"
    host = trial.host or schema.HOSTS[0]
    here = replace(where, cwd=judge.resolved(trial.cwd, where.root))
    if trial.kind == "command":
        call = examine.call_of(host, trial.text, here)
    else:
        call = examine.call_on(host, trial.kind, trial.text, here)
    try:
        verdict = examine.check(call, here, force.compiled).verdict
    except FailshutError as error:
        return Result(suite, trial.name, place, str(error))
    given = verdict.action + (f" by {verdict.rule}" if verdict.rule else "")
    if verdict.action == trial.verdict and trial.rule in ("", verdict.rule):
        return Result(suite, trial.name, place)
    wanted = trial.verdict + (f" by {trial.rule}" if verdict.action == trial.verdict else "")
    waits = "".join(f". {one}" for one in waiting(call, here, force, verdict))
    return Result(suite, trial.name, place, f"wanted {wanted}, got {given}{waits}")
