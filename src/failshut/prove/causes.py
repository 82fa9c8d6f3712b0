"""Say what of a wiring lets calls through, by the files that a run had."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path

from failshut.doctor import layers, loaded, surroundings
from failshut.doctor.findings import OPEN, Finding
from failshut.prove import session
from failshut.prove.session import Order
from failshut.prove.stage import Stage
from failshut.wire.entries import WIRINGS


def causes(order: Order) -> list[Finding]:
    """Return what lets calls through, with the places and lines of the person's own files."""
    with tempfile.TemporaryDirectory(prefix=session.FOLDER) as folder:
        place = session.staged(order, folder)
        try:
            session.prepare(order, place)
        except OSError:
            return []  # each scenario says what couldn't be copied
        found = _found(order, place)
        _restore(order, place)
        lines = {_key(one): one.line for one in reversed(_found(order, place))}
    unique = {_key(one): replace(one, line=lines.get(_key(one), 0)) for one in found}
    return [_as_persons(one, place, order) for one in unique.values()]


def _key(one: Finding) -> tuple[str, str, str]:
    return one.path, one.problem, one.fix


def _found(order: Order, place: Stage) -> list[Finding]:
    environment = place.variables()
    read = layers.gather(order.host, str(place.home), str(place.project), environment, only=order.scope)
    told = {"ui": "headless", "args": place.words()}
    _, said = loaded.read(read, environment, None, told)
    said += surroundings.variables(read, environment)
    return [one for one in said if one.weight == OPEN]


def _restore(order: Order, place: Stage) -> None:
    """Write the person's own texts, whose lines count, in place of what was taken over of them."""
    trust = WIRINGS[order.host].trust
    for top, source in ((place.home, order.person), (place.project, order.root)):
        for path in top.rglob("*.json") if source else ():
            old = os.path.join(source, path.relative_to(top))
            trusts = trust is not None and path == place.home / trust.file
            if not trusts and path.is_file() and os.path.isfile(old):
                text = Path(old).read_text("utf-8", "replace")
                for name, new in ((order.root, place.project), (order.person, place.home)):
                    text = text.replace(name, str(new)) if name else text
                path.write_text(text, "utf-8")


def _as_persons(one: Finding, place: Stage, order: Order) -> Finding:
    """Return a finding with the places of the person's files."""
    names = (str(place.home), order.person or "~"), (str(place.project), order.root or "the repository")
    for old, new in names:
        path, fix, problem = (text.replace(old, new) for text in (one.path, one.fix, one.problem))
        one = replace(one, path=path, fix=fix, problem=problem)
    return one
