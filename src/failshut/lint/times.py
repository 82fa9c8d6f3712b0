"""Tell a hook's timeout in seconds, whatever its host's key and unit are."""

from __future__ import annotations

import math

from failshut.interpret.contracts import contract
from failshut.lint.hook import Hook

KEYS = ("timeout", "timeoutSec", "timeoutMs", "timeout_ms", "timeout_seconds")
"""Keys that people write for a timeout."""


def key_of(host: str) -> str:
    """Return the key of a timeout on a host."""
    return "timeoutSec" if host == "copilot" else "timeout"


def unit(host: str) -> float:
    """Return the seconds in one unit of the host's timeout."""
    value = contract(host).cell("spawn/seconds-per-unit").value
    assert isinstance(value, int | float)
    return float(value)


def units(host: str, seconds: float) -> float:
    """Return seconds in the host's unit."""
    return seconds / unit(host)


def default(host: str) -> float:
    """Return the host's default timeout in seconds."""
    value = contract(host).cell("spawn/default-seconds").value
    assert isinstance(value, int | float)
    return float(value)


def told(hook: Hook) -> float | None:
    """Return the entry's timeout in seconds, None where it has none that is a number."""
    for key in (key_of(hook.host), "timeout"):
        value = hook.wiring.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            try:
                return float(value) * unit(hook.host)
            except OverflowError:
                return math.inf
    return None


def seconds(hook: Hook) -> float:
    """Return how long the host waits for the hook, in seconds."""
    own = told(hook)
    return default(hook.host) if own is None else own
