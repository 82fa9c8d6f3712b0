"""Say which untrusted exception, observe mode or Python guard would change a verdict."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from failshut.checking import examine
from failshut.checking.force import InForce, Place
from failshut.errors import FailshutError
from failshut.model import PASS, Call, Verdict
from failshut.policy import builtin
from failshut.policy.build import build
from failshut.policy.compile import guard_path
from failshut.policy.schema import Policy, Rule

TYPES = "a person types `failshut trust`"


@dataclass(frozen=True)
class Loosened:
    """What one change would be: its sentence, and the policy file as it would then be read."""

    sentence: str
    file: Policy


def waiting(call: Call, where: Place, force: InForce, verdict: Verdict) -> tuple[str, ...]:
    """Return a sentence for each thing that waits for trust and would change the verdict.

    No untrusted Python guard is run: its rule is judged by the rest of its ``match``.
    """
    if verdict.fault:
        return ()
    found = []
    for number, policy in enumerate(force.files):
        for one in _loosened(policy, force.paths[number], verdict):
            others = list(force.files)
            others[number] = one.file
            if _changed(call, where, others, verdict):
                found.append(one.sentence)
    return tuple(dict.fromkeys(found))


def _loosened(policy: Policy, path: str, verdict: Verdict) -> Iterator[Loosened]:
    if policy.layer == "managed":
        return
    if not policy.trusted and verdict.action != PASS:
        for exempt in policy.exempts:
            if exempt.rule == verdict.rule and (not exempt.until or time.time() < exempt.until):
                said = f"an exception in {exempt.path}:{exempt.line} would apply; {TYPES}."
                alone = replace(policy, trusted=True, mode="enforce", exempts=(exempt,))
                yield Loosened(said, alone)
        if policy.mode == "observe":
            said = f'`mode = "observe"` in {path} would only record this; {TYPES}.'
            yield Loosened(said, replace(policy, trusted=True, exempts=()))
        for rule in policy.rules if policy.mode != "observe" else ():
            if rule.mode == "observe" and rule.id == verdict.rule:
                said = f'`mode = "observe"` in {rule.path}:{rule.line} would only record this; {TYPES}.'
                others = tuple(one if one is rule else replace(one, mode="enforce") for one in policy.rules)
                yield Loosened(said, replace(policy, trusted=True, exempts=(), rules=others))
    known = dict(policy.digests)
    for number, rule in enumerate(policy.rules):
        named = [guard_path(rule.path, table[9][0]) for table in rule.match if table[9]]
        if any(one not in known for one in named):
            rules = list(policy.rules)
            rules[number] = _unguarded(rule)
            said = f"a Python guard in {rule.path}:{rule.line} would be asked; {TYPES}."
            yield Loosened(said, replace(policy, rules=tuple(rules)))


def _unguarded(rule: Rule) -> Rule:
    return replace(rule, match=tuple((*table[:9], ()) for table in rule.match))


def _changed(call: Call, where: Place, files: list[Policy], verdict: Verdict) -> bool:
    try:
        policy = build(files, where.root, builtin.BLOCKS)
        found = examine.check(call, where, policy).verdict
    except FailshutError:
        return False
    return (found.action, found.rule, found.tell) != (verdict.action, verdict.rule, verdict.tell)
