"""Hold one trial: a hook, a payload and the conditions under which a host would run it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from failshut.drill.run import HookRun, run_hook
from failshut.drill.spawn import spawn_of

PROBE_SECONDS = 10.0


class NotPossible(Exception):
    """A fault can't be made here; ``str()`` says why, in words for the report."""


class NotApplicable(Exception):
    """A fault has nothing to break in this hook; ``str()`` says why."""


@dataclass
class Trial:
    """One run in the making; the code of a fault changes it before it starts.

    ``folder`` is the trial's own throw-away folder, ``timeout`` the host's timer in seconds.
    ``before`` are called in the child before it starts, ``after`` when the trial is over;
    ``watch`` gets the process id.  ``trace`` says how the fault is known to have happened
    ("" = it isn't), ``probe`` is a text for the host's shell that tells it; ``harm`` says whether
    the payload was executed.
    """

    host: str
    event: str
    entry: dict[str, object]
    payload: bytes
    call: str
    environment: dict[str, str]
    home: Path
    project: Path
    folder: Path
    timeout: float
    parts: Mapping[str, Path] = field(default_factory=dict)
    services: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    prefix: list[str] = field(default_factory=list)
    before: list[Callable[[], None]] = field(default_factory=list)
    after: list[Callable[[], None]] = field(default_factory=list)
    watch: Callable[[int], None] | None = None
    stdin: int | None = None
    stdout: int | None = None
    stderr: int | None = None
    probe: str = ""
    trace: Callable[[HookRun], str] = lambda run: ""
    harm: Callable[[HookRun], bool] = lambda run: False

    def run(self) -> HookRun:
        """Run the hook under these conditions."""
        return self._start(self.entry, self.payload, self.timeout, self.watch, self.stdin)

    def prove(self, run: HookRun) -> str:
        """Return how the fault is known to have happened, or "" when nothing shows it."""
        if not self.probe:
            return self.trace(run)
        if run.spawn_error:
            return f"the host couldn't start it: {run.spawn_error}"
        probed = self._start(self._probing(), b"", PROBE_SECONDS, None, None)
        return "its condition was seen in the host's shell" if probed.exit == 0 else ""

    def close(self) -> None:
        """Undo what the fault opened."""
        for action in reversed(self.after):
            with contextlib.suppress(OSError):
                action()

    def open(self, descriptor: int) -> int:
        """Remember a file descriptor that ``close`` has to close; returns it."""
        self.after.append(lambda: os.close(descriptor))
        return descriptor

    def _probing(self) -> dict[str, object]:
        """Return the entry with the probe in the hook's place."""
        if isinstance(self.entry.get("exec"), str):
            return {**self.entry, "exec": "/bin/sh", "args": ["-c", self.probe]}
        entry = {key: value for key, value in self.entry.items() if key not in ("args", "bash", "command")}
        return {**entry, "command": self.probe}

    def _start(
        self,
        entry: Mapping[str, object],
        payload: bytes,
        timeout: float,
        watch: Callable[[int], None] | None,
        stdin: int | None,
    ) -> HookRun:
        return run_hook(
            self.host,
            entry,
            payload,
            project=str(self.project),
            environment=self.environment,
            timeout=timeout,
            preexec=self._before if self.before else None,
            stdin=stdin,
            stdout=self.stdout,
            stderr=self.stderr,
            prefix=self.prefix,
            while_running=watch,
        )

    def _before(self) -> None:
        for action in self.before:
            action()

    def path(self) -> str:
        """Return the PATH that the hook will have."""
        own = self.entry.get("env")
        entry = own if isinstance(own, Mapping) else {}
        return str(entry.get("PATH", self.environment.get("PATH", os.defpath)))


def default_timeout(host: str, entry: Mapping[str, object], patience: float) -> float:
    """Return the host's timer in seconds: the entry's own, else the host's, at most ``patience``."""
    wired = spawn_of(host).seconds(entry)
    named = entry.get("timeout", entry.get("timeoutSec"))
    return wired if isinstance(named, int | float) else min(wired, patience)
