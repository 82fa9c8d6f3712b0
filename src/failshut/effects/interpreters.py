"""Find the programs that an interpreter's command line names: texts, files, modules' arguments.  Hot."""

from failshut.effects.inputs import content, shown, stdin
from failshut.effects.scripts.program import program_text
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.marks import source_of
from failshut.shell.options import read

# Options with the values they take, those whose value is program text, and words before a file.
_AWK = ("F,field-separator= v,assign= f,file= e,source= i,include= version help", ("source",), ())
SPECS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "python": ("c= m= W= X= Q= B E I O P S b d i q s u v x V,version", ("c",), ()),
    "js": (
        "e,eval= p,print= r,require= i import= loader= c,check input-type= conditions= C= env-file= watch",
        ("eval", "print"), (),
    ),
    "deno": ("A,allow-all allow-read=? allow-write=? allow-run=? config= p,print", (), ("run", "eval")),
    "bun": ("e,eval= p,print= cwd= r,preload= watch hot", ("eval", "print"), ("run", "x")),
    "perl": ("e= E= I= M= m= p n l=? 0=? F=? i=? w s t T W X c C=? a v x=?", ("e", "E"), ()),
    "ruby": ("e= I= r= C= p n l w W=? c i=? a F=? E= K=? v x=?", ("e",), ()),
    "php": ("r= f= B= R= F= E= d= c= z= n q", ("r", "B", "R", "E"), ()),
    "lua": ("e= l= i v", ("e",), ()), "Rscript": ("e= default-packages= vanilla", ("e",), ()),
    "osascript": ("e= l= s=", ("e",), ()), "tclsh": ("encoding=", (), ()),
    "awk": _AWK,
}  # fmt: skip
_ALIASES = {
    **dict.fromkeys(("node", "nodejs", "tsx", "ts-node"), "js"),
    **dict.fromkeys(("python", "pypy", "ipython"), "python"),
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), "awk"), "luajit": "lua",
}  # fmt: skip
_IDLE = ("version", "help", "check", "m")
_STDIN = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_DEEP = 6


def programs(name: str, args: tuple[Word, ...], site: Site) -> None:
    """Add what the programs of an interpreter's command line do."""
    kind = _ALIASES.get(name, name)
    if kind not in SPECS:
        return
    spec, texts, verbs = SPECS[kind]
    prints = False
    if kind == "js":
        args = tuple([Word("-p") if word.text in ("-pe", "--print") else word for word in args])
        alone = [
            at for at, word in enumerate(args[:-1]) if word.text == "-p" and args[at + 1].text[:1] == "-"
        ]
        prints = bool(alone)  # as a word of its own it makes -e print
        args = tuple([word for at, word in enumerate(args) if at not in alone])
    options = read(args, spec, permute=False)
    rest = options.rest or tuple(options.operands)
    verb = rest[0].text if rest and rest[0].text in verbs else ""
    if verb:
        options = read(rest[1:], spec, permute=False)
        rest = options.rest or tuple(options.operands)
    found = options.values(*texts)
    given: dict[str, object] = {}
    if verb == "eval":
        found, rest = list(rest[:1]), rest[1:]
    elif kind == "awk":
        for word in options.values("assign"):
            key, equals, value = word.text.partition("=")
            if equals:
                given[key] = Word(value, word.literal)
        if not found and not options.has("file"):
            found, rest = list(rest[:1]), rest[1:]
    if kind == "perl" or kind == "ruby":
        _in_place(options.has("i"), rest if found else rest[1:], site)
    if kind in ("perl", "ruby") and found and options.has("n", "p"):
        for word in rest:
            site.touch("fs.read", word, by=kind)
    if kind == "js" and (prints or options.has("print")):
        found = [_printing(word) for word in found]
    if found:
        for word in found:
            _text(word, site, name, rest, given)
        return
    if options.has(*_IDLE) or (kind == "bun" and verb == "x"):
        return
    files = options.values("file") if kind == "awk" else list(options.values("f")) or list(rest[:1])
    for word in files:
        if word.text not in _STDIN:
            _run(content(word, site), site, name, rest if kind == "awk" else rest[1:], given)
    if not files or files[0].text in _STDIN:
        _run(stdin(site), site, name, rest[1:], given)


def _printing(word: Word) -> Word:
    """Return an expression as a program that prints it, as ``node -p`` does."""
    if ";" in word.text or "\n" in word.text or word.text.startswith("${sub "):
        return word
    return Word(f"console.log({word.text})", word.literal)


def launched(word: Word, site: Site) -> None:
    """Judge a program file that is started by its path, when its first line names an interpreter."""
    from failshut.effects.commands import known_as
    from failshut.shell.wrappers.programs import interpreter

    found = content(word, site)
    if found is None:
        return
    name = known_as(interpreter(found[1].text))
    if _ALIASES.get(name, name) in SPECS:
        _run(found, site, name, site.command.argv[1:], {})


def _in_place(edits: bool, words: tuple[Word, ...], site: Site) -> None:
    """Count the files that ``perl -i`` edits as written."""
    for word in words if edits else ():
        site.touch("fs.write", word, by="redirect", append="yes")


def _text(word: Word, site: Site, name: str, rest: tuple[Word, ...], given: "dict[str, object]") -> None:
    """Judge program text that stands on the command line."""
    if not word.literal and word.text.startswith("${sub "):
        _run(shown(source_of(word), site), site, name, rest, given)
        return
    program_text(word, site, name, "", rest, given)


def _run(
    found: "tuple[str, Word, bool] | None",
    site: Site,
    name: str,
    rest: tuple[Word, ...],
    given: "dict[str, object]",
) -> None:
    """Judge a program that stands in a file; what stays unknown of one that was read is let be."""
    if found is None or site.depth > _DEEP:
        return
    path, text, disk = found
    place = Site(site.command, site.commands, site.index, site.ctx, site.depth + 1, site.notes)
    program_text(text, place, name, path, rest, given)
    for effect in place.effects:
        if not disk or effect.name != "opaque.target":
            site.keep(effect)
