"""Change what surrounds the hook: variables, streams, limits, signals, the home folder."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping

from failshut.drill import payloads
from failshut.drill.faults import Fault
from failshut.drill.trial import NotPossible, Trial


def environment(trial: Trial, fault: Fault) -> None:
    """Set and unset variables; ``call`` also changes the command."""
    changes = fault.settings.get("set", {})
    assert isinstance(changes, Mapping)
    for name, value in changes.items():
        trial.environment[str(name)] = str(value)
    for name in fault.words("unset"):
        trial.environment.pop(name, None)
    if "call" in fault.settings:
        trial.call = fault.text("call").replace("{call}", trial.call)
        trial.payload = payloads.payload(
            trial.host, trial.event, trial.call, str(trial.project), str(trial.home)
        )
    trial.probe = fault.probe


def start_up(trial: Trial, fault: Fault) -> None:
    """Let BASH_ENV and ENV name a file; that the file ran is the proof."""
    mark, file = trial.folder / "start-up.ran", trial.folder / "start-up.sh"
    file.write_text(f": >'{mark}'\n{fault.text('text')}\n")
    trial.environment |= {"BASH_ENV": str(file), "ENV": str(file)}
    trial.trace = lambda run: "the start-up file ran" if mark.exists() else ""


def shadow(trial: Trial, fault: Fault) -> None:
    """Put a file in the way of a language's own search."""
    folder = trial.folder / "shadow"
    folder.mkdir()
    file = folder / fault.text("file")
    file.write_text(fault.text("text"))
    value = str(fault.settings.get("value", "")).replace("{file}", str(file)) or str(folder)
    trial.environment[fault.text("variable")] = value
    trial.probe = fault.probe


def descriptors(trial: Trial, fault: Fault) -> None:
    """Close descriptors, or make them a full disk or a pipe that nobody reads."""
    for number in _numbers(fault, "close"):
        trial.before.append(lambda number=number: os.close(number))  # type: ignore[misc]
    for number in _numbers(fault, "full"):
        _replace(trial, number, trial.open(os.open("/dev/full", os.O_WRONLY)))
    for number in _numbers(fault, "broken"):
        reader, writer = os.pipe()
        os.close(reader)
        _replace(trial, number, trial.open(writer))
    trial.probe = fault.probe


def _numbers(fault: Fault, name: str) -> list[int]:
    value = fault.settings.get(name, [])
    return [int(number) for number in value] if isinstance(value, list) else []


def _replace(trial: Trial, number: int, descriptor: int) -> None:
    if number == 1:
        trial.stdout = descriptor
    else:
        trial.stderr = descriptor


def limit(trial: Trial, fault: Fault) -> None:
    """Lower a resource limit."""
    which = getattr(resource, f"RLIMIT_{fault.text('resource')}")
    value = fault.settings["value"]
    assert isinstance(value, int)
    trial.before.append(lambda: resource.setrlimit(which, (value, value)))
    trial.probe = fault.probe


def signals(trial: Trial, fault: Fault) -> None:
    """Ignore or block signals from the start; the process that becomes the hook proves it."""
    ignored = [signal.Signals[name] for name in fault.words("ignore")]
    blocked = [signal.Signals[name] for name in fault.words("block")]

    mark = trial.folder / "signals.set"

    def before() -> None:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
        if set(blocked) <= signal.pthread_sigmask(signal.SIG_BLOCK, []) and all(
            signal.getsignal(one) == signal.SIG_IGN for one in ignored
        ):
            mark.touch()

    trial.before.append(before)
    told = ", ".join(one.name for one in ignored + blocked)
    trial.trace = lambda run: f"{told}: so in the process that became the hook" if mark.exists() else ""


def read_only_home(trial: Trial, fault: Fault) -> None:
    """Mount HOME read-only, for this hook alone."""
    program = shutil.which("unshare")
    if program is None:
        raise NotPossible("this machine has no `unshare` to mount HOME read-only")
    mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    flags = ["-m"] if os.geteuid() == 0 else ["-r", "-m"]
    prefix = [program, *flags, "/bin/sh", "-c", mount, str(trial.home)]
    done = subprocess.run([*prefix, "true"], capture_output=True, check=False)
    if done.returncode:
        raise NotPossible("this system doesn't let a process mount HOME read-only for itself")
    trial.prefix = prefix
    trial.probe = fault.probe


KINDS: dict[str, Callable[[Trial, Fault], None]] = {
    "environment": environment,
    "start-up": start_up,
    "shadow": shadow,
    "descriptors": descriptors,
    "limit": limit,
    "signals": signals,
    "read-only-home": read_only_home,
}
