"""Judge what a list of found files is handed to: ``find … | xargs rm``, ``fd -x rm``.

It is the same as if the program that lists them ran the command itself.  Hot.
"""

from failshut.effects.site import Site
from failshut.model import Command, Word
from failshut.shell.options import read
from failshut.shell.wrappers.unwrap import program

_DELETING = ("rm", "unlink", "shred", "srm", "grm", "gshred", "chmod", "chown", "chgrp")
_KEEPING = ("sort", "tac", "uniq", "cat", "tee", "nl", "sudo", "pv")  # what they hand on is all that came
_NARROWING = (
    "grep",
    "egrep",
    "fgrep",
    "rg",
    "head",
    "tail",
    "awk",
    "gawk",
    "mawk",
    "sed",
    "cut",
    "shuf",
    "tr",
)
_ENTRIES = ("find", "gfind", "fd", "fdfind", "git")
_UNKNOWN = ("${xargs}", "${found}")
_HOPS = 8
_FD = (
    "H I u s i g F a l L p d= t= e= S= o= E= j= c= max-depth= min-depth= exact-depth= type= extension="
    " size= changed-within= changed-before= newer= older= owner= exclude= ignore-file= threads= color="
    " base-directory= search-path= max-results= path-separator= and= format= x,exec=? X,exec-batch=?"
)


def judge(site: Site) -> None:
    """Add what the command does with the files that stand for its unknown word."""
    words = site.command.argv
    if not any([word.text in _UNKNOWN for word in words]):
        return
    argv = tuple([Word("{}") if word.text in _UNKNOWN else word for word in words])
    starts, named, mark = _listing(site)
    if not starts:
        return
    from failshut.effects.families import find

    if program(words[0]) in _DELETING:
        base = site.command
        plain = Command(argv, assigns=base.assigns, via=base.via, cwd=base.cwd)
        nested = Site(plain, site.commands, site.index, site.ctx, site.depth + 1, site.notes)
        find.handed(argv, starts, nested, mark)
        for effect in nested.effects:
            if effect.name in ("fs.delete", "fs.mode", "guard.tamper", "host.tamper"):
                site.keep(effect)
    else:
        find.shown(argv, starts, named, site)


def _listing(site: Site) -> tuple[tuple[Word, ...], list[Word], str]:
    """Return where the files are found, the names asked for, and whether something narrows them."""
    via = [one for one in site.command.via if one.startswith(("fd -", "fdfind -"))]
    if via:
        return (Word("."),), [], "yes"
    at, filtered = site.command.pipe_from, False
    for _ in range(_HOPS):
        if not 0 <= at < len(site.commands):
            break
        feeder = site.commands[at]
        name = program(feeder.argv[0])
        if name in _ENTRIES:
            starts, named, narrowed = _of(name, feeder.argv[1:])
            return starts, named, "yes" if filtered or narrowed else "no"
        if name not in _KEEPING and name not in _NARROWING:
            break
        filtered = filtered or name in _NARROWING
        at = feeder.pipe_from
    return (), [], ""


def _of(name: str, words: tuple[Word, ...]) -> tuple[tuple[Word, ...], list[Word], bool]:
    """Return the places that a listing program looks into, the names it looks for, and if it narrows."""
    if name == "git":
        verb = [word.text for word in words if word.text[:1] != "-"][:1]
        return ((Word("."),) if verb == ["ls-files"] else ()), [], True
    if name in ("fd", "fdfind"):
        operands = read(words, _FD).operands
        narrowed = bool(operands) and operands[0].text not in ("", ".")
        return tuple(operands[1:]) or (Word("."),), [], narrowed or len(words) > len(operands)
    from failshut.shell.wrappers.find import search

    found = search(words)
    if found.runs or found.deletes:
        return (), [], False
    return found.starts, found.named, found.filtered
