"""Do something to the hook while it runs: kill it, slow it down, or end the host's timer early."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable

from failshut.drill.faults import Fault
from failshut.drill.processes import descendants
from failshut.drill.run import HookRun
from failshut.drill.trial import Trial

SHORTEST = 0.002
SLICE = 0.02
EDGE = 1.0


def kill(trial: Trial, fault: Fault, usual: float) -> None:
    """Send SIGKILL when half of the hook's ``usual`` seconds have passed."""
    killed: list[float] = []
    start = time.monotonic()

    def act(pid: int) -> None:
        time.sleep(max(usual / 2, SHORTEST))
        below = descendants(pid)
        victim = below[-1] if below and fault.text("whom") == "youngest" else pid
        with contextlib.suppress(ProcessLookupError):
            if _alive(victim):
                os.kill(victim, signal.SIGKILL)
                killed.append(time.monotonic() - start)

    trial.watch = _beside(trial, act)

    def trace(run: HookRun) -> str:
        if not killed:
            return ""
        return f"SIGKILL {killed[0]:.2f} s after the start, while it lived"

    trial.trace = trace


def slow(trial: Trial, fault: Fault, usual: float) -> None:
    """Let the hook's process group run one slice in ``share``."""
    share = fault.settings["share"]
    assert isinstance(share, int)
    stops = [0]

    def act(pid: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            while _alive(pid):
                os.killpg(pid, signal.SIGSTOP)
                stops[0] += 1
                time.sleep(SLICE / 2 * (share - 1))
                os.killpg(pid, signal.SIGCONT)
                time.sleep(SLICE / 2)

    trial.watch = _beside(trial, act)
    trial.trace = lambda run: f"stopped {stops[0]} times" if stops[0] > 1 else ""


def edge(trial: Trial, fault: Fault, usual: float) -> None:
    """End the host's timer soon after the moment in which the hook usually ends."""
    wired = trial.timeout
    trial.timeout = min(wired, max(EDGE, usual * 3))

    def trace(run: HookRun) -> str:
        return f"the timer was {trial.timeout:.1f} s; the hook's process usually ends after {usual:.2f} s"

    trial.trace = trace


def _beside(trial: Trial, act: Callable[[int], None]) -> Callable[[int], None]:
    """Return a watcher that does ``act`` in a thread; the trial's end waits for it."""

    def watch(pid: int) -> None:
        thread = threading.Thread(target=act, args=(pid,), daemon=True)
        trial.after.append(lambda: thread.join(1.0))
        thread.start()

    return watch


def _alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(") ")[2][:1] not in "ZX"
    except OSError:
        return False


KINDS: dict[str, Callable[[Trial, Fault, float], None]] = {"kill": kill, "slow": slow, "edge": edge}
