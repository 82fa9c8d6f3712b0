"""Say what copying and moving programs do.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

SPECS = {
    "cp": "R,r,recursive a,archive f,force i,interactive n,no-clobber t,target-directory="
    " T,no-target-directory u,update=? v,verbose p preserve=? no-preserve= d l,link s,symbolic-link"
    " S,suffix= b backup=? H L,dereference P,no-dereference x,one-file-system Z context=? parents"
    " reflink=? sparse= remove-destination strip-trailing-slashes attributes-only help version",
    "mv": "f,force i,interactive n,no-clobber t,target-directory= T,no-target-directory"
    " u,update=? v,verbose S,suffix= b backup=? Z,context strip-trailing-slashes help version",
    "ln": "s,symbolic f,force n,no-dereference t,target-directory= T,no-target-directory"
    " v,verbose r,relative b backup=? S,suffix= i L,logical P,physical help version",
    "install": "m,mode= o,owner= g,group= t,target-directory= T,no-target-directory D d,directory"
    " v,verbose b backup=? S,suffix= p s,strip C,compare strip-program= help version",
    "rsync": "r,recursive a,archive e,rsh= f,filter= B,block-size= T,temp-dir= M,remote-option="
    " exclude= include= exclude-from= include-from= files-from= delete delete-before delete-during"
    " delete-delay delete-after delete-excluded n,dry-run remove-source-files chmod= log-file="
    " password-file= port= backup-dir= suffix= link-dest= compare-dest= out-format= timeout="
    " bwlimit= max-size= min-size= info= debug= partial-dir= rsync-path= iconv= address=",
    "scp": "r,recursive c= D= F= i= J= l= o= P= S= X= p q v C B 3 4 6 A O R T",
}
ALIASES = {"gcp": "cp", "gmv": "mv", "link": "ln"}
_DELETES = ("delete", "delete-before", "delete-during", "delete-delay", "delete-after",
            "delete-excluded")  # fmt: skip


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add the effects of ``cp mv ln install rsync scp``: what is read, moved and overwritten."""
    name = ALIASES.get(program, program)
    options = read(args, SPECS[name])
    if options.has("help", "version", "dry-run") or (name == "install" and options.has("directory")):
        return
    operands = options.operands
    targets = options.values("target-directory")
    sources = operands if targets else operands[:-1]
    target = targets[-1] if targets else operands[-1] if len(operands) > 1 else None
    recursive = options.has("recursive", "archive")
    gone = target is not None and target.text == "/dev/null"
    for word in sources:
        if name in ("rsync", "scp") and _remote(word):
            continue
        if name == "mv":
            site.touch("fs.delete" if gone else "fs.move", word, gone, by="mv")
        elif name == "ln":
            site.touch("fs.read", word, by="ln")
        elif not options.has("attributes-only"):
            site.touch("fs.read", word, recursive, by=name)
    if target is None or gone or (name in ("rsync", "scp") and _remote(target)):
        return
    if name == "rsync" and options.has(*_DELETES):
        site.touch("fs.delete", target, recursive=True, by="rsync")
    site.touch("fs.write", target, by=name)
    _landing(sources, target, site, name)


def _landing(sources: list[Word], target: Word, site: Site, name: str) -> None:
    """Judge the names that copies get inside a target folder, where hook files may lie."""
    for word in sources:
        last = word.text.rstrip("/").rpartition("/")[2]
        folder = site.path(target)
        if last and folder is not None and word.literal and not word.glob:
            site.guarded("fs.write", f"{folder.rstrip('/')}/{last}", False)


def _remote(word: Word) -> bool:
    """Tell whether an operand names another machine (``host:path`` or an address)."""
    head = word.text.partition("/")[0]
    return ":" in head
