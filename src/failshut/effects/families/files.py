"""Say what deleting, emptying and permission-changing programs do.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import Options, read

SPECS = {
    "rm": "R,r,recursive f,force i I interactive=? d,dir v,verbose one-file-system"
    " no-preserve-root preserve-root=? help version",
    "rmdir": "p,parents v,verbose ignore-fail-on-non-empty help version",
    "unlink": "help version",
    "shred": "n,iterations= s,size= f,force u remove=? v,verbose x,exact z,zero random-source= help",
    "truncate": "s,size= r,reference= c,no-create o,io-blocks help version",
    "chmod": "R,recursive f,quiet,silent v,verbose c,changes reference= preserve-root"
    " no-preserve-root help version",
    "chown": "R,recursive f,quiet,silent v,verbose c,changes h,no-dereference dereference from="
    " reference= preserve-root no-preserve-root H L P help version",
    "touch": "a c,no-create d,date= f h,no-dereference m r,reference= t= time= help version",
    "tee": "a,append i,ignore-interrupts p output-error=? help version",
    "trash": "",
}
ALIASES = {"chgrp": "chown", "srm": "rm", "grm": "rm", "gshred": "shred"}


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add the effects of ``rm shred truncate chmod chown touch tee`` and their kin."""
    name = ALIASES.get(program, program)
    words = _modes(args) if name == "chmod" else args
    options = read(words, SPECS[name])
    if options.has("help", "version"):
        return
    recursive = options.has("recursive")
    if name in ("rm", "unlink"):
        for word in options.operands:
            site.touch("fs.delete", word, recursive, by="rm")
    elif name == "shred":
        for word in options.operands:
            site.touch("fs.delete", word, by="shred")
    elif name in ("truncate", "tee", "touch"):
        _written(name, options, site)
    elif name in ("chmod", "chown"):
        skip = 0 if options.has("reference") else 1
        for word in options.operands[skip:]:
            mode = options.operands[0].text if skip else ""
            site.touch("fs.mode", word, recursive, mode=mode)


def _written(name: str, options: Options, site: Site) -> None:
    many = "yes" if len(options.operands) > 3 or any(w.glob for w in options.operands) else ""
    for word in options.operands:
        if name == "truncate":
            site.touch("fs.write", word, by=name, many=many)
        else:
            site.touch("fs.write", word, by=name, append="yes" if options.has("append") else "")


def _modes(args: tuple[Word, ...]) -> tuple[Word, ...]:
    """Keep modes such as ``-x`` from being read as options."""
    return tuple(
        Word(word.text.replace("-", "=", 1))
        if word.text[:1] == "-" and word.text[1:2] != "-" and not set(word.text[1:]) & set("Rfvc")
        else word
        for word in args
    )
