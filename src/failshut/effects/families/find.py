"""Say what ``find`` does: its own grammar, its deletes, and the programs it runs.  Hot."""

from failshut.effects.site import Site
from failshut.model import Command, Word
from failshut.shell.wrappers.find import search

_PAIRS = 400  # starting points times commands that are looked at


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add deletes at the starting points and the effects of commands that ``find`` runs."""
    found = search(args)
    starts, runs = found.starts, [words for _, words in found.runs]
    for word in found.writes:
        site.touch("fs.write", word, by="find")
    mark = "yes" if found.filtered else "no"
    if found.deletes:
        for start in starts:
            by = "find by age" if found.aged and _own_folder(start, site) else "find"
            site.touch("fs.delete", start, recursive=True, by=by, filtered=mark)
    if len(runs) * len(starts) > _PAIRS:
        site.add("opaque.target", "runs more commands through find than are looked at", what="find")
        runs, starts = runs[:20], starts[:20]
    for words in runs:
        handed(words, starts, site, mark)
        shown(words, starts, found.named, site)


def _own_folder(start: Word, site: Site) -> bool:
    """Tell whether a place lies in a tool's own folder below HOME, such as ``~/.tool/sessions``."""
    path, home = site.path(start), site.environment("HOME")
    if path is None or home is None or not path.startswith(home + "/."):
        return False
    return "/" in path[len(home) + 2 :] and not path.startswith(home + "/..")


def shown(words: tuple[Word, ...], starts: tuple[Word, ...], named: list[Word], site: Site) -> None:
    """Add the reads of secrets that the run command is handed by name (``-name .env``)."""
    from failshut.effects.nested import inner

    for start in starts[:20]:
        for name in named[:20]:
            found = Word(start.text.rstrip("/") + "/" + name.text, start.literal and name.literal)
            found.glob = any([char in name.text for char in "*?["])
            argv = tuple([found if word.text == "{}" else word for word in words])
            if argv:
                for effect in inner(Command(argv, cwd=site.command.cwd, via=("find -exec",)), site):
                    if effect.name == "fs.read" and effect.param("secret"):
                        site.keep(effect)


def handed(words: tuple[Word, ...], starts: tuple[Word, ...], site: Site, mark: str) -> None:
    """Work out what the run command does with each starting point put for ``{}``."""
    from failshut.effects.nested import inner

    for start in starts:
        argv = tuple(
            Word(word.text.replace("{}", start.text), start.literal, start.glob)
            if word.text == "{}"
            else Word("${found}", False)
            if "{}" in word.text
            else word
            for word in words
        )
        if not argv:
            continue
        base = site.command
        command = Command(
            argv, assigns=base.assigns, via=(*base.via, "find -exec"), cwd=base.cwd,
            start=base.start, end=base.end,
        )  # fmt: skip
        for effect in inner(command, site):
            params = dict(effect.params)
            if effect.name == "fs.delete" and params.get("by") in ("rm", "shred"):
                params.update({"recursive": "yes", "filtered": mark, "by": "find"})
            elif effect.name == "fs.mode":
                params["recursive"] = "yes"
            path = effect.paths[0] if effect.paths else False
            site.add(effect.name, effect.detail, path, **params)
