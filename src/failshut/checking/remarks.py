"""Collect what works in a policy file but should be better: its warnings, and its examples' verdicts."""

from __future__ import annotations

from failshut.checking import examine
from failshut.checking.force import InForce, Place
from failshut.errors import FailshutError, PolicyError
from failshut.model import PASS, Verdict
from failshut.policy import schema
from failshut.policy.build import LAYERS, managed
from failshut.policy.compile import Placed, block, ids
from failshut.policy.find import read_source
from failshut.policy.load import parse
from failshut.policy.reader import near
from failshut.policy.schema import Rule
from failshut.policy.shapes import FORMAT

LISTED = "`failshut explain` lists the rules; remove the exception if none of them is meant."


def remarks(force: InForce, where: Place) -> list[PolicyError]:
    """Return the warnings on the files in force, file by file and in line order."""
    found: list[PolicyError] = []
    loose = dangling(force)
    for policy, path in zip(force.files, force.paths, strict=True):
        some = _warnings(path, policy.layer) + [
            error for rule in policy.rules for error in _examples(rule, where)
        ]
        some += [error for error in loose if error.path == path]
        found += sorted(some, key=lambda error: error.line)
    return found


def dangling(force: InForce) -> list[PolicyError]:
    """Return a warning for each exception that names no rule in force here, or may not loosen it."""
    known = [name for some in force.compiled[1] for name in ids(some)]
    found = _without_effect(force)
    for policy, path in zip(force.files, force.paths, strict=True):
        for one in policy.exempts:
            if one.rule in known:
                continue
            problem = f"The exception names the rule {one.rule!r}, which doesn't exist here."
            close = near(one.rule, known)
            fix = (
                close
                if close.startswith("Did")
                else "`failshut explain` lists the rules; remove it if none is meant."
            )
            found.append(PolicyError(path, one.line, problem, fix))
    return found


def _without_effect(force: InForce) -> list[PolicyError]:
    """Return a warning for what the user's file loosens of the built-in rules under a managed policy."""
    if not managed(force.files):
        return []
    found, built_in = [], [name for some in force.compiled[1][1:] for name in ids(some)]
    fix = "Ask whoever keeps the managed policy, and remove it here."
    for policy, path in zip(force.files, force.paths, strict=True):
        if policy.layer != "user":
            continue
        if policy.mode == "observe":
            problem = "The built-in rules are enforced all the same: a managed policy is in force."
            found.append(PolicyError(path, 1, problem, fix))
        for one in policy.exempts:
            if one.rule in built_in:
                problem = f"The exception for {one.rule!r} has no effect: a managed policy is in force."
                found.append(PolicyError(path, one.line, problem, fix))
    return found


def _warnings(path: str, layer: str) -> list[PolicyError]:
    try:
        data = read_source(path)
    except PolicyError:
        return []
    return parse(path, data, layer)[2] if data is not None else []


def _examples(rule: Rule, where: Place) -> list[PolicyError]:
    """Return a warning for each example that gets another verdict; a Python guard is never run."""
    if any(table[9] for table in rule.match):
        return []
    found = []
    for wanted, command in rule.examples:
        try:
            said = contradiction(rule, wanted, command, where)
        except FailshutError:
            continue
        if said:
            problem = f"The example {command!r} stands under `{wanted}`, but {said}."
            fix = "Correct the rule's `match` or the example."
            found.append(PolicyError(rule.path, rule.line, problem, fix))
    return found


def _alone(rule: Rule, command: str, where: Place) -> Verdict:
    """Return the real judge's verdict by this rule alone, on a host and at an event it names."""
    call = examine.call_of(rule.hosts[0] if rule.hosts else schema.HOSTS[0], command, where)
    if rule.events and call.event.lower() not in rule.events:
        call.event = rule.events[0]
    policy = (FORMAT, (block(LAYERS, [Placed(rule)]),), (), ())
    return examine.check(call, where, policy).verdict


def contradiction(rule: Rule, wanted: str, command: str, where: Place) -> str:
    """Return what the rule alone does with an example instead, "" when it does as it says."""
    verdict = _alone(rule, command, where)
    named = verdict.rule == rule.id
    if wanted == PASS:
        refused = named and verdict.action != PASS
        return f"the rule gives it `{verdict.action}`" if refused and not rule.require else ""
    if not named:
        return "the rule doesn't match it"
    if not rule.require and verdict.action != wanted:
        return f"the rule gives it `{verdict.action}`"
    return ""
