"""Say which hooks New Host takes from its files; what drops them isn't known."""

from __future__ import annotations

from failshut.interpret.loading import Config
from failshut.interpret.text import parse_object
from failshut.interpret.types import Dropped, Entry, Loading


def load(config: Config) -> Loading:
    """Read the one file that is known; what can't be read as hooks is left out."""
    usual = config.contract.phrase("load/file")
    dropped: list[Dropped] = [config.drop("not-read", name) for name in config.files if name != usual]
    if usual not in config.files:
        return Loading((), tuple(dropped))
    hooks = (parse_object(config.files[usual]) or {}).get("hooks")
    if not isinstance(hooks, dict):
        return Loading((), (*dropped, config.drop("not-hooks", usual)))
    entries: list[Entry] = []
    for event, handlers in hooks.items():
        for number, handler in enumerate(handlers if isinstance(handlers, list) else ()):
            if isinstance(handler, dict):
                place = f"hooks.{event}[{number}]"
                entries.append(Entry(usual, place, event, handler.get("matcher"), handler))
    return Loading(tuple(entries), tuple(dropped))
