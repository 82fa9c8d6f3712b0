"""Say what ``rm`` and its kin delete: code, since few programs run more often.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

SPECS = {
    "rm": "R,r,recursive f,force i I interactive=? d,dir v,verbose one-file-system"
    " no-preserve-root preserve-root=? help version",
}


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add the deletes of ``rm unlink srm grm``."""
    options = read(args, SPECS["rm"])
    if options.has("help", "version"):
        return
    recursive = options.has("recursive")
    for word in options.operands:
        site.touch("fs.delete", word, recursive, by="rm")
