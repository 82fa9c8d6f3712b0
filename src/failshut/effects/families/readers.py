"""Say which files ``awk`` and ``sed`` read, what their programs do, and what ``openssl`` shows.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

_AWK = (
    "F,field-separator= v,assign= f,file= e,source= i,include= b c C d=? D=? E= g I l= L=? M N n o=? O"
    " p=? P r s S t"
)
SPECS = {
    "awk": _AWK,
    "gawk": _AWK,
    "mawk": _AWK,
    "nawk": _AWK,
    "sed": "e,expression= f,file= i,in-place=? silent,n,quiet regexp-extended,E r separate,s null-data,z"
    " unbuffered,u line-length,l= posix debug sandbox follow-symlinks",
    "gsed": "e,expression= f,file= i,in-place=? n E r s z u l=",
    "source": "",
    ".": "",
}
_AWK_DOES = ("system", "getline", "|", ">", "-e", "-i", "--")
_SED_DOES = frozenset("ewWrR")


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``fs.read`` for the files a program reads, ``fs.write`` for those it edits in place."""
    if program == "openssl":
        return _openssl(args, site)
    options = read(args, SPECS[program])
    if options.has("help", "version"):
        return None
    skip = 0 if program in ("source", ".") or options.has("f", "file", "expression", "source") else 1
    for word in options.values("file"):
        site.touch("fs.read", word, by=program)
    for word in options.operands[skip:]:
        site.touch("fs.read", word, by=program)
        if options.has("in-place"):
            site.touch("fs.write", word, by=program, append="yes")
    _script(program, args, site)
    return None


def _script(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Judge the program that ``awk`` or ``sed`` is given."""
    whole = " ".join([word.text for word in args])
    if program in ("awk", "gawk", "mawk", "nawk"):
        if "-f" not in whole and not any([word in whole for word in _AWK_DOES]):
            return
        from failshut.effects.interpreters import programs

        programs(program, args, site)
    elif program in ("sed", "gsed") and ("-f" in whole or not _SED_DOES.isdisjoint(whole)):
        from failshut.effects.scripts import sed

        sed.judge(args, site)


def _openssl(args: tuple[Word, ...], site: Site) -> None:
    """Count what ``openssl`` only turns into another form as read."""
    verb = args[0].text if args else ""
    words = [word.text for word in args]
    shown = "-text" in words or not {"-noout", "-pubout", "-out"} & set(words)
    if verb in ("rsa", "pkey", "ec", "dsa", "pkcs8", "pkcs12") and shown and "-pubin" not in words:
        for at, word in enumerate(args[:-1]):
            if word.text == "-in":
                site.touch("fs.read", args[at + 1], by="openssl")
    if verb in ("enc", "base64", "smime", "cms", "zlib") or verb.startswith(("aes-", "des", "camellia-")):
        for at, word in enumerate(args[:-1]):
            if word.text == "-in":
                site.touch("fs.read", args[at + 1], by="openssl")
