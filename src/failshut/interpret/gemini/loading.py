"""Say which hooks Gemini CLI takes from its settings and from extensions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from failshut.interpret.gemini import settings
from failshut.interpret.gemini.settings import Layer
from failshut.interpret.loading import Config
from failshut.interpret.text import Object, truthy
from failshut.interpret.types import Dropped, Entry, Loading

Step: TypeAlias = Entry | Dropped


def load(config: Config) -> Loading:
    """Read the settings of all layers and the extensions: their hooks add up."""
    layers: list[Layer] = []
    for file in (place for place in settings.places(config) if place in config.files):
        data = settings.read(config.files[file])
        if data is None:
            return Loading(dropped=(config.drop("bad-json", file),), starts=False)
        layers.append(Layer(file, data))
    trust = _trust(config, layers)
    if trust == "no-start":
        return Loading(dropped=(config.drop("no-trust", ""),), starts=False)
    dropped: list[Dropped] = []
    project = config.contract.phrase("load/file")
    if trust != "trusted":
        dropped += [config.drop("project-unread", layer.file) for layer in layers if layer.file == project]
        layers = [layer for layer in layers if layer.file != project]
    if settings.strongest(layers, "hooksConfig", "enabled") is False:
        return Loading(dropped=(*dropped, config.drop("off", "")))
    steps = list(_steps(config, layers, trusted=trust != "untrusted"))
    steps = _without_broken_events(config, _without_doubles(config, steps))
    entries = tuple(step for step in steps if isinstance(step, Entry))
    return Loading(entries, (*dropped, *(step for step in steps if isinstance(step, Dropped))))


def _trust(config: Config, layers: list[Layer]) -> str:
    """Return ``trusted``, ``late`` (after the settings were read), ``untrusted`` or ``no-start``.

    Switches that tell nothing of the kind mean a folder that a person trusts.
    """
    told = {"trust", "env", "flags", "args"} & set(config.switches)
    word = settings.environment(config).get(config.contract.phrase("load/trust-variable"))
    strong = [layer for layer in layers if layer.file != config.contract.phrase("load/file")]
    asked = settings.strongest(strong, "security", "folderTrust", "enabled") is not False
    if word == "true" or not told or _listed(config):
        return "trusted"
    if word != "false" and not asked:
        return "trusted"
    if config.contract.phrase("load/skip-flag") in config.flags():
        return "late"
    interactive = config.switches.get("ui") == "interactive"
    return "untrusted" if interactive or not asked else "no-start"


def _listed(config: Config) -> bool:
    """Say whether the list of trusted folders names the project or a folder above it."""
    listed = settings.read(config.files.get(config.contract.phrase("load/trusted-folders"), ""))
    project = str(config.switches.get("project", "$PROJECT"))
    places = [path for path, word in (listed or {}).items() if word == "TRUST_FOLDER"]
    return any(project == path or project.startswith(path.rstrip("/") + "/") for path in places)


def _steps(config: Config, layers: list[Layer], *, trusted: bool) -> Iterator[Step]:
    """Yield what becomes of every hook, in the order in which the host registers them."""
    disabled = _disabled(layers)
    for layer in layers:
        if trusted:
            yield from _layer(config, layer, disabled)
        elif layer.data.get("hooks"):
            yield config.drop("untrusted", layer.file)
    for file, text in settings.extensions(config):
        data = settings.read(text, comments=False)
        if settings.switched_off(config, file):
            yield config.drop("extension-off", file)
        elif data is None:
            yield config.drop("bad-extension", file)
        else:
            yield from _layer(config, Layer(file, data, extension=True), disabled)


def _disabled(layers: list[Layer]) -> set[str]:
    """Return the names that any layer disables: their lists add up."""
    lists = [settings.part(layer.data, "hooksConfig", "disabled") for layer in layers]
    return {name for names in lists if isinstance(names, list) for name in names if isinstance(name, str)}


def _layer(config: Config, layer: Layer, disabled: set[str]) -> Iterator[Step]:
    hooks = layer.data.get("hooks")
    if hooks is None:
        return
    if not isinstance(hooks, dict):
        yield config.drop("bad-event", layer.file, "hooks")
        return
    for event, groups in hooks.items():
        where = f"hooks.{event}"
        if event not in config.contract.events:
            yield config.drop("unknown-event", layer.file, where)
        elif not isinstance(groups, list):
            yield config.drop("bad-event", layer.file, where)
        else:
            for number, group in enumerate(groups):
                yield from _group(config, layer.file, event, f"{where}[{number}]", group, disabled)


def _group(
    config: Config, file: str, event: str, where: str, group: object, disabled: set[str]
) -> Iterator[Step]:
    hooks = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(group, dict) or not isinstance(hooks, list):
        yield config.drop("bad-group", file, where)
        return
    matcher = group.get("matcher")
    for number, hook in enumerate(hooks):
        place = f"{where}.hooks[{number}]"
        if not isinstance(hook, dict) or hook.get("type") != "command" or not truthy(hook.get("command")):
            yield config.drop("bad-hook", file, place)
        elif _name(hook) in disabled:
            yield config.drop("disabled", file, place)
        else:
            shown = matcher.strip() if isinstance(matcher, str) else matcher
            yield Entry(file, place, event, shown if truthy(shown) else None, hook)


def _name(hook: Object) -> str:
    name = hook.get("name")
    return str(name if truthy(name) else hook.get("command"))


def _without_doubles(config: Config, steps: list[Step]) -> list[Step]:
    """Drop later hooks with the name, the command and the matcher of an earlier one."""
    seen: set[tuple[str, ...]] = set()
    kept: list[Step] = []
    for step in steps:
        if isinstance(step, Entry):
            name, command = step.wiring.get("name") or "", step.wiring["command"]
            key = (step.event, str(name), str(command), repr(step.matcher))
            if key in seen:
                step = config.drop("double", step.file, step.where)
            seen.add(key)
        kept.append(step)
    return kept


def _without_broken_events(config: Config, steps: list[Step]) -> list[Step]:
    """Drop every hook of an event that has one with a matcher that is no text."""
    broken = {
        step.event
        for step in steps
        if isinstance(step, Entry) and step.matcher is not None and not isinstance(step.matcher, str)
    } & set(config.contract.words("load/matched-events"))
    return [
        config.drop("bad-matcher", step.file, step.where)
        if isinstance(step, Entry) and step.event in broken
        else _without_matcher(config, step)
        for step in steps
    ]


def _without_matcher(config: Config, step: Step) -> Step:
    """Forget the matcher on an event that has nothing to compare it with."""
    if isinstance(step, Entry) and step.event not in config.contract.words("load/matched-events"):
        return replace(step, matcher=None)
    return step
