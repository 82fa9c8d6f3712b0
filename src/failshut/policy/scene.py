"""Lay out one call for the rules: its commands, what each would do, and where (hot)."""

from __future__ import annotations

from failshut.model import Call, Command, Context, Effect, Script
from failshut.policy.paths import Bases, absolute
from failshut.policy.shapes import TYPE_CHECKING

if TYPE_CHECKING:
    from failshut.policy.paths import Place

    Pair = tuple[Effect, Place | None]

# Which effect stands for which path matcher, and the letter its index keys begin with.
LETTERS = {"fs.write": "w", "fs.read": "r", "fs.delete": "x"}


LONGEST = 4096


class Unit:
    """One command (None = the file tool or call itself) and what it would do, path by path."""

    __slots__ = ("command", "pairs")

    def __init__(self, command: Command | None, pairs: list[Pair]) -> None:
        self.command = command
        self.pairs = pairs


class Scene:
    """Hold a call as rules see it: ``units`` of commands and effects, and where it runs."""

    __slots__ = ("busy", "call", "ctx", "script", "units")

    def __init__(
        self,
        call: Call,
        ctx: Context,
        script: Script | None,
        effects: tuple[tuple[Effect, int], ...],
    ) -> None:
        self.call = call
        self.ctx = ctx
        self.script = script
        commands = script.commands if script is not None else ()
        self.units = [Unit(command, []) for command in commands]
        tool = Unit(None, [])
        bases = Bases(ctx)
        for effect, index in effects:
            unit = self.units[index] if 0 <= index < len(self.units) else tool
            unit.pairs.extend(_pairs(effect, bases))
        for effect in _own_effects(call, ctx):
            tool.pairs.extend(_pairs(effect, bases))
        if tool.pairs or not self.units:
            self.units.append(tool)
        # Those that do something: what looks at effects needs no others.
        self.busy = [unit for unit in self.units if unit.pairs]

    def index(self, unit: Unit | None) -> int:
        """Return the index of a unit's command in the script, -1 when it has none."""
        return self.units.index(unit) if unit is not None and unit.command is not None else -1


def _pairs(effect: Effect, bases: Bases) -> list[Pair]:
    """Return the effect with each place it touches; a path through a link gives two."""
    pairs: list[Pair] = []
    for path in effect.paths:
        if path is None:
            pairs.append((effect, None))
        else:
            follow = effect.name != "fs.delete"
            pairs += [(effect, place) for place in bases.places(path, follow)]
    return pairs or [(effect, None)]


def _own_effects(call: Call, ctx: Context) -> list[Effect]:
    """Return what the payload itself says the tool touches."""
    found = []
    for name, paths in (
        ("fs.write", call.writes),
        ("fs.read", call.reads),
        ("fs.delete", call.deletes),
    ):
        found += [Effect(name, (absolute(path, ctx, call.cwd),)) for path in paths]
    found += [Effect("net.fetch", (), (("url", url),)) for url in call.urls]
    return found


def keys(scene: Scene) -> tuple[set[str], list[str]]:
    """Return the index keys that name this call, and the key prefixes a recursive effect covers."""
    call = scene.call
    found = {"", "n", "n:" + call.tool}
    spans: list[str] = []
    if call.server:
        found.update(("m", "m:" + call.server + "/" + call.mcp_tool))
    for unit in scene.units:
        if unit.command is not None:
            _command_keys(unit.command, found)
        for effect, where in unit.pairs:
            _effect_keys(effect, found)
            letter = LETTERS.get(effect.name)
            if letter and where is not None:
                _path_keys(letter, where, effect, scene.ctx, found, spans)
    return found, spans


def _command_keys(command: Command, found: set[str]) -> None:
    """Add the program and its wrappers, alone and with each word that could be a pattern's first."""
    from failshut.policy.argv import basename

    found.add("p:*")
    for argv in (command.argv, *command.outer):
        key = "p:" + basename(argv[0].text)
        found.add(key)
        found.update([key + " " + word.text for word in argv[1:] if word.literal])


def _effect_keys(effect: Effect, found: set[str]) -> None:
    url, host = effect.param("url"), host_of_effect(effect)
    if url or host:
        found.update(("u", "u:" + url, "u:" + host))
    key = "e:" + effect.name
    if key in found:
        return
    found.add(key)
    name = effect.name
    while "." in name:
        name = name.rsplit(".", 1)[0]
        found.add("E:" + name)


def _path_keys(
    letter: str, where: Place, effect: Effect, ctx: Context, found: set[str], spans: list[str]
) -> None:
    """Add the keys of each folder that holds the path; a recursive effect adds all below it."""
    everywhere, inside, homes = where
    recursive = effect.param("recursive") == "yes"
    spots = [(letter + ":/", everywhere)]
    if inside is not None:
        spots.append((letter + ":", inside))
    elif recursive and (ctx.root + "/").startswith("/" + "/".join(everywhere)):
        spans.append(letter + ":")
    spots += [(letter + ":~/", rest) for rest in homes]
    for start, segments in spots:
        key = start
        found.add(key)
        for segment in segments:
            key += segment.lower() + "/"
            if len(key) > LONGEST:
                break  # no system opens a longer path, and no rule names one
            found.add(key)
        if recursive:
            spans.append(key)
    if recursive and not homes:
        spans.append(letter + ":~/")


def host_of_effect(effect: Effect) -> str:
    """Return the host an effect talks to, in lower case; "" when there is none."""
    host = effect.param("host") or host_of(effect.param("url"))
    return host.lower().rstrip(".")


def host_of(url: str) -> str:
    """Return a URL's host name, without user, port and brackets; "" when there is none."""
    rest = url.split("://", 1)[-1].replace("\\", "/")
    for stop in "/?#":
        rest = rest.split(stop, 1)[0]
    rest = rest.rsplit("@", 1)[-1]
    if rest.startswith("["):
        return rest[1:].split("]", 1)[0]
    return rest.split(":", 1)[0]
