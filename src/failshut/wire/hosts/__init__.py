"""Know each host's own files: how our entry looks in them, what drops it, what guards it.

One module for each host of ``failshut.hosts.HOSTS``, with that module's name.  A hook run never
comes here, so what only ``init`` and the generator need stands apart from ``failshut.hosts``.
"""

import importlib
from typing import Protocol, cast

from failshut.hosts import HOSTS
from failshut.wire.checks import Check, Handler
from failshut.wire.wiring import Guarded, Wiring


class Wired(Protocol):
    """What a module in this folder says of its host."""

    WIRING: Wiring
    CHECKS: tuple[Check, ...]
    """What makes the host drop its JSON file or switch its hooks off, one cause each."""
    BLOCK: Handler
    """What the host accepts as a ``[[hooks]]`` block; only where ``WIRING.toml``."""
    GUARDED: Guarded


def load(host: str) -> Wired:
    """Return the module of ``host``; KeyError for a host that isn't one of ours."""
    return cast(Wired, importlib.import_module(f"{__name__}.{HOSTS[host]}"))
