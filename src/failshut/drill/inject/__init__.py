"""Break a hook: one function for each kind of fault, in one module for each family."""

from __future__ import annotations

from failshut.drill.faults import Fault
from failshut.drill.inject import conditions, inputs, moments, parts, service, tools, wiring
from failshut.drill.trial import Trial

KINDS = {
    "stdin": inputs.stdin,
    **conditions.KINDS,
    **tools.KINDS,
    **parts.KINDS,
    **service.KINDS,
    **wiring.KINDS,
}


def inject(trial: Trial, fault: Fault, usual: float) -> None:
    """Break the trial; ``usual`` is how many seconds the hook's process takes unbroken.

    Raises NotApplicable when the hook has nothing to break there, NotPossible when it can't be
    done on this machine.
    """
    if fault.kind in moments.KINDS:
        moments.KINDS[fault.kind](trial, fault, usual)
    else:
        KINDS[fault.kind](trial, fault)
