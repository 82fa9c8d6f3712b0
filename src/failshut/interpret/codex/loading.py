"""Say which hooks Codex takes from its files, its command line and its managed settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from failshut.interpret.codex import files, trust
from failshut.interpret.codex.files import Found, Refused
from failshut.interpret.loading import Config
from failshut.interpret.text import Object
from failshut.interpret.types import Dropped, Entry, Loading


@dataclass(frozen=True, slots=True)
class Source:
    """The hooks of one file; managed ones need no trust."""

    file: str
    hooks: Object
    managed: bool


def load(config: Config) -> Loading:
    """Read all layers: they add up; the order is managed, system, user, project, command line."""
    texts = _texts(config)
    dropped: list[Dropped] = []
    try:
        tables = _tables(config, texts, dropped)
    except _Fatal as fatal:
        return Loading(dropped=(config.drop(fatal.cell, fatal.file),), starts=False)
    sources = list(_sources(config, texts, tables, dropped))
    if not _enabled(config, tables):
        gone = [config.drop("off", source.file) for source in sources]
        return Loading(dropped=(*dropped, *gone))
    states = _table(_table(tables.get(_user(config), {}), "hooks"), "state")
    requirements = tables.get(config.contract.phrase("load/requirements"), {})
    only_managed = requirements.get("allow_managed_hooks_only") is True
    entries: list[Entry] = []
    for source in sources:
        if only_managed and not source.managed:
            dropped.append(config.drop("managed-only", source.file))
            continue
        for found in files.handlers(source.hooks, _events(config)):
            entry, reason = _entry(source, found), _refusal(config, source, found, states)
            if reason:
                dropped.append(config.drop(reason, source.file, entry.where))
            else:
                entries.append(entry)
    return Loading(tuple(entries), tuple(dropped))


class _Fatal(Exception):
    def __init__(self, cell: str, file: str) -> None:
        super().__init__(cell)
        self.cell, self.file = cell, file


def _texts(config: Config) -> dict[str, str]:
    """Return the files by the names that the contract uses."""
    aliases = config.contract.table("load/aliases")
    found: dict[str, str] = {}
    for name, text in config.files.items():
        folder, slash, rest = name.rpartition("/")
        place = aliases.get(folder if slash else "")
        found[f"{place}/{rest}" if isinstance(place, str) else name] = text
    return found


def _tables(config: Config, texts: Mapping[str, str], dropped: list[Dropped]) -> dict[str, Object]:
    """Read every config.toml that counts, and the command line as one more."""
    book = config.contract
    tables: dict[str, Object] = {}
    places = [*book.words("load/managed-toml"), *book.words("load/unmanaged-toml")]
    for file in (place for place in places if place in texts):
        if file == book.phrase("load/project-toml") and not _trusts_project(config, tables):
            dropped.append(config.drop("project-untrusted", file))
        elif file == _user(config) and "--ignore-user-config" in config.flags():
            dropped.append(config.drop("user-ignored", file))
        else:
            try:
                tables[file] = files.read_toml(texts[file], _events(config))
            except Refused as refused:
                raise _Fatal("bad-toml", file) from refused
    given = _merge([files.override(text) for text in _overrides(config.flags())])
    try:
        files.check(given.get("hooks", {}), _events(config))
    except Refused as refused:
        raise _Fatal("bad-toml", "-c") from refused
    return tables | {"-c": given}


def _overrides(flags: tuple[str, ...]) -> list[str]:
    found = [value for flag, value in pairwise(flags) if flag in ("-c", "--config")]
    return found + [flag.partition("=")[2] for flag in flags if flag.startswith("--config=")]


def _merge(parts: list[Object]) -> Object:
    whole: Object = {}
    for part in parts:
        for key, value in part.items():
            old = whole.get(key)
            both = isinstance(old, dict) and isinstance(value, dict)
            whole[key] = _merge([old, value]) if both else value  # type: ignore[list-item]
    return whole


def _sources(
    config: Config, texts: Mapping[str, str], tables: Mapping[str, Object], dropped: list[Dropped]
) -> Iterator[Source]:
    book = config.contract
    managed = {*book.words("load/managed-toml"), *book.words("load/managed-json")}
    for file in book.words("load/order"):
        hooks: Object = {}
        if file in tables:
            hooks = _table(tables[file], "hooks")
        elif file in texts and file.endswith(".json"):
            hooks = _json(config, texts[file], file, tables, dropped)
        if any(hooks.get(event) for event in _events(config)):
            yield Source(file, hooks, file in managed)


def _json(
    config: Config, text: str, file: str, tables: Mapping[str, Object], dropped: list[Dropped]
) -> Object:
    book = config.contract
    reason = ""
    if file == book.phrase("load/project-json") and not _trusts_project(config, tables):
        reason = "project-untrusted"
    elif file == book.phrase("load/file") and "--ignore-user-config" in config.flags():
        reason = "user-ignored"
    else:
        try:
            return files.read_json(text, book.words("load/top-keys"), _events(config))
        except Refused as refused:
            reason = refused.cell
    dropped.append(config.drop(reason, file))
    return {}


def _trusts_project(config: Config, tables: Mapping[str, Object]) -> bool:
    projects = _table(tables.get(_user(config), {}), "projects")
    return _table(projects, _home(config)["project"]).get("trust_level") == "trusted"


def _enabled(config: Config, tables: Mapping[str, Object]) -> bool:
    """Say whether the feature is on: requirements pin it, the command line wins over the files."""
    book = config.contract
    pinned = _feature(tables.get(book.phrase("load/requirements"), {}))
    if pinned is not None:
        return pinned
    pairs = set(pairwise(config.flags()))
    if ("--disable", "hooks") in pairs:
        return False
    if ("--enable", "hooks") in pairs:
        return True
    told = [_feature(tables[file]) for file in book.words("load/order") if file in tables]
    return next((value for value in reversed(told) if value is not None), True)


def _feature(table: Object) -> bool | None:
    """Return what a file says of the feature, by its name or its older one (measured)."""
    features = _table(table, "features")
    told = [features.get(name) for name in ("hooks", "codex_hooks")]
    if False in told:
        return False
    return True if True in told else None


def _refusal(config: Config, source: Source, found: Found, states: Object) -> str:
    """Return the cell that says why the handler doesn't run, or ""."""
    book, handler = config.contract, found.handler
    matched = found.event not in book.words("load/no-matcher")
    if matched and not files.is_pattern(found.matcher):
        return "bad-matcher"
    if handler["type"] in book.words("load/unsupported-types"):
        return "unsupported-type"
    if handler["type"] == "command" and not str(handler["command"]).strip():
        return "empty-command"
    if source.managed:
        return ""
    kept = trust.state(states, source.file, _home(config), found.event, found.group, found.place)
    if kept.get("enabled") is False:
        return "disabled"
    bypass = config.switches.get("bypass_hook_trust") is True
    if bypass or "--dangerously-bypass-hook-trust" in config.flags():
        return ""
    matcher = found.matcher if matched and isinstance(found.matcher, str) else None
    want = trust.trusted_hash(found.event, matcher, handler, book.number("spawn/default-seconds"))
    known = kept.get("trusted_hash")
    return "" if known == want else "untrusted" if known is None else "changed"


def _entry(source: Source, found: Found) -> Entry:
    where = f"hooks.{found.event}[{found.group}].hooks[{found.place}]"
    return Entry(source.file, where, found.event, found.matcher, found.handler)


def _home(config: Config) -> dict[str, str]:
    """Return the absolute places that the switches tell; recorded rows write $PROJECT."""
    env = config.switches.get("env")
    known = env if isinstance(env, Mapping) else {}
    places = {"project": str(config.switches.get("project", "$PROJECT"))}
    if known.get("CODEX_HOME"):
        places["codex"] = str(known["CODEX_HOME"])
    elif known.get("HOME"):
        places["codex"] = f"{known['HOME']}/.codex"
    return places


def _table(table: Object, key: str) -> Object:
    value = table.get(key)
    return value if isinstance(value, dict) else {}


def _user(config: Config) -> str:
    return config.contract.phrase("load/user-toml")


def _events(config: Config) -> tuple[str, ...]:
    return config.contract.words("pre-tool/event-names")
