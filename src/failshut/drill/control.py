"""Tell a host's own hole from the hook's: would any hook be open under this fault?

The controls are the two simplest refusals there are, wired in the host's strongest form of an
entry.  Where both are open too, the fault is the host's own hole.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from failshut.drill.trial import Trial
from failshut.interpret import contract
from failshut.wire.entries import WIRINGS

REASON = "refused by the control"
BY_EXIT = f"/bin/sh -c 'unset -f echo exit sleep; @WAIT@ echo \"{REASON}\" >&2; exit 2'"
BY_JSON = '/bin/sh -c \'unset -f printf exit sleep; @WAIT@ printf "%s\\\\n" "$1"; exit 0\' control '
FORMS = ("exit", "json")
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
    """A subject that always refuses; ``slowly`` leaves time to kill it.

    ``form`` is how: by exit 2 with a reason on stderr, or by the host's own JSON at exit 0.
    """

    name = "the control"
    parts: tuple[str, ...] = ()

    def __init__(self, environment: Mapping[str, str], form: str, *, slowly: bool) -> None:
        """``environment`` is what hooks get besides HOME."""
        self._environment, self._form = dict(environment), form
        self._wait = "sleep 1;" if slowly else ""

    def _text(self, host: str) -> str:
        if self._form == "exit":
            return BY_EXIT.replace("@WAIT@", self._wait)
        book = contract(host)
        event = next(event for event, table in book.events.items() if table == "pre-tool")
        form = str(book.table("pre-tool/answers")["deny"])
        answer = form.replace("@REASON@", REASON).replace("@EVENT@", event)
        return BY_JSON.replace("@WAIT@", self._wait) + shlex.quote(answer)

    def hosts(self) -> tuple[str, ...]:
        """Return every host."""
        return tuple(WIRINGS)

    def texts(self) -> Iterator[str]:
        """Yield nothing: its tools aren't looked for."""
        yield from ()

    def notes(self) -> list[str]:
        """Return nothing: it isn't reported."""
        return []

    def problems(self) -> list[str]:
        """Return nothing."""
        return []

    def dead(self, host: str) -> str:
        """Return nothing: it is never looked for in a file."""
        return ""

    def stage(self, host: str, folder: Path) -> Trial:
        """Return an unbroken trial."""
        home, project = folder / "home", folder / "project"
        home.mkdir()
        project.mkdir()
        return Trial(
            host=host,
            event="",
            entry=WIRINGS[host].handler(self._text(host)),
            payload=b"",
            call="",
            environment={**self._environment, "HOME": str(home)},
            home=home,
            project=project,
            folder=folder,
            timeout=0,
        )
