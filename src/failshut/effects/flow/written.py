"""Say which files a command writes, and which it makes of which others.  Hot."""

from failshut.effects.flow.sources import TAR
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

_OUTPUTS = ("-o", "--output", "-out", "--output-file", "--output-document", "-O")
_PACKERS = {"gzip": ".gz", "bzip2": ".bz2", "xz": ".xz", "zstd": ".zst", "pigz": ".gz", "lz4": ".lz4"}
_NAMES = ("mv", "cp", "ln", "install", "rsync", "scp", "gcp", "gmv", "link")
_FETCHES = ("curl", "wget", "aria2c", "wget2", "curlie", "axel")


def outputs(name: str, site: Site) -> list[Word]:
    """Return the files that a command's options and operands say it writes."""
    args = site.command.argv[1:]
    if name in ("tar", "bsdtar", "gtar"):
        options = read(args, TAR, marks="old")
        return options.values("file") if options.has("create", "append", "update") else []
    if name == "tee":
        return [one for one in args if one.text[:1] != "-"]
    if name == "dd":
        return [Word(one.text[3:], one.literal) for one in args if one.text.startswith("of=")]
    operands = [one for one in args if one.text[:1] != "-"]
    if name == "zip":
        return operands[:1]
    if name in ("7z", "7za", "rar", "ar") and operands[:1] and operands[0].text[:1] in ("a", "r"):
        return operands[1:2]
    if name in _PACKERS:
        return [Word(one.text + _PACKERS[name], one.literal) for one in operands]
    if name == "git" and "bundle" in [one.text for one in args[:4]]:
        return operands[2:3]
    return _options(name, args)


def _options(name: str, args: tuple[Word, ...]) -> list[Word]:
    """Return the values of options that name an output; what an address gives its file's name to."""
    found: list[Word] = []
    fetches = name in _FETCHES
    folders = [args[at + 1] for at, one in enumerate(args[:-1]) if one.text in ("-P", "--directory-prefix")]
    folders = folders if name[:4] == "wget" else []
    for at, word in enumerate(args):
        text = word.text
        head, equals, value = text.partition("=")
        if text in _OUTPUTS:
            found += args[at + 1 : at + 2]
        elif equals and head in _OUTPUTS:
            found.append(Word(value, word.literal))
        elif fetches and text[:1] == "-" and text[1:2] not in ("-", ""):
            found += _cluster(name, word, args[at + 1 : at + 2])
        elif fetches and ("/" in text or not word.literal):
            last = text.partition("?")[0].rpartition("/")[2]
            if last and word.literal and folders:
                last = f"{folders[-1].text.rstrip('/')}/{last}"
            found += [Word(last if word.literal else "?")] if last else []
    return found


def _cluster(name: str, word: Word, following: tuple[Word, ...]) -> list[Word]:
    """Return the output that a cluster of short options names: ``-fsSLo FILE``, ``-oFILE``."""
    at = min([word.text.find(letter) for letter in "oO" if letter in word.text] or [0])
    if not at:
        return []
    rest = word.text[at + 1 :]
    return (
        [Word(rest, word.literal)]
        if rest
        else list(following)
        if word.text[at] == "o" or name == "wget"
        else []
    )


def copies(name: str, site: Site) -> "tuple[list[Word], Word] | None":
    """Return what a command copies, links or moves, and where to; None = it does none of that."""
    args = site.command.argv[1:]
    if name == "dd":
        sources = [Word(one.text[3:], one.literal) for one in args if one.text.startswith("if=")]
        targets = [Word(one.text[3:], one.literal) for one in args if one.text.startswith("of=")]
        return (sources, targets[0]) if sources and targets else None
    if name not in _NAMES:
        return None
    from failshut.effects.families.copies import ALIASES, SPECS

    options = read(args, SPECS[ALIASES.get(name, name)])
    targets = options.values("target-directory")
    sources = list(options.operands) if targets else options.operands[:-1]
    if not targets and len(options.operands) > 1:
        targets = options.operands[-1:]
    return (sources, targets[-1]) if sources and targets else None


def symbolic(name: str, site: Site) -> bool:
    """Tell whether a command makes symbolic links."""
    return name == "ln" and any(
        [
            one.text == "--symbolic" or (one.text[:1] == "-" and "s" in one.text)
            for one in site.command.argv[1:]
        ]
    )


def unpacked(name: str, site: Site) -> "tuple[Word, Word | None] | None":
    """Return the archive that a command unpacks, and the folder it names for that."""
    args = site.command.argv[1:]
    if name in ("tar", "bsdtar", "gtar"):
        options = read(args, TAR, marks="old")
        files, folders = options.values("file"), options.values("directory")
        if options.has("extract", "get"):
            return files[-1] if files else Word("-"), folders[-1] if folders else None
    if name == "unzip":
        options = read(args, "d= x= o q n j p l")
        folders = options.values("d")
        if options.operands:
            return options.operands[0], folders[-1] if folders else None
    return None
