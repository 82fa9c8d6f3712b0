"""Say what a host makes of a run of the guard: was the call refused, and what does the model read?"""

from failshut import hosts
from failshut.drill.judge import seen
from failshut.drill.run import HookRun
from failshut.interpret import Outcome, interpret
from failshut.wire.entries import WIRINGS

EVENTS = {host: hosts.load(host).EVENT for host in hosts.HOSTS}
WIRING = {host: wiring.handler("LINE") for host, wiring in WIRINGS.items()}


def outcome(host: str, run: HookRun, call: str = "", event: str = "") -> Outcome:
    """Return what ``host`` does after ``run``, by its contract alone."""
    return interpret(host, event or EVENTS[host], [seen(run, WIRING[host])], call_text=call)


def refused(host: str, run: HookRun) -> str:
    """Assert that ``host`` refuses after ``run`` with our words for the model; returns them."""
    assert not run.timed_out, run
    assert run.exit == 2, run
    result = outcome(host, run)
    assert result.effect == "blocked", (result, run)
    assert result.model_text is not None, (result, run)
    assert "Failshut refused: " in result.model_text, (result, run)
    return result.model_text


def spoken(stderr: str) -> str:
    """Return ``stderr`` without what the host's own shell says: a killed child, a bad locale, a trace."""
    lines = stderr.splitlines(keepends=True)
    noise = ("Killed\n", "+ ")
    return "".join(one for one in lines if not one.startswith(noise) and "warning: setlocale" not in one)
