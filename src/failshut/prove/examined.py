"""Examine a person's real files before a run: what is wrong there, no run of a copy can prove away."""

from __future__ import annotations

from dataclasses import replace

from failshut.doctor import installed
from failshut.doctor.examine import examine
from failshut.doctor.findings import OPEN, STUCK, Finding
from failshut.prove import carried, wired
from failshut.prove.session import Order
from failshut.wire.plan import PROJECT, USER

UNREAD = "Correct it (`failshut doctor` shows what the agent makes of it)"


def findings(order: Order, root: str, environment: dict[str, str]) -> list[Finding]:
    """Return what keeps the guard off, or refuses everything, in the home and folder of a person.

    ``root`` is the project's folder ("" = none), ``environment`` that of the session.
    """
    host, person = order.host, order.person
    told = {"ui": "headless", "args": [*order.recipe.arguments]} if order.scope == PROJECT else {}
    (state,) = examine([host], person, root, environment, running=False, only=order.scope, told=told)
    files = carried.unread(host, person, root) if order.scope == PROJECT else wired.unread(host, person)
    found = [Finding(host, OPEN, f"it can't be read here: {why}", UNREAD, path) for path, why in files]
    known = {one.path for one in found}
    found += [
        replace(one, host=host)
        for one in state.findings
        if blocks(one) and (one.line or one.path not in known)
    ]
    return list(dict.fromkeys([*found, *guard(order, environment)]))


def guard(order: Order, environment: dict[str, str]) -> list[Finding]:
    """Return why the person's launcher and program aren't run: they aren't what an installation writes."""
    found = [replace(one, host=order.host) for one in installed.launcher(order.person, environment)]
    return [one for one in found if blocks(one)]


def blocks(one: Finding) -> bool:
    """Say whether nothing is proved as long as this is so."""
    return one.doubt or one.weight in (OPEN, STUCK)


def elsewhere(order: Order, home: str, root: str, environment: dict[str, str]) -> tuple[str, ...]:
    """Return the scopes in which a host is wired here, its home not being so."""
    (state,) = examine([order.host], home, root, environment, running=False)
    return tuple(one for one in state.scopes if one != USER)
