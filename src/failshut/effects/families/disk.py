"""Say what programs do that make, cut or wipe disks, and ``dd``.  Hot."""

from failshut.effects.places import is_device
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

_MKFS = "t,type= L= U= b= i= I= N= m= O= E= T= J= n= F= s= c= v q f"
SPECS = {
    "mkfs": _MKFS,
    "mkswap": "L,label= U,uuid= p,pagesize= c,check f,force",
    "wipefs": "a,all o,offset= t,types= n,no-act f,force b,backup p q O,output= J i",
    "fdisk": "l,list s,getsz b,sector-size= t,type= C= H= S= B c u w= x,show-size",
    "sfdisk": "l,list d,dump n,no-act J,json A= delete V,verify F,list-free g,show-geometry",
    "sgdisk": "p,print v,verify i,info= n,new= t,typecode= c,change-name= b,backup= Z,zap-all"
    " z,zap o,clear d,delete= P,pretend l,load-backup= L,list-types",
    "parted": "l,list s,script a,align= m,machine f,fix h v",
    "blkdiscard": "o,offset= l,length= p,step= s,secure z,zeroout f,force v,verbose",
    "cfdisk": "",
    "diskutil": "",
    "hdparm": "",
    "badblocks": "b= c= d= e= i= o= p= t= n s v w",
    "cryptsetup": "",
}
_LOOKS = {
    "wipefs": ("no-act",), "fdisk": ("list", "getsz"), "parted": ("list",),
    "sfdisk": ("list", "dump", "no-act", "json", "verify", "list-free", "show-geometry"),
    "sgdisk": ("print", "verify", "info", "pretend", "backup"),
}  # fmt: skip


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``disk.wipe`` for programs that write to devices, file effects for ``dd``."""
    if program == "dd":
        return _dd(args, site)
    name = program.partition(".")[0] if program.startswith("mkfs.") else program
    name = "mkfs" if name in ("mke2fs", "newfs", "mkntfs", "mkdosfs") else name
    options = read(args, SPECS[name])
    words = [word.text for word in options.operands]
    if options.has(*_LOOKS.get(name, ("",))) or (name == "wipefs" and not options.has("all")):
        return None
    if name == "parted" and (len(words) < 2 or words[1] in ("print", "unit", "align-check")):
        return None
    if name == "badblocks" and not options.has("w"):
        return None
    if name == "hdparm" and not any("erase" in word.text or "trim" in word.text for word in args):
        return None
    if name == "diskutil" and not (words and words[0].lower().startswith(("erase", "zero", "secure"))):
        return None
    if name == "cryptsetup" and not (words and words[0] in ("luksFormat", "erase", "luksErase")):
        return None
    for word in options.operands:
        path = site.path(word)
        if is_device(path) or (name == "diskutil" and word.text.startswith("disk")):
            site.add("disk.wipe", f"wipes or repartitions {path}", path, device="yes")
    return None


def _dd(args: tuple[Word, ...], site: Site) -> None:
    for word in args:
        key, equals, value = word.text.partition("=")
        if not equals:
            continue
        operand = Word(value, word.literal, word.glob)
        if key == "of":
            site.touch("fs.write", operand, by="dd")
        elif key == "if":
            site.touch("fs.read", operand, by="dd")
