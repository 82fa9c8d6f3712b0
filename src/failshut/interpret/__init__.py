"""Say what a host does with a run of a hook.  Shares no code and no constants with ``hosts``.

``interpret`` is the simulator and the judge of our own answers, so it knows only the contracts
(``failshut/hosts/contracts/*.toml``) and one small module per host.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from failshut.interpret.contracts import Cell, Contract, contract
    from failshut.interpret.dispatch import HOSTS, interpret
    from failshut.interpret.rows import event_from_row, run_from_row, runs_from_row
    from failshut.interpret.types import Outcome, Run

__all__ = [
    "HOSTS",
    "Cell",
    "Contract",
    "Outcome",
    "Run",
    "contract",
    "event_from_row",
    "interpret",
    "run_from_row",
    "runs_from_row",
]

_HOME = {
    "Cell": "contracts",
    "Contract": "contracts",
    "contract": "contracts",
    "HOSTS": "dispatch",
    "interpret": "dispatch",
    "event_from_row": "rows",
    "run_from_row": "rows",
    "runs_from_row": "rows",
    "Outcome": "types",
    "Run": "types",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    value: object = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
