"""Read Gemini CLI's settings files and join their layers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from failshut.interpret.loading import Config
from failshut.interpret.text import Object, parse


@dataclass(frozen=True, slots=True)
class Layer:
    """One settings file, or the hooks of one extension."""

    file: str
    data: Object
    extension: bool = False


def read(text: str, *, comments: bool = True) -> Object | None:
    """Return the object that the text is, or None; comments are allowed in settings."""
    try:
        value = parse(_plain(text) if comments else text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _plain(text: str) -> str:
    """Blank out comments; what stands inside strings stays."""
    kept, at = [], 0
    while at < len(text):
        if text[at] == '"':
            end = _string_end(text, at)
        elif text.startswith("//", at):
            at = _end(text, "\n", at)
            continue
        elif text.startswith("/*", at):
            at = _end(text, "*/", at) + 2
            kept.append(" ")
            continue
        else:
            end = at + 1
        kept.append(text[at:end])
        at = end
    return "".join(kept)


def _end(text: str, mark: str, start: int) -> int:
    found = text.find(mark, start)
    return len(text) if found < 0 else found


def _string_end(text: str, start: int) -> int:
    at = start + 1
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return at + 1


def places(config: Config) -> list[str]:
    """Return the names of the settings files, the weakest first."""
    env = environment(config)
    moved = config.contract.table("load/moved")
    return [str(env.get(str(moved.get(file)), file)) for file in config.contract.words("load/order")]


def environment(config: Config) -> Mapping[str, object]:
    """Return the variables that the switches tell; ``trust`` holds one as NAME=value."""
    env = config.switches.get("env")
    found = dict(env) if isinstance(env, Mapping) else {}
    name, _, value = str(config.switches.get("trust", "")).partition("=")
    return found if value in ("", "(unset)") else found | {name: value}


def extensions(config: Config) -> Iterator[tuple[str, str]]:
    """Yield the hook files of extensions: name, text."""
    head, tail = config.contract.phrase("load/extension").split("{number}")
    for file, text in config.files.items():
        if file.startswith(head) and file.endswith(tail):
            yield file, text


def switched_off(config: Config, file: str) -> bool:
    """Say whether an extension is switched off for the project: the last override that fits decides."""
    head, _ = config.contract.phrase("load/extension").split("{number}")
    name = file.removeprefix(head).partition("/")[0]
    held = read(config.files.get(config.contract.phrase("load/enablement"), ""), comments=False)
    rows = part(held or {}, name, "overrides")
    project = str(config.switches.get("project", "$PROJECT")).rstrip("/") + "/"
    found = False
    for row in rows if isinstance(rows, list) else ():
        place = str(row).removeprefix("!").rstrip("*")
        if project.startswith(place) if str(row).endswith("*") else project == place.rstrip("/") + "/":
            found = str(row).startswith("!")
    return found


def part(data: Object, *keys: str) -> object:
    """Return what stands at the path of keys, or None."""
    value: object = data
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def strongest(layers: list[Layer], *keys: str) -> object:
    """Return the value of the strongest layer that has one."""
    told = [part(layer.data, *keys) for layer in layers]
    return next((value for value in reversed(told) if value is not None), None)
