"""Say what data a command gives by itself: what it reads, downloads, decodes or packs.  Hot."""

from failshut.effects.flow import kinds
from failshut.effects.flow.kinds import DECODED, FILE, LISTED, NETWORK, SECRET, TREE, WHOLE
from failshut.effects.foreign import fetches
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read
from failshut.shell.wrappers.streams import DECODERS, UNPACKING

TAR = (
    "f,file= C,directory= T,files-from= X,exclude-from= exclude= c,create r,append u,update x,extract,get"
    " t,list O,to-stdout z j J v p k h P a b= K= L= N= V= g= I,use-compress-program= strip-components="
    " transform= owner= group= mode= mtime= no-recursion zstd"
)
_MADE = ("create", "append", "update")
TARS = ("tar", "bsdtar", "gtar")


def read_by(site: Site) -> int:
    """Return what a command's own effects say that it reads."""
    found = 0
    for effect in site.effects:
        if effect.name == "fs.read" and effect.param("by") != "ln" and effect.paths != ("/dev/null",):
            tree = "yes" in (effect.param("recursive"), effect.param("contents"))
            found |= kinds.held(effect.param("where"), tree, effect.param("secret"))
        elif effect.name == "secrets.show":
            found |= SECRET
    return found


def given(name: str, site: Site) -> int:
    """Return what a command puts out beside what it reads."""
    args = site.command.argv[1:]
    if fetches(name, args):
        return NETWORK
    if name in UNPACKING:
        return DECODED
    if name in DECODERS:
        from failshut.effects.families.exec import decodes

        return DECODED if decodes(name, args) else 0
    if name == "unzip" and any([one.text[:1] == "-" and "p" in one.text for one in args]):
        return DECODED
    if name in kinds.DUMPS:
        return TREE
    if name in kinds.LISTS or (name == "git" and any([one.text == "ls-files" for one in args[:4]])):
        return LISTED
    if name in kinds.SEARCHES and site.command.pipe_from < 0:
        return TREE | WHOLE if len([one for one in args if one.text[:1] != "-"]) < 2 else 0
    return _git(args) if name == "git" else 0


def packed(site: Site, taken: int, read_files: int) -> int:
    """Return what ``tar`` puts out: what it packs, or shows of an archive."""
    options = read(site.command.argv[1:], TAR, marks="old")
    if options.has("to-stdout"):
        return DECODED | FILE
    if not options.has(*_MADE):
        return 0
    if options.has("no-recursion"):
        return (read_files & SECRET) | (FILE if any([one.glob for one in options.operands]) else 0)
    if options.has("files-from"):
        return read_files | taken | TREE
    return read_files | taken


def _git(args: tuple[Word, ...]) -> int:
    """Return what a git command prints or packs."""
    words = [one.text for one in args]
    if "archive" in words[:4] or ("bundle" in words[:4] and "create" in words):
        return TREE | WHOLE
    return FILE if any([one in words[:3] for one in ("diff", "show", "format-patch", "cat-file")]) else 0


def contained(word: Word, outs: list[int], variables: dict[str, int], taken: int) -> int:
    """Return what a word's substitutions and variables hold."""
    if word.literal or "$" not in word.text:
        return 0
    found = 0
    for piece in word.text.split("$")[1:]:
        name = piece[1:].partition("}")[0] if piece[:1] == "{" else piece
        if name.startswith("sub ") and name[4:].isdigit():
            at = int(name[4:])
            found |= outs[at] if at < len(outs) else 0
        elif name == "xargs":
            found |= taken
        else:
            end = 0
            while end < len(name) and (name[end].isalnum() or name[end] == "_"):
                end += 1
            found |= variables.get(name[:end], 0)
    return found
