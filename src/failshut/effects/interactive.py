"""Say when a program would wait for what is typed: a shell or client with nothing to run.

What is typed later passes no guard on hosts whose tools write to a process that runs.  Hot.
"""

from failshut.effects.site import Site
from failshut.model import Command, Word

_IDLE = ("-h", "--help", "-V", "--version", "-version", "-v", "-?")
_NET = ("/dev/tcp/", "/dev/udp/")
_NOT = ("Rscript", "osascript", "bun", "source", ".")
_STAYS = ("nologo", "noprofile", "noexit", "interactive", "noninteractive", "login", "mta", "sta")


def fed(command: Command) -> bool:
    """Tell whether a command's input comes from elsewhere than a terminal."""
    return command.pipe_from >= 0 or any(
        [one.op.lstrip("0")[:1] == "<" or one.target.text.startswith(_NET) for one in command.redirects]
    )


def waits(site: Site) -> bool:
    """Tell whether a command that reads its input would wait for a person."""
    if site.depth or fed(site.command):
        return False  # in a program of another language it is handed its input
    before = site.commands[: max(0, site.index)]
    outer = before[-1].argv if before and site.command.via[-1:] == ("ssh",) else ()
    if any([word.text.startswith("git@") for word in outer]):
        return False  # a host of repositories says who has come, and closes
    if any([one.argv[0].text == ":" and fed(one) for one in before]):
        return False  # the input of a group
    if not site.command.via:
        return True
    from failshut.shell.marks import from_file

    return not from_file(site.command)


def interpreter(name: str, args: tuple[Word, ...], site: Site) -> None:
    """Add ``exec.interactive`` for an interpreter that is given no program."""
    words = [word.text for word in args]
    if name in _NOT or any([word in _IDLE for word in words]):
        return
    if name in ("pwsh", "powershell") and any([word.lower().lstrip("-/") not in _STAYS for word in words]):
        return
    opened(name, site)


def opened(name: str, site: Site) -> None:
    """Add ``exec.interactive`` when the program's input is a terminal."""
    if waits(site):
        site.add("exec.interactive", f"opens {name} and waits for what is typed", what=name)
