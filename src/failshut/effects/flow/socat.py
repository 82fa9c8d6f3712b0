"""Read the two ends that ``socat`` joins: files, descriptors, programs, sockets.  Hot."""

from failshut.effects.flow.kinds import DATA
from failshut.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from failshut.effects.flow.judge import Flow, Step
    from failshut.effects.flow.senders import Sent

_FILES = ("OPEN", "FILE", "GOPEN", "CREATE", "CREAT", "PIPE")
_RUNS = ("EXEC", "SYSTEM", "SHELL")
_OWN = ("STDIO", "STDIN", "STDOUT", "STDERR", "-", "FD", "PTY", "UNIX-CONNECT", "UNIX-LISTEN", "UNIX",
        "ABSTRACT-CONNECT", "ABSTRACT-LISTEN", "UNIX-CLIENT", "UNIX-SENDTO", "UNIX-RECV")  # fmt: skip
_VALUED = ("b", "d", "t", "T", "l", "L")


def sides(args: tuple[Word, ...]) -> list[Word]:
    """Return the addresses; one of two halves (``IN!!OUT``) is both."""
    return [
        Word(piece, word.literal)
        for word in args
        if word.text[:1] != "-" or word.text == "-"
        for piece in word.text.split("!!")
    ]


def kind(word: Word) -> str:
    """Return an address's kind in capitals; a bare path is ``GOPEN``, a number ``FD``."""
    head, colon, _ = word.text.partition(":")
    if not colon:
        name = word.text.partition(",")[0]
        if name.isdigit():
            return "FD"
        return name.upper() if name.upper() in _OWN else "GOPEN"
    return head.upper()


def rest(word: Word) -> str:
    """Return what stands behind an address's kind, without its options."""
    _, colon, tail = word.text.partition(":")
    return (tail if colon else word.text).partition(",")[0]


def changed(word: Word) -> Word:
    """Return an address's path in the folder that its options change to."""
    path = rest(word)
    for one in word.text.split(",")[1:]:
        if one.startswith(("chdir=", "cd=")) and path[:1] != "/":
            path = one.partition("=")[2].rstrip("/") + "/" + path
    return Word(path, word.literal)


def sent(args: tuple[Word, ...], step: "Step", flow: "Flow") -> "Sent | None":
    """Return what one end gives to a socket at the other."""
    found, host, sockets, program = 0, "", 0, ""
    for word in sides(args):
        one = kind(word)
        if one in _FILES:
            found |= flow.file(changed(word), step)
        elif one in ("-", "STDIO", "STDIN"):
            found |= step.taken
        elif one == "FD":
            found |= flow.descriptor(rest(word), step)
        elif one in _RUNS:
            found |= _run(rest(word), step)
            program = rest(word)
        elif one not in _OWN:
            sockets += 1
            host = rest(word).rpartition(":")[0] if "LISTEN" not in one else ""
    if sockets:
        return found & DATA, host, "socat"
    return _through(program, found, step, flow) if program else None


def _through(text: str, found: int, step: "Step", flow: "Flow") -> "Sent | None":
    """Return what a program sends that gets what the other end gives."""
    from failshut.effects.commands import known_as
    from failshut.effects.flow.judge import Step
    from failshut.effects.flow.senders import sent as sends
    from failshut.effects.site import Site
    from failshut.shell import commands
    from failshut.shell.wrappers.unwrap import program

    site = step.site
    for command in commands(text.replace("\\", "")).commands[:1]:
        name = known_as(program(command.argv[0]))
        inner = Step(name, Site(command, site.commands, site.index, site.ctx, site.depth + 1), step.table)
        inner.taken = found
        return sends(name, inner, flow) if name != "socat" else None
    return None


def _run(text: str, step: "Step") -> int:
    """Add the effects of a program that stands at one end; returns what it reads."""
    from failshut.effects.flow.sources import read_by
    from failshut.effects.nested import inner_text
    from failshut.effects.site import Site

    site = step.site
    nested = Site(site.command, site.commands, site.index, site.ctx, site.depth + 1, site.notes)
    inner_text(text.replace("\\", ""), nested, "socat")
    for effect in nested.effects:
        site.keep(effect)
    return read_by(nested)
