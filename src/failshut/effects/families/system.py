"""Say which programs end processes, and what is kept to run later.  Hot."""

from failshut.effects.secrets import matches
from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

_LINES = ("failshut", "launcher.sh", "failshut/launcher.sh")
_HUP = ("-1", "-HUP", "-SIGHUP", "-0")


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``sys.kill-all``, and ``exec.remote-code`` for what is kept to run."""
    if program == "kill":
        _kill([word.text for word in args], site)
    elif program in ("pkill", "killall"):
        options = read(args, "s,signal= u,euid,uid= U= g= G= P= t= f,full x v,inverse e")
        if (not options.operands and options.has("uid")) or any(
            word.text in (".", ".*", "") for word in options.operands
        ):
            site.add("sys.kill-all", "ends every process of a user")
        exact = program == "killall" and "-r" not in [word.text for word in args]
        if "-0" not in [word.text for word in args] and (
            (options.has("v") and program == "pkill")
            or any([_fits(word.text, exact) for word in options.operands])
        ):
            site.add("guard.tamper", "ends processes of the guard", what="process")
    elif site.command.pipe_from >= 0:
        _later(program, site)


def _fits(pattern: str, exact: bool) -> bool:
    """Tell whether a pattern may stand for a line that starts the guard."""
    if exact:
        return pattern in ("sh", *_LINES)
    if "|" in pattern:
        return any([_fits(one, False) for one in pattern.split("|")])
    text = (
        pattern.strip("^$()").replace(".*", "*").replace(".+", "?*").replace("\\.", "\0").replace(".", "?")
    )
    text = text.replace("\0", ".").lower()
    return "failshut" in text or any([matches(one, f"*{text}*") for one in _LINES])


def _later(program: str, site: Site) -> None:
    """Add ``exec.remote-code`` for text from elsewhere that is kept to run."""
    from failshut.effects.families.exec import origin
    from failshut.shell.wrappers.streams import LATER

    how = origin(site.command, site.commands) if program in LATER else ""
    if how:
        what = "the network" if how == "network" else "decoded data"
        site.add("exec.remote-code", f"has program text from {what} run later by {program}", how=how)


def _kill(words: list[str], site: Site) -> None:
    rest = list(words)
    if rest and rest[0] in ("-l", "-L", "--list", "--table"):
        return
    if rest and rest[0] in ("-s", "-n", "--signal"):
        rest = rest[2:]
    elif rest and rest[0].startswith("-") and rest[0] != "--" and len(rest) > 1:
        rest = rest[1:]
    if rest[:1] == ["--"]:
        rest = rest[1:]
    if "1" in rest and not {*_HUP}.intersection(words[:-1]):
        site.add("sys.kill-all", "ends the process that all others hang on")
    if "-1" in rest:
        site.add("sys.kill-all", "ends every process it may end")
