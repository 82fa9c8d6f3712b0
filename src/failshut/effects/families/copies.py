"""Say what copying and moving programs do.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

SPECS = {
    "cp": "R,r,recursive a,archive f,force i,interactive n,no-clobber t,target-directory="
    " T,no-target-directory u,update=? v,verbose p preserve=? no-preserve= d l,link s,symbolic-link"
    " S,suffix= b backup=? H L,dereference P,no-dereference x,one-file-system Z context=? parents"
    " reflink=? sparse= remove-destination strip-trailing-slashes attributes-only help version"
    " copy-contents",
    "mv": "f,force i,interactive n,no-clobber t,target-directory= T,no-target-directory"
    " u,update=? v,verbose S,suffix= b backup=? Z,context strip-trailing-slashes help version",
    "ln": "s,symbolic f,force n,no-dereference t,target-directory= T,no-target-directory v,verbose"
    " r,relative b backup=? S,suffix= interactive,i L,logical P,physical help version d,F,directory",
    "install": "m,mode= o,owner= g,group= t,target-directory= T,no-target-directory D d,directory"
    " v,verbose b backup=? S,suffix= preserve-timestamps,p s,strip C,compare strip-program= help version c"
    " preserve-context Z context=?",
    "rsync": "v,verbose info= debug= stderr= q,quiet no-motd c,checksum a,archive r,recursive"
    " inc-recursive,i-r no-inc-recursive,no-i-r R,relative no-implied-dirs b,backup backup-dir="
    " suffix= u,update inplace append append-verify d,dirs old-dirs,old-d mkpath l,links"
    " L,copy-links copy-unsafe-links safe-links insecure-links confine-root= munge-links"
    " k,copy-dirlinks K,keep-dirlinks H,hard-links p,perms E,executability chmod= A,acls X,xattrs"
    " o,owner g,group devices copy-devices write-devices specials drop-D D t,times U,atimes"
    " open-noatime N,crtimes O,omit-dir-times J,omit-link-times super fake-super S,sparse"
    " preallocate n,dry-run W,whole-file no-whole-file,no-W checksum-choice,cc= x,one-file-system"
    " B,block-size= e,rsh= rsync-path= existing,ignore-non-existing ignore-existing"
    " remove-sent-files,remove-source-files del delete delete-before delete-during delete-delay"
    " delete-after delete-excluded ignore-missing-args delete-missing-args ignore-errors force"
    " max-delete= max-size= min-size= max-alloc= partial partial-dir= delay-updates"
    " m,prune-empty-dirs numeric-ids usermap= groupmap= chown= timeout= contimeout= I,ignore-times"
    " size-only @,modify-window= T,temp-dir= y,fuzzy compare-dest= copy-dest= link-dest= z,compress"
    " compress-choice,zc= compress-level,zl= compress-threads,zt= skip-compress= C,cvs-exclude"
    " f,filter= F exclude= exclude-from= include= include-from= files-from= 0,from0 old-args"
    " s,protect-args,secluded-args trust-sender copy-as= address= port= sockopts= blocking-io"
    " outbuf= stats 8,8-bit-output h,human-readable progress P i,itemize-changes M,remote-option="
    " out-format,log-format= log-file= log-file-format= password-file= early-input= list-only"
    " bwlimit= stop-after= stop-at= fsync write-batch= only-write-batch= read-batch= protocol="
    " iconv= checksum-seed= 4,ipv4 6,ipv6 V,version help daemon config=",
    "scp": "r,recursive c= D= F= i= J= l= o= P= S= X= p q v C B 3 4 6 A O R T",
}
ALIASES = {"gcp": "cp", "gmv": "mv", "link": "ln"}
_IDLE = ("help", "version", "dry-run", "list-only")
_DELETES = ("del", "delete", "delete-before", "delete-during", "delete-delay", "delete-after",
            "delete-excluded")  # fmt: skip


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add the effects of ``cp mv ln install rsync scp``: what is read, moved and overwritten."""
    name = ALIASES.get(program, program)
    options = read(args, SPECS[name])
    if options.has(*_IDLE) or (name == "install" and options.has("directory")):
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
            if not options.has("symbolic"):
                _second(word, False, site)
        elif not options.has("attributes-only"):
            site.touch("fs.read", word, recursive, by=name)
            if name == "cp" and options.has("link"):
                _second(word, recursive, site)
            if options.has("remove-source-files"):
                site.touch("fs.move", word, recursive, by=name)
    if target is None or gone or (name in ("rsync", "scp") and _remote(target)):
        return
    if name == "rsync" and options.has(*_DELETES):
        site.touch("fs.delete", target, recursive=True, by="rsync")
    site.touch("fs.write", target, by=name)
    _landing(sources, target, site, name)
    if recursive:
        _merging(sources, target, site, name, options.has("no-target-directory"))


def _second(word: Word, tree: bool, site: Site) -> None:
    """Count a hard link as a change of the file it names: whoever writes one writes the other."""
    path = site.path(word)
    if path is not None:
        site.guarded("fs.link", path, tree and path != site.ctx.root)


def _merging(sources: list[Word], target: Word, site: Site, name: str, onto: bool) -> None:
    """Add ``host.tamper`` for trees that land on a folder which holds the guard, whatever is in them."""
    from failshut.effects.families.merges import lands

    folder = site.path(target)
    for word in sources if folder is not None else ():
        text = word.text
        last = text.rstrip("/").rpartition("/")[2]
        whole = onto or last in (".", "..", "") or (name == "rsync" and text[-1:] == "/")
        if whole or not word.literal or "*" in last or last[:1] == "[":
            hidden = whole or not word.glob or last[:1] in (".", "[") or folder not in site.ctx.homes
            if hidden:
                lands(folder, site)
        else:
            lands(f"{folder}/{last}", site)


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
