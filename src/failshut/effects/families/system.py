"""Say what programs do to the machine: ending processes, power, scheduled jobs.  Hot."""

from failshut.effects.site import Site
from failshut.model import Word
from failshut.shell.options import read

_POWER = frozenset(("shutdown", "reboot", "poweroff", "halt"))
_STATES = frozenset(("poweroff", "reboot", "halt", "kexec", "emergency", "rescue", "suspend"))


def effects(program: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``sys.kill-all``, ``sys.power`` and ``sys.schedule``."""
    words = [word.text for word in args]
    if program == "kill":
        _kill(words, site)
    elif program in ("killall5",):
        site.add("sys.kill-all", "ends every process of the machine")
    elif program in ("pkill", "killall"):
        options = read(args, "s,signal= u,euid,uid= U= g= G= P= t= f,full x v,inverse e")
        if (not options.operands and options.has("uid")) or any(
            word.text in (".", ".*", "") for word in options.operands
        ):
            site.add("sys.kill-all", "ends every process of a user")
    elif program in _POWER:
        if not {"-c", "--help", "-k"} & set(words):
            site.add("sys.power", "shuts the machine down or restarts it")
    elif program in ("init", "telinit"):
        if words[:1] and words[0] in ("0", "6"):
            site.add("sys.power", "shuts the machine down or restarts it")
    elif program == "systemctl":
        verbs = [word for word in words if not word.startswith("-")]
        if verbs and verbs[0] in _STATES:
            site.add("sys.power", "shuts the machine down or restarts it")
    elif program == "crontab" and read(args, "u= l e r i").has("r"):
        site.add("sys.schedule", "deletes all scheduled jobs of the user", what="crontab")
    elif site.command.pipe_from >= 0:
        _later(program, site)


def _later(program: str, site: Site) -> None:
    """Add ``exec.remote-code`` for text from elsewhere that is kept to run."""
    from failshut.effects.families.exec import origin
    from failshut.shell.streams import LATER

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
    if "-1" in rest:
        site.add("sys.kill-all", "ends every process it may end")
