"""Say what ``find`` does: its own grammar, its deletes, and the programs it runs.  Hot."""

from failshut.effects.site import Site
from failshut.model import Command, Word

_VALUES = frozenset(
    ["-amin", "-anewer", "-atime", "-cmin", "-cnewer", "-context", "-ctime", "-D", "-fstype",
    "-gid", "-group", "-ilname", "-iname", "-inum", "-ipath", "-iregex", "-iwholename", "-links",
    "-lname", "-maxdepth", "-mindepth", "-mmin", "-mtime", "-name", "-newer", "-path", "-perm",
    "-regex", "-regextype", "-samefile", "-size", "-type", "-uid", "-used", "-user", "-wholename",
    "-xtype", "-printf", "-fprint", "-fprint0", "-fls", "-newermt", "-newerat", "-newerct",
    "-exclude"]
)  # fmt: skip
# Tests that narrow what is found to some of the files.
_FILTERS = frozenset(
    ["-amin", "-anewer", "-atime", "-cmin", "-cnewer", "-ctime", "-empty", "-iname", "-inum",
    "-ipath", "-iregex", "-links", "-lname", "-mmin", "-mtime", "-name", "-newer", "-newermt",
    "-path", "-perm", "-regex", "-samefile", "-size", "-uid", "-user", "-group", "-wholename",
    "-iwholename", "-fprint", "-nouser", "-nogroup", "-executable"]
)  # fmt: skip
_AGES = ("-mmin", "-mtime", "-amin", "-atime", "-cmin", "-ctime")
_RUNS = ("-exec", "-execdir", "-ok", "-okdir")
_PAIRS = 400  # starting points times commands that are looked at
_ANY = ("*", "**", "*.*", "?*", ".*")


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add deletes at the starting points and the effects of commands that ``find`` runs."""
    starts, rest = _starts(args)
    deletes, filtered, aged, at = False, False, False, 0
    runs: list[tuple[Word, ...]] = []
    named: list[Word] = []
    while at < len(rest):
        text = rest[at].text
        at += 1
        if text in _RUNS:
            end = at
            while end < len(rest) and rest[end].text not in (";", "+"):
                end += 1
            runs.append(rest[at:end])
            at = end + 1
        elif text in ("-fprint", "-fprint0", "-fls", "-fprintf"):
            if at < len(rest):
                site.touch("fs.write", rest[at], by="find")
            at += 2 if text == "-fprintf" else 1
        elif text in _VALUES:
            value = rest[at].text if at < len(rest) else ""
            if text in ("-name", "-iname") and at < len(rest):
                named.append(rest[at])
            filtered = filtered or (text in _FILTERS and value not in _ANY)
            aged = aged or (text in _AGES and value[:1] == "+" and value[1:].isdigit())
            at += 1
        else:
            deletes = deletes or text == "-delete"
            filtered = filtered or text in _FILTERS
    mark = "yes" if filtered else "no"
    if deletes:
        for start in starts:
            by = "find by age" if aged and _own_folder(start, site) else "find"
            site.touch("fs.delete", start, recursive=True, by=by, filtered=mark)
    if len(runs) * len(starts) > _PAIRS:
        site.add("opaque.target", "runs more commands through find than are looked at", what="find")
        runs, starts = runs[:20], starts[:20]
    for words in runs:
        _run(words, starts, site, mark)
        _read(words, starts, named, site)


def _own_folder(start: Word, site: Site) -> bool:
    """Tell whether a place lies in a tool's own folder below HOME, such as ``~/.tool/sessions``."""
    path, home = site.path(start), site.environment("HOME")
    if path is None or home is None or not path.startswith(home + "/."):
        return False
    return "/" in path[len(home) + 2 :] and not path.startswith(home + "/..")


def _read(words: tuple[Word, ...], starts: tuple[Word, ...], named: list[Word], site: Site) -> None:
    """Add the reads of secrets that the run command is handed by name (``-name .env``)."""
    from failshut.effects.commands import inner

    for start in starts[:20]:
        for name in named[:20]:
            found = Word(start.text.rstrip("/") + "/" + name.text, start.literal and name.literal)
            found.glob = any([char in name.text for char in "*?["])
            argv = tuple([found if word.text == "{}" else word for word in words])
            if argv:
                for effect in inner(Command(argv, cwd=site.command.cwd, via=("find -exec",)), site):
                    if effect.name == "fs.read" and effect.param("secret"):
                        site.keep(effect)


def _starts(args: tuple[Word, ...]) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    at = 0
    while at < len(args) and args[at].text in ("-H", "-L", "-P"):
        at += 1
    first = at
    while at < len(args) and args[at].text[:1] not in ("-", "(", "!", ","):
        at += 1
    return args[first:at] or (Word("."),), args[at:]


def _run(words: tuple[Word, ...], starts: tuple[Word, ...], site: Site, mark: str) -> None:
    """Work out what the run command does with each starting point put for ``{}``."""
    from failshut.effects.commands import inner

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
