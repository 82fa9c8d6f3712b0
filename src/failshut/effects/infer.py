"""Work out what a call would do: a shell text's commands and a file tool's paths alike.

Hot: what only commands need is imported for them (``commands``).
"""

from failshut.effects.places import SEEN, under
from failshut.effects.site import Site
from failshut.model import Call, Command, Context, Effect, Script, Word

SWITCHES = ("disableAllHooks", "hooksConfig", "features.hooks")
"""Words that turn a host's hooks off when they land in its settings."""


def effects_of(call: Call, script: Script | None, ctx: Context) -> tuple[tuple[Effect, int], ...]:
    """Return what the call would do as ``(effect, command index)``; -1 = a file tool's own."""
    SEEN.clear()
    found: list[tuple[Effect, int]] = [(effect, -1) for effect in _tool(call, ctx)]
    if script is not None:
        from failshut.effects.commands import effects_of_command

        notes: dict[str, dict[str, int]] = {}
        for index, command in enumerate(script.commands):
            site = Site(command, script.commands, index, ctx, notes=notes)
            effects_of_command(site)
            found.extend([(effect, index) for effect in site.effects])
    return tuple(found)


def _tool(call: Call, ctx: Context) -> list[Effect]:
    """Return the effects of a call's own paths and addresses."""
    site = Site(Command((Word(":"),)), (), -1, ctx)
    for name, paths in (
        ("fs.write", call.writes),
        ("fs.read", call.reads),
        ("fs.delete", call.deletes),
    ):
        for path in paths:
            literal = not path.startswith("~/") and path != "~"
            site.touch(name, Word(path if literal else "$HOME" + path[1:], literal), by="tool")
    for url in call.urls:
        from failshut.effects.families.net import fetch

        fetch(url, site)
    if call.writes and any(switch in call.text for switch in SWITCHES):
        switch_off(site, call.text)
    return site.effects


def switch_off(site: Site, text: str) -> None:
    """Add ``guard.tamper`` when a switch that turns hooks off lands in a host's file."""
    for effect in list(site.effects):
        for path in effect.paths:
            if path and effect.name == "fs.write" and any(
                under(path, file) for file in site.ctx.host_files
            ):  # fmt: skip
                site.add("guard.tamper", f"writes a switch that turns hooks off into {path}", path,
                         what="settings")  # fmt: skip
