"""Say what a host makes of a run of the guard: was the call refused, and what does the model read?"""

import json

from failshut.drill.run import HookRun


def refused(host: str, run: HookRun) -> str:
    """Assert that ``host`` refuses after ``run`` and return the model's text."""
    assert not run.timed_out, run
    assert run.exit == 2, run
    said = spoken(run.stderr)
    assert said.startswith("Failshut refused: "), run
    if run.stdout:
        for one in run.stdout.splitlines():
            json.loads(one)
    return run.stderr


def spoken(stderr: str) -> str:
    """Return ``stderr`` without what the host's own shell says: a killed child, a bad locale, a trace."""
    lines = stderr.splitlines(keepends=True)
    noise = ("Killed\n", "+ ")
    return "".join(one for one in lines if not one.startswith(noise) and "warning: setlocale" not in one)
