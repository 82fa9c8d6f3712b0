"""Say which hooks Kimi Code CLI takes from config.toml and from its plugins."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from failshut.interpret.loading import Config
from failshut.interpret.text import parse_object
from failshut.interpret.types import Dropped, Entry, Loading

_HOME = "KIMI_CODE_HOME"
_MODEL = "KIMI_MODEL_NAME"
_MANIFESTS = ("kimi.plugin.json", ".kimi-plugin/plugin.json")


def load(config: Config) -> Loading:
    """Read the one config.toml and the manifests of enabled plugins; neither costs the other.

    Broken TOML loses the model too: without one from the environment the host doesn't start.
    """
    env = environment(config)
    home = _short(env, env.get(_HOME, "~/.kimi-code")).rstrip("/")
    name = f"{home}/config.toml"
    entries, dropped, whole = _config(config, name)
    if not whole and _MODEL not in env:
        return Loading((), tuple(dropped), starts=False)
    more, left, seen = _plugins(config, env, f"{home}/plugins/installed.json")
    unread = [config.drop("not-read", file) for file in config.files if file not in {name, *seen}]
    return Loading((*entries, *more), (*dropped, *left, *unread))


def environment(config: Config) -> dict[str, str]:
    """Return the variables of the switches: a table, or words as a shell takes them."""
    raw = config.switches.get("env")
    if isinstance(raw, Mapping):
        return {str(key): str(value) for key, value in raw.items()}
    words = raw.split() if isinstance(raw, str) else []
    return dict(word.split("=", 1) for word in words if "=" in word)


def _short(env: Mapping[str, str], path: str) -> str:
    """Write a path below the home folder with ~, as files are named here."""
    for home in (env.get("HOME"), "$HOME"):
        if home and path.startswith(home + "/"):
            return "~" + path.removeprefix(home)
    return path


def _config(config: Config, name: str) -> tuple[list[Entry], list[Dropped], bool]:
    """Return the entries of config.toml, what is left out, and whether the file could be read."""
    if name not in config.files:
        return [], [], True
    try:
        hooks = tomllib.loads(config.files[name]).get("hooks", [])
    except (ValueError, RecursionError):
        return [], [config.drop("not-toml", name)], False
    if not isinstance(hooks, list):
        return [], [config.drop("not-a-list", name, "hooks")], True
    wrong = [_problem(config, hook) for hook in hooks]
    if any(wrong):
        left = [
            config.drop(why or "neighbour", name, f"hooks[{number}]") for number, why in enumerate(wrong)
        ]
        return [], left, True
    return [_entry(name, number, hook) for number, hook in enumerate(hooks)], [], True


def _entry(name: str, number: int, hook: Mapping[str, object]) -> Entry:
    return Entry(name, f"hooks[{number}]", str(hook["event"]), hook.get("matcher"), dict(hook))


def _problem(config: Config, hook: object) -> str:
    """Return the cell that says why an entry is invalid, or ""."""
    if not isinstance(hook, dict):
        return "not-a-list"
    if set(hook) - set(config.contract.words("load/keys")):
        return "unknown-key"
    event = hook.get("event")
    if not isinstance(event, str) or event not in config.contract.events:
        return "unknown-event"
    if not isinstance(hook.get("command"), str) or not hook["command"]:
        return "no-command"
    if not isinstance(hook.get("matcher", ""), str):
        return "bad-matcher"
    seconds, cap = hook.get("timeout", 1), config.contract.table("facts/timeout")["cap"]
    whole = isinstance(seconds, int) and not isinstance(seconds, bool)
    return "" if whole and isinstance(cap, int) and 1 <= seconds <= cap else "bad-timeout"


def _plugins(
    config: Config, env: Mapping[str, str], name: str
) -> tuple[list[Entry], list[Dropped], set[str]]:
    """Return the hooks of enabled plugins, what is left out, and the files that were looked at."""
    text = config.files.get(name)
    if text is None:
        return [], [], set()
    installed = (parse_object(text) or {}).get("plugins")
    if not isinstance(installed, list):
        return [], [config.drop("bad-installed", name)], {name}
    entries: list[Entry] = []
    dropped: list[Dropped] = []
    seen = {name}
    for number, plugin in enumerate(installed):
        manifest, why = _found(config, env, plugin)
        seen |= {manifest} if manifest else set()
        if why:
            dropped.append(config.drop(why, name, f"plugins[{number}]"))
            continue
        kept, left = _manifest(config, manifest)
        entries += kept
        dropped += left
    return entries, dropped, seen


def _found(config: Config, env: Mapping[str, str], plugin: object) -> tuple[str, str]:
    """Return a plugin's manifest, and the cell that says why its hooks are gone, or ""."""
    root = plugin.get("root") if isinstance(plugin, dict) else None
    if not isinstance(plugin, dict) or not isinstance(root, str):
        return "", "bad-installed"
    places = (f"{_short(env, root).rstrip('/')}/{manifest}" for manifest in _MANIFESTS)
    manifest = next((place for place in places if place in config.files), "")
    if plugin.get("enabled") is not True:
        return manifest, "plugin-off"
    return manifest, "" if manifest else "no-manifest"


def _manifest(config: Config, name: str) -> tuple[list[Entry], list[Dropped]]:
    """Return a manifest's hooks; here a bad entry costs only itself."""
    manifest = parse_object(config.files[name])
    if manifest is None:
        return [], [config.drop("bad-manifest", name)]
    hooks = manifest.get("hooks", [])
    entries, dropped = [], []
    for number, hook in enumerate(hooks if isinstance(hooks, list) else []):
        why = _problem(config, hook)
        if why:
            dropped.append(config.drop(why, name, f"hooks[{number}]"))
        else:
            entries.append(_entry(name, number, hook))
    return entries, dropped
