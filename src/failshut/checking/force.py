"""Find the policy in force at a place, or all its problems, without writing anything."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from failshut import paths
from failshut.errors import FailshutError, PolicyError
from failshut.exits import UsageError
from failshut.policy import builtin, load
from failshut.policy.build import build
from failshut.policy.cache import Source, gather
from failshut.policy.find import MANAGED, candidates, chain
from failshut.policy.rebuild import remembered
from failshut.policy.schema import Policy
from failshut.policy.shapes import Policy as Compiled

ALONE = ("managed", "user", "project")
"""The layers that a file may be tried as."""


@dataclass(frozen=True)
class Place:
    """Where a call is judged: session root, working folder and home, all absolute."""

    root: str
    cwd: str
    home: str


class Unusable(FailshutError):
    """The policy in force can't be used; ``problems`` are all of its problems, file by file."""

    exit_code = 2

    def __init__(self, problems: list[PolicyError]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(one) for one in problems))


def folder(cwd: str) -> str:
    """Return the absolute folder that ``--cwd`` names ("" = ours); raises ``UsageError``."""
    here = os.path.abspath(cwd) if cwd else os.getcwd()
    if not os.path.isdir(here):
        raise UsageError(f"--cwd: {here} is no folder. Name one that exists.")
    return here


def place(cwd: str, home: str) -> Place:
    """Return the place of a session that runs in ``cwd``: its root is the git top level there."""
    return Place(chain(cwd)[0], cwd, home)


@dataclass(frozen=True)
class InForce:
    """The compiled policy at a place, the files it is made of, and where each really stands."""

    compiled: Compiled
    files: tuple[Policy, ...]
    paths: tuple[str, ...]


def in_force(where: Place) -> InForce:
    """Return the policy that a hook run would use; raises ``Unusable``."""
    files = tuple(one for _, one in found(where))
    return InForce(build(files, where.root, builtin.BLOCKS), files, tuple(one.path for one in files))


def found(where: Place) -> list[tuple[Source, Policy]]:
    """Return the policy files in force with what they hold; raises ``Unusable``."""
    sources: list[Source] = []
    policies: list[Policy] = []
    problems: list[PolicyError] = []
    for one in candidates(where.root, where.cwd, where.home):
        try:
            some = gather((one,), paths.policy_memory_dir(where.home))
            policies += [policy for policy, _ in remembered(some)]
            sources += some
        except PolicyError as error:
            problems += load.problems(one[1], one[0]) or [error]
    problems += misplaced(policies, where.root)
    if problems:
        raise Unusable(problems)
    return list(zip(sources, policies, strict=True))


def of_file(where: Place, path: str, layer: str = "project") -> InForce:
    """Return the built-in rules with those of one file, as if it stood where its layer's file does.

    Of a project that is the session root.  Nobody trusted it, so its exceptions and its observe mode
    have no effect yet; a managed file's have, since that is root's.
    """
    problems = load.problems(path, layer)
    if problems:
        raise Unusable(problems)
    policy = load.load(path, layer)
    problems = misplaced([policy], where.root)
    if problems:
        raise Unusable(problems)
    places = {"managed": MANAGED, "user": paths.user_policy(where.home)}
    stands = places.get(layer, f"{where.root.rstrip('/')}/failshut.toml")
    here = replace(policy, path=stands, trusted=layer == "managed")
    return InForce(build([here], where.root, builtin.BLOCKS), (here,), (path,))


def finder(policy: str, layer: str | None) -> Callable[[Place], InForce]:
    """Return what finds the policy: the one file ``--policy`` names, as its ``--layer``'s, or all in force.

    Raises ``UsageError``.
    """
    if policy:
        return partial(of_file, path=os.path.abspath(policy), layer=layer or "project")
    if layer:
        raise UsageError("--layer says whose file --policy FILE is. Name that file, too.")
    return in_force


def misplaced(policies: list[Policy], root: str) -> list[PolicyError]:
    """Return the problems of exceptions that their layer may not make, each by itself."""
    problems = []
    for number, policy in enumerate(policies):
        for exempt in policy.exempts:
            others = [replace(one, exempts=()) for one in policies]
            others[number] = replace(policy, exempts=(exempt,))
            try:
                build(others, root, builtin.BLOCKS)
            except PolicyError as error:
                problems.append(error)
    return problems
