"""Say which hooks Claude Code takes from its settings files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from failshut.interpret.claude_code.handlers import never_runs, problem
from failshut.interpret.loading import Config
from failshut.interpret.text import JS_SPACE, Object, parse
from failshut.interpret.types import Dropped, Entry, Loading

_INLINE = "--settings"


def load(config: Config) -> Loading:
    """Read user, project and local settings and --settings; all hooks add up.

    A file with a mistake in what decides about tools drops out alone and in silence;
    ``disableAllHooks`` in one valid file turns off the hooks of all.
    """
    wanted, dropped = _wanted(config)
    entries: list[Entry] = []
    off = ""
    for name, text in wanted.items():
        settings, why = _settings(config, text)
        if settings is None:
            dropped += [config.drop(why, name)] if why else []
            continue
        kept, left, broken = _hooks(config, name, settings)
        dropped += left
        if broken:
            continue
        entries += kept
        off = off or (name if settings.get("disableAllHooks") is True else "")
    if off:
        dropped += [config.drop("disabled-all", entry.file, entry.where) for entry in entries]
        entries = []
    return Loading(tuple(entries), tuple(dropped))


def _wanted(config: Config) -> tuple[dict[str, str], list[Dropped]]:
    """Return the files that are read, in the order of the layers, and those that aren't."""
    flags, files = config.flags(), dict(config.files)
    given = _value(flags, "--settings")
    if given and given.lstrip(JS_SPACE).startswith("{"):
        files[_INLINE], given = given, _INLINE
    places = {str(path): str(scope) for scope, path in config.contract.table("load/files").items()}
    places[config.contract.phrase("load/managed")] = "managed"
    places |= {given: "flag"} if given else {}
    wanted: dict[str, str] = {}
    dropped = []
    for name in sorted(files, key=lambda name: [*places, name].index(name)):
        why = _left_out(config, places.get(name, ""))
        if why:
            dropped.append(config.drop(why, name))
        else:
            wanted[name] = files[name]
    return wanted, dropped


def _left_out(config: Config, scope: str) -> str:
    """Return the cell that says why a file of this scope isn't read, or ""."""
    flags = config.flags()
    if not scope:
        return "not-read"
    if "--bare" in flags or "--safe-mode" in flags:
        return "switched-off"
    if scope in ("flag", "managed"):
        return ""
    if "--restricted" in flags:
        return "restricted"
    sources = _value(flags, "--setting-sources")
    if sources is not None and scope not in [word.strip() for word in sources.split(",")]:
        return "other-source"
    return "untrusted" if scope != "user" and _untrusted(config) else ""


def _value(flags: tuple[str, ...], name: str) -> str | None:
    """Return the value of a flag, as the next word or behind an equals sign."""
    for place, flag in enumerate(flags):
        if flag == name:
            return flags[place + 1] if place + 1 < len(flags) else ""
        if flag.startswith(name + "="):
            return flag.removeprefix(name + "=")
    return None


def _untrusted(config: Config) -> bool:
    switches = config.switches
    return switches.get("ui") == "interactive" and switches.get("trusted") is False


def _settings(config: Config, text: str) -> tuple[Object | None, str]:
    """Return the settings object, or None and the cell that says why the file is left out."""
    if not text.strip(JS_SPACE):
        return None, ""
    if text.startswith("\ufeff"):
        return None, "bom"
    try:
        value = parse(text)
    except ValueError:
        return None, "not-json"
    if not isinstance(value, dict):
        return None, "bad-setting"
    rules = value.get("permissions", {})
    lists = config.contract.words("load/rule-lists")
    fine = isinstance(rules, dict) and all(_words(rules.get(key, [])) for key in lists)
    fine = fine and isinstance(value.get("disableAllHooks", False), bool)
    return (value, "") if fine else (None, "bad-setting")


def _words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _hooks(config: Config, name: str, settings: Object) -> tuple[list[Entry], list[Dropped], bool]:
    """Return the entries of one file, what is left out, and whether the whole file is."""
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict):
        return [], [config.drop("bad-hooks", name, "hooks")], True
    strict = config.contract.words("load/strict-events")
    with_tools = config.contract.words("load/if-events")
    kept, left = [], []
    for event, groups in hooks.items():
        if event not in config.contract.events:
            left.append(config.drop("unknown-event", name, f"hooks.{event}"))
            continue
        for where, matcher, handler, why in _entries(config, event, groups):
            if why and event in strict:
                return [], [config.drop(why, name, where), config.drop("whole-file", name)], True
            why = why or never_runs(handler, event, with_tools)
            if why:
                left.append(config.drop(why, name, where))
            else:
                kept.append(Entry(name, where, event, matcher, dict(handler)))
    return kept, left, False


Found = tuple[str, object, Mapping[str, object], str]


def _entries(config: Config, event: str, groups: object) -> Iterator[Found]:
    """Yield place, matcher and handler of every entry of an event, and what is wrong with it."""
    words = config.contract.words("pre-tool/failure-words", config.version)
    place = f"hooks.{event}"
    if not isinstance(groups, list):
        yield place, None, {}, "bad-event"
        return
    for number, group in enumerate(groups):
        where = f"{place}[{number}]"
        handlers = group.get("hooks") if isinstance(group, dict) else None
        if not isinstance(group, dict) or not isinstance(handlers, list):
            yield where, None, {}, "bad-group"
            continue
        matcher = group.get("matcher")
        if matcher is not None and not isinstance(matcher, str):
            yield where, None, {}, "bad-matcher"
            continue
        for index, handler in enumerate(handlers):
            wiring = handler if isinstance(handler, dict) else {}
            yield f"{where}.hooks[{index}]", matcher, wiring, problem(handler, words)
