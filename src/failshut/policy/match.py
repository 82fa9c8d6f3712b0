"""Match compiled rules on a laid-out call (hot: imports nothing outside failshut).

A compiled table is the tuple ``(commands, effects, params, paths, urls, hosts, mcp, tools,
text, python)``; every part that isn't empty must hold, for one and the same command.
``params`` are ``(test, key, values)``; ``paths`` are ``(effect name, path globs)``.
"""

from __future__ import annotations

from failshut.model import Call, Context, Effect
from failshut.policy.globs import any_text, lies_above, segments_match
from failshut.policy.scene import Scene, Unit, host_of_effect
from failshut.policy.shapes import TYPE_CHECKING, Table

if TYPE_CHECKING:
    from failshut.policy.paths import Place
    from failshut.policy.scene import Pair
    from failshut.policy.shapes import AskGuard


class Match:
    """Say that a rule matched: at which command, and what a Python guard added."""

    __slots__ = ("note", "unit")

    def __init__(self, unit: Unit | None, note: str = "") -> None:
        self.unit = unit
        self.note = note


def find_match(
    tables: tuple[Table, ...],
    unless: tuple[Table, ...],
    waived: tuple[Table, ...],
    scene: Scene,
    ask_guard: AskGuard,
) -> Match | None:
    """Return the first match of any table that neither ``unless`` nor an exception takes out.

    ``waived`` are the tables of exceptions: their commands must be given exactly.
    """
    out = [(table, False) for table in unless if call_holds(table, scene.call)]
    out += [(table, True) for table in waived if call_holds(table, scene.call)]
    if any(not _asks_of_unit(table) for table, _ in out):
        return None
    for table in tables:
        if not call_holds(table, scene.call):
            continue
        found = _in_units(table, out, scene)
        if found is None:
            continue
        if not table[9]:
            return found
        note = ask_guard(table[9][0], table[9][1], table[9][2], scene.call)
        if note is not None:
            return Match(found.unit, note)
    return None


def _in_units(table: Table, out: list[tuple[Table, bool]], scene: Scene) -> Match | None:
    if not _asks_of_unit(table):
        if out and all(_whole_unit_out(unit, out, scene.ctx) for unit in scene.units):
            return None
        return Match(None)
    on_pairs = _asks_of_pairs(table)
    for unit in scene.busy if on_pairs else scene.units:
        alive, pairs = _remaining(unit, out, scene.ctx)
        if (alive or on_pairs) and _unit_holds(table, unit, pairs, scene.ctx):
            return Match(unit)
    return None


def _whole_unit_out(unit: Unit, out: list[tuple[Table, bool]], ctx: Context) -> bool:
    alive, pairs = _remaining(unit, out, ctx)
    return not alive and not pairs


def _remaining(unit: Unit, out: list[tuple[Table, bool]], ctx: Context) -> tuple[bool, list[Pair]]:
    """Return whether the command stays, and which of its effects stay, after what is taken out."""
    alive, pairs = True, unit.pairs
    for table, exact in out:
        if table[0] and not _command_holds(table[0], unit, exact):
            continue
        if not _asks_of_pairs(table):
            return False, []
        meant = [pair for pair in unit.pairs if _names(table, pair[0])]
        hit = [pair for pair in meant if _pair_fits(table, pair, ctx)]
        if hit:
            pairs = [pair for pair in pairs if pair not in hit]
            alive = alive and len(hit) < len(meant)
    return alive, pairs


def _asks_of_unit(table: Table) -> bool:
    return bool(table[0]) or _asks_of_pairs(table)


def _asks_of_pairs(table: Table) -> bool:
    return bool(table[1] or table[2] or table[3] or table[4] or table[5])


def call_holds(table: Table, call: Call) -> bool:
    """Say whether the parts that look at the whole call hold: ``mcp``, ``tool``, ``text``."""
    _, _, _, _, _, _, mcp, tools, text, _ = table
    if mcp and not (call.server and any_text(mcp, call.server + "/" + call.mcp_tool)):
        return False
    if tools and not any_text(tools, call.tool):
        return False
    return not text or _text_holds(text[0], call.text)


def _text_holds(pattern: str, text: str) -> bool:
    import re  # only when a rule asks for it: 27 million instructions

    return re.search(pattern, text) is not None


def _command_holds(patterns: tuple[tuple[object, ...], ...], unit: Unit, exact: bool) -> bool:
    command = unit.command
    if command is None:
        return False
    from failshut.policy import argv

    test = argv.is_exactly if exact else argv.matches
    return any(test(pattern, command) for pattern in patterns)


def _unit_holds(table: Table, unit: Unit, pairs: list[Pair], ctx: Context) -> bool:
    """Say whether a command and its remaining effects satisfy the table; one witness a part."""
    commands, effects, params, paths, urls, hosts = table[:6]
    if commands and not _command_holds(commands, unit, False):
        return False
    if (effects or params) and not any(_effect_fits(effects, params, pair) for pair in pairs):
        return False
    for name, globs in paths:
        if not any(
            effect.name == name and _path_fits(globs, effect, where, ctx, True) for effect, where in pairs
        ):
            return False
    if urls and not any(_url_fits(urls, effect) for effect, _ in pairs):
        return False
    return not hosts or any(_host_fits(hosts, effect) for effect, _ in pairs)


def _names(table: Table, effect: Effect) -> bool:
    """Say whether the table is about effects of this name."""
    _, effects, _, paths, urls, hosts = table[:6]
    if effects and not _named(effects, effect.name):
        return False
    if paths and all(name != effect.name for name, _ in paths):
        return False
    return not (urls or hosts) or bool(effect.param("url") or effect.param("host"))


def _pair_fits(table: Table, pair: Pair, ctx: Context) -> bool:
    """Say whether one effect on one path is what ``unless`` or an exception takes out."""
    _, effects, params, paths, urls, hosts = table[:6]
    effect, where = pair
    return (
        _names(table, effect)
        and ((not effects and not params) or _effect_fits(effects, params, pair))
        and all(_path_fits(globs, effect, where, ctx, False) for _, globs in paths)
        and (not urls or _url_fits(urls, effect))
        and (not hosts or _host_fits(hosts, effect))
    )


def _named(names: tuple[str, ...], name: str) -> bool:
    return any(name == want or (want[-2:] == ".*" and name.startswith(want[:-1])) for want in names)


def _effect_fits(
    effects: tuple[str, ...], params: tuple[tuple[str, str, tuple[object, ...]], ...], pair: Pair
) -> bool:
    effect, where = pair
    if effects and not _named(effects, effect.name):
        return False
    return all(_param_fits(test, key, values, effect, where) for test, key, values in params)


def _param_fits(
    test: str, key: str, values: tuple[object, ...], effect: Effect, where: Place | None
) -> bool:
    if test == "outside":
        return where is not None and where[1] is None
    value = effect.param(key)
    if test == "is":
        return value in values
    if test == "glob":
        return bool(value) and any_text(values, value)  # type: ignore[arg-type]
    raise ValueError(f"unknown parameter test {test!r}")


def _path_fits(
    globs: tuple[tuple[str, tuple[object, ...]], ...],
    effect: Effect,
    where: Place | None,
    ctx: Context,
    above: bool,
) -> bool:
    """Say whether the path fits a glob; with ``above`` also a folder removed with it."""
    if where is None:
        return False
    recursive = above and effect.param("recursive") == "yes"
    for anchor, pattern in globs:
        for segments in _anchored(anchor, where, recursive, ctx):
            if segments_match(pattern, segments):
                return True
            if recursive and lies_above(pattern, segments):
                return True
    return False


def _anchored(anchor: str, where: Place, recursive: bool, ctx: Context) -> tuple[tuple[str, ...], ...]:
    """Return the path's segments as the anchor counts them; () stands for a folder above it."""
    absolute, inside, homes = where
    if anchor == "/":
        return (absolute,)
    if anchor == "":
        if inside is not None:
            return (inside,)
        return ((),) if recursive and _holds(absolute, (ctx.root,)) else ()
    if homes:
        return homes
    return ((),) if recursive and _holds(absolute, ctx.homes) else ()


def _holds(absolute: tuple[str, ...], folders: tuple[str, ...]) -> bool:
    start = "/" + "".join(segment + "/" for segment in absolute)
    return any(folder and (folder.rstrip("/") + "/").startswith(start) for folder in folders)


def _url_fits(urls: tuple[tuple[object, ...], ...], effect: Effect) -> bool:
    url = effect.param("url")
    return bool(url) and any_text(urls, url)


def _host_fits(hosts: tuple[tuple[object, ...], ...], effect: Effect) -> bool:
    host = host_of_effect(effect)
    return bool(host) and any_text(hosts, host)
