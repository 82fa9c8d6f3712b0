"""Wire the hook as ``command`` and ``args``, where the host drops the second."""

from __future__ import annotations

from collections.abc import Callable

from failshut.drill import payloads
from failshut.drill.faults import Fault
from failshut.drill.run import HookRun
from failshut.drill.spawn import spawn_of
from failshut.drill.trial import NotApplicable, Trial


def args(trial: Trial, fault: Fault) -> None:
    """Start the bare interpreter on the payload; a mark that the payload leaves is the proof."""
    if not trial.words:
        raise NotApplicable("its command isn't an interpreter with a script")
    treatment = spawn_of(trial.host).args
    if treatment != "ignored":
        told = {"started": "this host starts the program with its arguments"}
        told["refused"] = "this host loads no entry with `args`"
        raise NotApplicable(told.get(treatment, "what this host does with `args` isn't known"))
    mark = trial.folder / "payload.ran"
    call = f'echo "$(: >{mark})"'  # never the call itself: it would be run
    trial.payload = payloads.payload(trial.host, trial.event, call, str(trial.project), str(trial.home))
    trial.entry = {**trial.entry, "command": trial.words[0], "args": list(trial.words[1:])}

    def trace(run: HookRun) -> str:
        if mark.exists():
            return f"bare `{trial.words[0]}` ran the payload: a substitution in the command left its mark"
        return f"the host starts bare `{trial.words[0]}`; the payload left no mark"

    trial.trace, trial.harm = trace, lambda run: mark.exists()


KINDS: dict[str, Callable[[Trial, Fault], None]] = {"args": args}
