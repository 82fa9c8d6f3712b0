"""Say when an interpreter would run program text that came from elsewhere.  Hot."""

from failshut.effects.site import Site
from failshut.model import Command, Word
from failshut.shell.options import read
from failshut.shell.unwrap import program

NETWORK = frozenset(
    ("curl", "wget", "nc", "ncat", "netcat", "socat", "http", "https", "xh", "aria2c", "lynx", "w3m",
     "fetch", "ftp", "telnet"),
)  # fmt: skip
_DECODERS = frozenset(("base64", "base32", "xxd", "uudecode", "openssl", "gpg"))
_DECODE = ("-d", "-D", "--decode", "-r", "-di", "enc", "--decrypt", "-rp", "-r -p")
_PASS = frozenset(
    ("cat", "tee", "sed", "awk", "grep", "head", "tail", "tr", "cut", "sort", "gunzip", "zcat",
     "gzip", "bzip2", "xz", "jq", "rev", "iconv", "dos2unix", "pv", "uniq", "tac"),
)  # fmt: skip
# interpreter -> (options, options that bring the program themselves)
INTERPRETERS: dict[str, tuple[str, tuple[str, ...]]] = {
    **{
        name: ("c O= o= rcfile= init-file= s i l", ("c",))
        for name in ("sh", "bash", "zsh", "dash", "ash", "ksh", "mksh", "fish", "csh", "tcsh")
    },
    **{name: ("c= m= W= X= Q= B E I O P S V b d i q s u v x", ("c", "m")) for name in (
        "python", "pypy", "ipython")},
    "node": ("e,eval= p,print= r,require= i import= loader= check c", ("eval", "print", "check")),
    "deno": ("", ()), "bun": ("e,eval= p,print=", ("eval", "print")),
    "perl": ("e= E= I= M= m= n p l=? 0=? F= i=? w s t T W X c", ("e", "E")),
    "ruby": ("e= I= r= C= n p l w W=? c", ("e",)),
    "php": ("r= f= B= R= F= E= d= c= z=", ("r", "f")),
    "lua": ("e= l= i v", ("e",)), "Rscript": ("e=", ("e",)), "osascript": ("e= l=", ("e",)),
    "pwsh": ("", ("",)), "powershell": ("", ("",)), "tclsh": ("", ()), "source": ("", ()),
    ".": ("", ()),
}  # fmt: skip
_STDIN = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")


def effects(name: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``exec.remote-code`` when the program's standard input, a download, is its program."""
    if not _reads_stdin(name, args):
        return
    how = origin(site.command, site.commands)
    if how:
        source = "the network" if how == "network" else "decoded data"
        site.add("exec.remote-code", f"runs program text from {source} with {name}", how=how)


def _reads_stdin(name: str, args: tuple[Word, ...]) -> bool:
    spec, own = INTERPRETERS[name]
    if name in ("pwsh", "powershell"):
        lower = [word.text.lower() for word in args]
        return not any(word.startswith(("-f", "-en")) for word in lower) or "-" in lower
    options = read(args, spec, permute=False)
    operands = options.rest or tuple(options.operands)
    if options.has(*own) and own:
        return False
    if name in ("sh", "bash", "zsh", "dash", "ash", "ksh", "mksh") and options.has("s"):
        return True
    if operands and operands[0].text == "run" and name == "deno":
        operands = operands[1:]
    if not operands:
        return name not in ("source", ".")
    return operands[0].text in _STDIN


def origin(command: Command, commands: tuple[Command, ...]) -> str:
    """Return ``network`` or ``decoder`` when the command's input comes from there, else ""."""
    at = command.pipe_from
    seen = 0
    while 0 <= at < len(commands) and seen < len(commands):
        stage = [one for one in commands if _same(one, commands[at])]
        names = [(program(one.argv[0]), one) for one in stage]
        for name, one in names:
            if name in NETWORK:
                return "network"
            if name in _DECODERS and any(word.text in _DECODE for word in one.argv):
                return "decoder"
        if not any(name in _PASS for name, _ in names):
            return ""
        at = commands[at].pipe_from
        seen += 1
    return ""


def _same(one: Command, other: Command) -> bool:
    return (one.start, one.end) == (other.start, other.end)
