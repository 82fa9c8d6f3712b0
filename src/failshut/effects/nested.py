"""Work out what the commands and texts do that a command runs.  Hot."""

from failshut.effects.commands import effects_of_command, flows
from failshut.effects.site import Site
from failshut.model import Command, Effect, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.shell.wrappers.found import Found

_DEPTH = 8


def inner(command: Command, site: Site) -> list[Effect]:
    """Return the effects of a command that another command runs."""
    from failshut.shell.tokens import Opaque
    from failshut.shell.wrappers.unwrap import unwrap

    if site.depth >= _DEPTH:
        return [Effect("opaque.target", (), (("what", "depth"),), "nests commands too deep")]
    try:
        found = unwrap(command.argv)
    except Opaque:
        return [Effect("opaque.target", (), (("what", "text"),), "runs shell text that stays unknown")]
    nested = Site(command, site.commands, site.index, site.ctx, site.depth + 1, site.notes)
    if found.argv:
        nested.command = _placed(found, command)
        effects_of_command(nested)
    for one in (found, *found.more):
        if one.text is not None:
            nested.command = _placed(one, command)
            inner_text(_handed(one), nested, one.via[-1])
        elif one is not found and one.argv:
            for effect in inner(_placed(one, command), nested):
                nested.keep(effect)
    return nested.effects


def _handed(found: "Found") -> str:
    """Return a text behind the arguments that it is handed."""
    assert found.text is not None
    if not found.args:
        return found.text.text
    from failshut.shell.wrappers.words import quoted

    words = [quoted(word.text) if word.literal else '"${argument}"' for word in found.args]
    return "set -- " + " ".join(words) + "; " + found.text.text


def run_as(argv: tuple[Word, ...], site: Site) -> None:
    """Add the effects of a command that stands for the one at hand (``python -m twine upload``)."""
    command = site.command
    nested = Site(
        Command(argv, assigns=command.assigns, via=command.via, cwd=command.cwd),
        site.commands, site.index, site.ctx, site.depth + 1, site.notes,
    )  # fmt: skip
    if site.depth < _DEPTH:
        effects_of_command(nested)
    for effect in nested.effects:
        site.keep(effect)


def _placed(found: "Found", command: Command) -> Command:
    """Return what a command runs as standing in its place."""
    from failshut.shell.marks import moved

    return Command(
        found.argv or command.argv, assigns=(*command.assigns, *found.assigns),
        redirects=command.redirects, via=(*command.via, *found.via), cwd=moved(command.cwd, found),
    )  # fmt: skip


def inner_text(text: str, site: Site, via: str, lost: bool = False) -> None:
    """Add the effects of shell text that a command runs; ``lost`` = on another machine."""
    from failshut.shell import commands

    script = commands(text, None if lost else site.ctx.files)
    if script.opaque or site.depth >= _DEPTH:
        site.add("opaque.target", f"runs shell text through {via} that can't be read", what="text")
        return
    notes: dict[str, dict[str, list[int]]] = {}
    sites: list[Site] = []
    for index, command in enumerate(script.commands):
        cwd = command.cwd if command.cwd else (None if lost else site.command.cwd)
        placed = Command(
            command.argv, assigns=(*site.command.assigns, *command.assigns),
            redirects=command.redirects, via=(*site.command.via, via), cwd=cwd,
            pipe_from=command.pipe_from, start=command.start, end=command.end,
        )  # fmt: skip
        nested = Site(placed, script.commands, index, site.ctx, site.depth + 1, notes)
        effects_of_command(nested)
        sites.append(nested)
    if flows(sites):
        from failshut.effects.flow.judge import judge

        judge(sites)
    for nested in sites:
        for effect in nested.effects:
            site.keep(effect)
