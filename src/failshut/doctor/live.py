"""Run the wired line as its host would, once on a call that must be refused and once on a harmless one."""

from __future__ import annotations

from collections.abc import Mapping

from failshut.doctor.findings import NOTE, OPEN, STUCK, WEAK, Finding
from failshut.doctor.loaded import AGAIN, Wired
from failshut.drill import judge
from failshut.drill.payloads import payload
from failshut.drill.run import HookRun, run_hook

FORBIDDEN = "failshut uninstall --yes"
"""Refused by the pack `self`, which no policy loosens."""
HARMLESS = "true"
BROKEN = "check at the session's start couldn't run"
EVIDENT = ("measured", "source")


def run(
    host: str, wired: Wired, root: str, home: str, environment: Mapping[str, str], path: str
) -> tuple[list[Finding], bool]:
    """Return what is wrong with the answers, and whether the way they were read is proved."""
    said: list[Finding] = []
    forbidden, seen = _asked(host, wired, FORBIDDEN, root, home, environment)
    again = AGAIN.format(host=host)
    if forbidden.verdict not in judge.SHUT:
        problem = f"a forbidden call goes through ({_how(seen)})"
        said.append(Finding(host, OPEN, problem, again, path, cell=forbidden.outcome.cell, ours=True))
    elif forbidden.verdict == judge.UNREAD:
        problem = "a forbidden call is refused, but the model reads nothing of why"
        said.append(Finding(host, WEAK, problem, again, path, cell=forbidden.outcome.cell, ours=True))
    harmless, seen = _asked(host, wired, HARMLESS, root, home, environment)
    if not said and harmless.verdict != judge.OPEN:
        text = " ".join((harmless.outcome.model_text or seen.stderr).split())
        weight = STUCK if "The command isn't at fault" in text else NOTE
        problem = "the guard refuses a harmless call" + (f": {text[:240]}" if text else "")
        said.append(Finding(host, weight, problem, again, path, ours=weight == STUCK))
    return said, forbidden.outcome.evidence in EVIDENT


def start(
    host: str, wired: Wired, root: str, home: str, environment: Mapping[str, str], path: str
) -> list[Finding]:
    """Return what is wrong with the check at a session's start: it has to end well, and to look."""
    found, seen = _asked(host, wired, "", root, home, environment)
    if seen.exit == 0 and BROKEN not in seen.stdout:
        return []
    text = " ".join((found.outcome.model_text or seen.stderr).split())[:240] or _how(seen)
    problem = f"the check at a session's start doesn't run: {text}"
    return [Finding(host, WEAK, problem, AGAIN.format(host=host), path, ours=True)]


def _asked(
    host: str, wired: Wired, call: str, root: str, home: str, environment: Mapping[str, str]
) -> tuple[judge.Judged, HookRun]:
    event = wired.entry.event
    place = root or home
    entry = {"type": "command", **wired.entry.wiring}
    found = run_hook(
        host, entry, payload(host, event, call, place, home),
        project=place, environment={**environment, "HOME": home},
    )  # fmt: skip
    return judge.judge(host, event, entry, call, found), found


def _how(run: HookRun) -> str:
    if run.timed_out:
        return "the host's timer ended first"
    if run.signal is not None:
        return f"the line died of signal {run.signal}"
    if run.spawn_error is not None:
        return f"the host can't start it: {run.spawn_error}"
    return f"exit {run.exit}"
