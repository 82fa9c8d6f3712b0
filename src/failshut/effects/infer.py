"""Work out what a call would do: a shell text's commands and a file tool's paths alike.

``programs.FAMILIES`` is the one list of programs; a family's module is imported when a call
names one of its programs.  Hot: imports the model and its neighbours only.
"""

from failshut.effects.places import under
from failshut.effects.programs import FAMILIES, words
from failshut.effects.site import Site
from failshut.model import Call, Command, Context, Effect, Script, Word
from failshut.shell.unwrap import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

_DEPTH = 8
_READS = ("<", "<>")
_SWITCHES = ("disableAllHooks", "hooksConfig", "features.hooks")


def effects_of(call: Call, script: Script | None, ctx: Context) -> tuple[tuple[Effect, int], ...]:
    """Return what the call would do as ``(effect, command index)``; -1 = a file tool's own."""
    found: list[tuple[Effect, int]] = [(effect, -1) for effect in _tool(call, ctx)]
    if script is not None:
        for index, command in enumerate(script.commands):
            site = Site(command, script.commands, index, ctx)
            _command(site)
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
        _family("net").fetch(url, site)
    if call.writes and any(switch in call.text for switch in _SWITCHES):
        _switch(site, call.text)
    return site.effects


def _switch(site: Site, text: str) -> None:
    """Add ``guard.tamper`` when a switch that turns hooks off lands in a host's file."""
    for effect in list(site.effects):
        for path in effect.paths:
            if path and effect.name == "fs.write" and any(
                under(path, file) for file in site.ctx.host_files
            ):  # fmt: skip
                site.add("guard.tamper", f"writes a switch that turns hooks off into {path}", path,
                         what="settings")  # fmt: skip


def _family(name: str) -> "ModuleType":
    return __import__("failshut.effects.families." + name, None, None, ("effects",))


def _command(site: Site) -> None:
    """Add the effects of one command: its redirections, then its program."""
    _redirects(site)
    command = site.command
    if "/" in command.argv[0].text and site.index > 0 and command.argv[0].literal:
        _family("exec").ran(command.argv[0], site)
    text = " ".join(word.text for word in command.argv)
    name = program(command.argv[0])
    if not name and (not command.argv[0].literal or command.argv[0].glob):
        site.add("opaque.target", "runs a program whose name stays unknown", what="command")
    known = name if name in FAMILIES else _bare(name)
    if known in FAMILIES:
        given = name if known == "mkfs" else known
        _family(FAMILIES[known]).effects(given, command.argv[1:], site)
        if known in ("source", "."):
            _family("exec").effects(known, command.argv[1:], site)
    if any(switch in text for switch in _SWITCHES):
        _switch(site, text)


def _redirects(site: Site) -> None:
    """Add the effects of a command's redirections."""
    for redirect in site.command.redirects:
        op = redirect.op.lstrip("0123456789")
        target = redirect.target
        if op in _READS:
            site.touch("fs.read", target, by="redirect")
        if op in _READS[:1] or (op in (">&", "<&") and (target.text == "-" or target.text.isdigit())):
            continue
        if op != "<&":
            append = "yes" if op.endswith(">>") else ""
            site.touch("fs.write", target, by="redirect", append=append)


def _bare(name: str) -> str:
    """Return the name without a version or kind: ``python3.11``, ``mkfs.ext4``, ``rm.exe``."""
    return name.split(".")[0].rstrip("0123456789") or name


def inner(command: Command, site: Site) -> list[Effect]:
    """Return the effects of a command that another command runs."""
    from failshut.shell.tokens import Opaque
    from failshut.shell.unwrap import unwrap

    if site.depth >= _DEPTH:
        return [Effect("opaque.target", (), (("what", "depth"),), "nests commands too deep")]
    try:
        found = unwrap(command.argv)
    except Opaque:
        return [Effect("opaque.target", (), (("what", "text"),), "runs shell text that stays unknown")]
    nested = Site(command, site.commands, site.index, site.ctx, site.depth + 1)
    if found.text is not None:
        inner_text(found.text.text, nested, found.via[-1])
    elif found.argv:
        nested.command = Command(
            found.argv, assigns=(*command.assigns, *found.assigns), redirects=command.redirects,
            via=(*command.via, *found.via), cwd=command.cwd,
        )  # fmt: skip
        _command(nested)
    return nested.effects


def inner_text(text: str, site: Site, via: str, lost: bool = False) -> None:
    """Add the effects of shell text that a command runs; ``lost`` = on another machine."""
    from failshut.shell.plain import parse

    script = parse(text)
    if script.opaque or site.depth >= _DEPTH:
        site.add("opaque.target", f"runs shell text through {via} that can't be read", what="text")
        return
    for index, command in enumerate(script.commands):
        cwd = command.cwd if command.cwd else (None if lost else site.command.cwd)
        placed = Command(
            command.argv, assigns=(*site.command.assigns, *command.assigns),
            redirects=command.redirects, via=(*site.command.via, via), cwd=cwd,
            pipe_from=command.pipe_from, start=command.start, end=command.end,
        )  # fmt: skip
        nested = Site(placed, script.commands, index, site.ctx, site.depth + 1)
        _command(nested)
        site.effects.extend([e for e in nested.effects if e not in site.effects])


__all__ = ["effects_of", "inner", "inner_text", "words"]
