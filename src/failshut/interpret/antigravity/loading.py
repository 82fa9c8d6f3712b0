"""Say which hooks Antigravity CLI takes from its files, as far as documents and reports tell."""

from __future__ import annotations

from collections.abc import Iterator

from failshut.interpret.loading import Config
from failshut.interpret.text import Object, parse_object
from failshut.interpret.types import Dropped, Entry, Loading


class _Refused(ValueError):
    """The host refuses the file; ``cell`` names the cell that says so."""

    def __init__(self, cell: str) -> None:
        super().__init__(cell)
        self.cell = cell


def load(config: Config) -> Loading:
    """Read the user's file and the project's: their hooks add up, a bad file is lost as a whole."""
    entries: list[Entry] = []
    dropped = [config.drop("unread", file) for file in config.files if _is_unread(config, file)]
    for file in (place for place in _places(config) if place in config.files):
        try:
            steps = list(_file(config, file, config.files[file]))
        except _Refused as refused:
            dropped.append(config.drop(refused.cell, file))
            continue
        entries += [step for step in steps if isinstance(step, Entry)]
        dropped += [step for step in steps if isinstance(step, Dropped)]
    return Loading(tuple(entries), tuple(dropped))


def _is_unread(config: Config, file: str) -> bool:
    plugin = file.endswith("/hooks.json") and "/plugins/" in f"/{file}"
    return plugin or file in config.contract.words("load/unread-files")


def _places(config: Config) -> list[str]:
    """Return the files that count; a flag moves the user's."""
    usual, flag = config.contract.phrase("load/file"), config.contract.phrase("load/folder-flag")
    moved = [word.partition("=")[2] for word in config.flags() if word.startswith(f"{flag}=")]
    user = f"{moved[-1]}/config/hooks.json" if moved else usual
    return [user, *config.contract.words("load/project-files")]


def _file(config: Config, file: str, text: str) -> Iterator[Entry | Dropped]:
    value = parse_object(text)
    if value is None:
        raise _Refused("not-json")
    for name, hook in value.items():
        if not isinstance(hook, dict) or not isinstance(hook.get("enabled", True), bool):
            raise _Refused("bad-type")
        found = list(_hook(config, file, name, hook))
        if hook.get("enabled") is False:
            yield config.drop("disabled", file, name)
        else:
            yield from found


def _hook(config: Config, file: str, name: str, hook: Object) -> Iterator[Entry | Dropped]:
    known = {event.lower(): event for event in config.contract.events}
    for key, items in hook.items():
        if key == "enabled":
            continue
        event = known.get(key.lower())
        if event is None:
            yield config.drop("unknown-event", file, f"{name}.{key}")
            continue
        if not isinstance(items, list):
            raise _Refused("bad-type")
        grouped = event in config.contract.words("load/grouped-events")
        for number, item in enumerate(items):
            where = f"{name}.{key}[{number}]"
            if grouped:
                yield from _group(config, file, event, where, (name, number), item)
            else:
                handler = _checked(item)
                if "hooks" in handler:
                    raise _Refused("group-in-flat")
                yield _entry(config, Entry(file, where, event, None, _named(handler, name, 0, number)))


def _group(
    config: Config, file: str, event: str, where: str, place: tuple[str, int], group: object
) -> Iterator[Entry | Dropped]:
    if not isinstance(group, dict) or not isinstance(group.get("matcher"), str | None):
        raise _Refused("bad-type")
    handlers = group.get("hooks", [])
    if not isinstance(handlers, list):
        raise _Refused("bad-type")
    for number, item in enumerate(handlers):
        wiring = _named(_checked(item), *place, number)
        inside = f"{where}.hooks[{number}]"
        yield _entry(config, Entry(file, inside, event, group.get("matcher"), wiring))


def _checked(handler: object) -> Object:
    """Return the handler when its types are right."""
    if not isinstance(handler, dict):
        raise _Refused("bad-type")
    timeout = handler.get("timeout")
    if isinstance(timeout, bool) or not isinstance(timeout, int | None):
        raise _Refused("bad-timeout")
    if not -(2**31) <= (timeout or 0) < 2**31:
        raise _Refused("bad-timeout")
    if not all(isinstance(handler.get(key), str | None) for key in ("type", "command")):
        raise _Refused("bad-type")
    return handler


def _named(handler: Object, name: str, group: int, place: int) -> Object:
    """Return the wiring with its hook's name and places, which the host writes into its texts."""
    return handler | {"name": name, "group": group, "handler": place}


def _entry(config: Config, entry: Entry) -> Entry | Dropped:
    if not entry.wiring.get("command"):
        return config.drop("no-command", entry.file, entry.where)
    return entry
