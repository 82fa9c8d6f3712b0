"""Find gates and rules of a policy whose moment isn't wired: nothing ever looks at them."""

from __future__ import annotations

from collections.abc import Iterator

from failshut.doctor.findings import NOTE, Finding
from failshut.doctor.layers import Layers
from failshut.exits import WiringError
from failshut.hosts import moments
from failshut.policy.schema import Policy
from failshut.wire import later
from failshut.wire.entries import WIRINGS

FIX = "Run `failshut init --hosts {host} --events {kinds}`"


def unheard(layers: Layers, files: tuple[Policy, ...]) -> Iterator[Finding]:
    """Yield a note for each gate, and each rule for another moment than calls, that no entry serves."""
    known = later.events(layers.host)
    held = _wired(layers)
    for policy in files:
        asked = [(f"the gate {one.id}", one.hosts, one.at, one.path, one.line) for one in policy.gates]
        asked += [
            (f"the rule {one.id}", one.hosts, _kinds(layers.host, one.events), one.path, one.line)
            for one in policy.rules
        ]
        for what, hosts, kinds, path, line in asked:
            missing = [kind for kind in kinds if kind in known and kind not in held]
            if missing and (not hosts or layers.host in hosts):
                problem = (
                    f"{what} is for {' and '.join(missing)}, which isn't wired here, so it does nothing"
                )
                fix = FIX.format(host=layers.host, kinds=",".join(missing))
                yield Finding(layers.host, NOTE, problem, fix, path, line)


def _kinds(host: str, events: tuple[str, ...]) -> tuple[str, ...]:
    known = {event.lower(): kind for event, kind in moments.EVENTS.get(host, {}).items()}
    found = [event if event in moments.KINDS else known.get(event.lower(), "") for event in events]
    return tuple(dict.fromkeys(kind for kind in found if kind))


def _wired(layers: Layers) -> set[str]:
    """Return the kinds of moments that the host's files hold entries of ours for."""
    found: set[str] = set()
    first = WIRINGS[layers.host]
    for name, (_, form) in layers.own().items():
        if form is not first or name not in layers.texts:
            continue
        try:
            found |= set(later.wired(layers.host, form, layers.texts[name].encode(), name))
        except WiringError:
            continue  # a finding of its own
    return found
