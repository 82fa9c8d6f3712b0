"""Tell a host's own hole from the hook's: would any hook be open under this fault?

The control is the simplest refusal there is, wired in the host's strongest form.  Where it is
open too, no hook can close the fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from failshut.drill.trial import Trial
from failshut.wire.entries import WIRINGS

REFUSES = "/bin/sh -c 'unset -f echo exit; echo \"refused by the control\" >&2; exit 2'"
SLOWLY = "/bin/sh -c 'unset -f echo exit; sleep 1; echo \"refused by the control\" >&2; exit 2'"
USUAL = 1.0
"""Seconds that the slow control takes."""
KINDS = (
    "stdin",
    "environment",
    "start-up",
    "shadow",
    "descriptors",
    "limit",
    "signals",
    "read-only-home",
    "kill",
    "tool",
)
"""Kinds of faults that come from outside; the others damage the hook itself."""


class Control:
    """A subject that always refuses; ``slowly`` leaves time to kill it."""

    name = "the control"
    parts: tuple[str, ...] = ()

    def __init__(self, environment: Mapping[str, str], *, slowly: bool) -> None:
        """``environment`` is what hooks get besides HOME."""
        self._environment = dict(environment)
        self._text = SLOWLY if slowly else REFUSES

    def hosts(self) -> tuple[str, ...]:
        """Return every host."""
        return tuple(WIRINGS)

    def texts(self) -> Iterator[str]:
        """Yield nothing: its tools aren't looked for."""
        yield from ()

    def notes(self) -> list[str]:
        """Return nothing: it isn't reported."""
        return []

    def stage(self, host: str, folder: Path) -> Trial:
        """Return an unbroken trial."""
        home, project = folder / "home", folder / "project"
        home.mkdir()
        project.mkdir()
        return Trial(
            host=host,
            event="",
            entry=WIRINGS[host].handler(self._text),
            payload=b"",
            call="",
            environment={**self._environment, "HOME": str(home)},
            home=home,
            project=project,
            folder=folder,
            timeout=0,
        )
