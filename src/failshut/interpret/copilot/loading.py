"""Say which hooks Copilot takes from its files, and which of its files it reads at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from failshut.interpret.contracts import contract
from failshut.interpret.copilot.entries import fault, handlers, takes
from failshut.interpret.loading import Config
from failshut.interpret.text import Object, parse_object
from failshut.interpret.types import Dropped, Entry, Loading

_POLICY = "/etc/github-copilot/policy.d/"
_PROJECT_FILES = ".github/hooks/"
_PROJECT_SETTINGS = (
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".github/copilot/settings.json",
    ".github/copilot/settings.local.json",
)


def load(config: Config) -> Loading:
    """Read the files in the host's order; each one stands or falls by itself."""
    entries: list[Entry] = []
    dropped: list[Dropped] = []
    order = list(_order(config))
    silenced = _all_off(config)
    for name in order:
        if not name.startswith(_POLICY) and silenced:
            dropped.append(config.drop("disabled-all", name))
        elif _is_project(name) and not _trusted(config):
            dropped.append(config.drop("untrusted", name))
        else:
            kept, lost = _read(config, name)
            entries += kept
            dropped += lost
    ignored = [name for name in config.files if name not in order and name != _home(config) + "config.json"]
    dropped += [config.drop("not-read", name) for name in ignored]
    return Loading(tuple(entries), tuple(dropped))


def fires(entry: Entry, tool: str) -> bool:
    """Say whether the entry's matcher takes ``tool``, under either of its names."""
    book = contract("copilot")
    own = str(book.table("pre-tool/own-names").get(tool, tool))
    claude = str(book.table("pre-tool/claude-names").get(own, own))
    return takes(entry.event, entry.matcher, own, claude)


def _order(config: Config) -> Iterator[str]:
    """Yield the files that the host reads: policy, user, project."""
    hooks, settings = _home(config) + "hooks/", _home(config) + "settings.json"
    for folder in (_POLICY, hooks):
        yield from sorted(name for name in config.files if _is_in(name, folder))
    if settings in config.files:
        yield settings
    yield from (name for name in config.files if name.startswith(_PROJECT_FILES) and name.endswith(".json"))
    yield from (name for name in _PROJECT_SETTINGS if name in config.files)


def _is_in(name: str, folder: str) -> bool:
    rest = name.removeprefix(folder)
    return rest != name and "/" not in rest and rest.endswith(".json")


def _is_project(name: str) -> bool:
    return not name.startswith(("/", "~/"))


def _is_settings(name: str) -> bool:
    return name.endswith(("/settings.json", "/settings.local.json")) and not name.startswith(
        (_PROJECT_FILES, _POLICY)
    )


def _env(config: Config) -> Mapping[str, object]:
    env = config.switches.get("env")
    return env if isinstance(env, Mapping) else {}


def _home(config: Config) -> str:
    """Return the person's folder of the host, with a slash at its end."""
    told = _env(config).get("COPILOT_HOME")
    folder = str(told) if told else "~/.copilot"
    return folder.replace("$HOME", "~", 1).rstrip("/") + "/"


def _trusted(config: Config) -> bool:
    """Say whether the project's hooks may load."""
    switches, env = config.switches, _env(config)
    names = ("GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS", "COPILOT_ALLOW_ALL")
    if switches.get("repo_hooks_trusted") is True or any(env.get(name) == "true" for name in names):
        return True
    known = parse_object(config.files.get(_home(config) + "config.json", "")) or {}
    project = switches.get("project", "$PROJECT")
    listed = [known.get(key) for key in ("trusted_folders", "trustedFolders")]
    return "--trust-folder" in config.flags() or any(
        project in folders for folders in listed if isinstance(folders, list)
    )


def _all_off(config: Config) -> bool:
    """Say whether a settings file turns every hook off but those of policy."""
    places = (*_PROJECT_SETTINGS, _home(config) + "settings.json")
    found = [parse_object(config.files.get(name, "")) or {} for name in places]
    return any(settings.get("disableAllHooks") is True for settings in found)


def _read(config: Config, name: str) -> tuple[list[Entry], list[Dropped]]:
    """Read one file; in a settings file one bad entry costs them all."""
    data = parse_object(config.files[name])
    wrong = _file_fault(name, data)
    if data is None or wrong:
        return [], [config.drop(wrong, name)]
    hooks = data.get("hooks")
    kept, lost = _entries(config, name, hooks if isinstance(hooks, dict) else {})
    bad = [drop for drop in lost if not drop.cell.endswith("/unknown-event")]
    if bad and _is_settings(name):
        return [], [config.drop("strict-settings", name), *lost]
    return kept, lost


def _file_fault(name: str, data: Object | None) -> str:
    """Return the cell that says why the whole file is dropped, or ""."""
    if data is None:
        return "not-json"
    version = data.get("version", 1)
    if not _is_settings(name) and (version != 1 or isinstance(version, bool)):
        return "bad-version"
    if not _is_settings(name) and data.get("disableAllHooks") is True:
        return "disabled-file"
    hooks = data.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(listed, list) for listed in hooks.values()):
        return "not-a-list"
    return ""


def _entries(config: Config, name: str, hooks: Object) -> tuple[list[Entry], list[Dropped]]:
    kept: list[Entry] = []
    lost: list[Dropped] = []
    for event, listed in hooks.items():
        if event not in config.contract.events:
            lost.append(config.drop("unknown-event", name, f"hooks.{event}"))
            continue
        for place, handler in handlers(event, listed if isinstance(listed, list) else []):
            wrong = fault(event, handler, _env(config))
            if wrong or not isinstance(handler, dict):
                lost.append(config.drop(wrong, name, place))
                continue
            wiring = {key: value for key, value in handler.items() if key != "matcher"}
            kept.append(Entry(name, place, event, handler.get("matcher"), wiring))
    return kept, lost
