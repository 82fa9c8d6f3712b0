"""Say when a tree or an archive lands on a folder that holds the guard.  Hot."""

from failshut.effects.places import merged, normal, real
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

_CPIO = (
    "d m u v i,extract o,create t,list D,directory= F,file= I= E,pattern-file= H,format= R,owner= to-stdout"
)
_SHOWS = ("list", "to-stdout", "to-command", "one-top-level")
_UNZIP_SHOWS = ("p", "l", "t", "v", "Z", "z", "c")


def lands(folder: "str | None", site: Site) -> None:
    """Add ``host.tamper`` when files of unknown names come into a folder that holds the guard."""
    if folder is not None and any([merged(one, site.ctx) for one in (normal(folder), real(folder))]):
        site.add("host.tamper", f"merges files into {folder}", folder, what="files")


def unpacks(name: str, site: Site) -> None:
    """Judge where an archive is unpacked, unless its members are named."""
    from failshut.effects.flow.sources import TAR
    from failshut.effects.flow.written import unpacked

    args = site.command.argv[1:]
    if name in ("7z", "7za", "7zr", "7zz"):
        if [word.text for word in args[:1]] == ["x"]:
            folders = [Word(word.text[2:], word.literal) for word in args if word.text[:2] == "-o"]
            lands(site.path(folders[-1]) if folders else site.folder(), site)
        return
    if name == "cpio":
        options = read(args, _CPIO)
        if options.has("extract") and not options.has("list", "to-stdout"):
            folders = options.values("directory")
            lands(site.path(folders[-1]) if folders else site.folder(), site)
        return
    found = unpacked(name, site)
    if found is None:
        return
    spec = "d= x= o q n j p l t v Z z c" if name == "unzip" else TAR
    options = read(args, spec, marks="" if name == "unzip" else "old")
    if options.has(*(_UNZIP_SHOWS if name == "unzip" else _SHOWS)):
        return
    members = options.operands[1:] if name == "unzip" else options.operands
    folder = site.folder() if found[1] is None else site.path(found[1])
    if not members or folder is None:
        lands(folder, site)
        return
    for word in members:
        if word.literal and not word.glob and "*" not in word.text:
            lands(f"{folder}/{word.text}", site)
        else:
            lands(folder, site)
