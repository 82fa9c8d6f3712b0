"""Wire the hosts' other moments on demand: prompts, results, the end of a turn.

What `init` wires always are calls and a session's start; the rest costs a run of the guard at each of
these moments, and serves only who has rules or gates for it.
"""

from collections.abc import Callable
from dataclasses import replace

from failshut.hosts import moments
from failshut.hosts.moments import AGENT, KINDS, TURN
from failshut.wire import alive, ours
from failshut.wire.wiring import Entry, Wiring

HOSTS = ("claude-code", "codex", "copilot", "cursor", "gemini")
"""Hosts whose file takes an entry for each event (Kimi Code holds one, Antigravity is unproved)."""
PATIENT = 10
"""A gate may run tests: the host waits so many times as long at the end of a turn."""
LIMITS = ("timeout", "timeoutSec")


def events(host: str) -> dict[str, str]:
    """Return the kinds of moments that can be wired on a host, each with its event."""
    found: dict[str, str] = {}
    for event, kind in moments.EVENTS.get(host, {}).items() if host in HOSTS else ():
        found.setdefault(kind, event)
    return found


def turn_ends() -> tuple[str, ...]:
    """Return the events of all hosts at which gates run."""
    every = [pair for host in HOSTS for pair in events(host).items()]
    return tuple(dict.fromkeys(event for kind, event in every if kind in (TURN, AGENT)))


def extended(host: str, wiring: Wiring, kinds: tuple[str, ...]) -> Wiring:
    """Return a host's first file with an entry at each of these kinds of moments that it has."""
    known = events(host)
    added = [(kind, known[kind]) for kind in KINDS if kind in kinds and kind in known]
    if not added:
        return wiring
    plain = wiring.forms.get("SessionStart") or wiring.forms.get("sessionStart") or wiring.element
    forms = {event: _patient(plain) if kind in (TURN, AGENT) else plain for kind, event in added}
    names = tuple(event for _, event in added)
    return replace(
        wiring,
        events=(*wiring.events, *names),
        words=(*(wiring.words or ("",) * len(wiring.events)), *names),
        forms={**wiring.forms, **forms},
    )


def wired(host: str, wiring: Wiring, data: bytes, path: str, line: str = "") -> tuple[str, ...]:
    """Return the kinds of moments that a file has entries of ours for already.

    With ``line``, our wired one, another home's entries don't count.
    """
    known = events(host)
    if not data or not known:
        return ()
    held = ours.events(data, wiring, path, next(iter(alive.launchers(line)), ""))
    return tuple(kind for kind, event in known.items() if event in held)


def _patient(element: Callable[[str], Entry]) -> Callable[[str], Entry]:
    """Return what builds an element for which the host waits longer."""

    def build(line: str) -> Entry:
        found = element(line)
        hooks = found.get("hooks")
        return (
            {**found, "hooks": [_longer(one) for one in hooks]}
            if isinstance(hooks, list)
            else _longer(found)
        )

    return build


def _longer(entry: Entry) -> Entry:
    return {
        key: value * PATIENT if key in LIMITS and isinstance(value, int) else value
        for key, value in entry.items()
    }
