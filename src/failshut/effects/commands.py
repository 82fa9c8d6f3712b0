"""Work out what one command would do: its redirections, then its program's family.

``programs`` has the one list of programs; a family's module is imported when a call
names one of its programs.  Hot.
"""

from failshut.effects.infer import SWITCHES, switch_off
from failshut.effects.programs import ALONE, ENDS, FAMILIES, FED, is_known, placed
from failshut.effects.site import Site
from failshut.model import Command, Word
from failshut.shell.wrappers.unwrap import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

_LOOKING = frozenset(
    "ls stat file wc du tree md5sum sha1sum sha256sum cksum realpath readlink dirname basename echo printf"
    " test [ : true false which type cd pushd exit return export".split()
)
"""Programs without a family that change nothing they are given."""
_CHANGING = frozenset("vim vi nvim ex ed nano emacs sponge perl ruby".split())
"""Programs whose operands count as changed, whatever else is known of them."""
_DEAF = frozenset(
    "chmod chown chgrp rm rmdir mkdir mv ln touch unlink kill sleep true false exit cd pwd ls".split()
)
"""Programs that never look at what is put into their input."""
_JUDGED = tuple([f"{name} -{action}" for name in FAMILIES["find"].split()
                 for action in ("exec", "execdir", "ok", "okdir")])  # fmt: skip
"""What stands in ``via`` of commands that are judged with the ``find`` that runs them."""
_FD = ("fd -x", "fd -X", "fd --exec", "fd --exec-batch", "fdfind -x", "fdfind -X", "fdfind --exec")
_READS = ("<", "<>")
_SOCKETS = ("/dev/tcp/", "/dev/udp/")


def _family(name: str) -> "ModuleType":
    found: ModuleType = getattr(__import__("failshut.effects.families", None, None, (name,)), name)
    return found


def effects_of_command(site: Site) -> None:
    """Add the effects of one command: its redirections, then its program."""
    command = site.command
    if site.depth == 0 and any([one in _JUDGED for one in command.via]):
        return
    _redirects(site)
    if "/" in command.argv[0].text and command.argv[0].literal:
        _started(site, command.argv[0])
    text = " ".join(word.text for word in command.argv)
    name = program(command.argv[0])
    if not name and (not command.argv[0].literal or command.argv[0].glob):
        _unknown(site, command.argv[0])
    known = known_as(name)
    if name.startswith("git-") and known == name:
        from failshut.effects.nested import run_as

        run_as((Word("git"), Word(name[4:]), *command.argv[1:]), site)
    place, table = placed(known)
    if place:
        _family(place).effects(known, command.argv[1:], site)
        if known in ("source", "."):
            _family("exec").effects(known, command.argv[1:], site)
    if table:
        _tabled(table, known, site)
        if table == "archives":
            _family("merges").unpacks(known, site)
    if (
        known in _CHANGING
        or (not place and not table and name.lower() not in _LOOKING)
        or text.startswith("git clone ")
    ):
        _handled(site, known)
    if "uninstall.py" in text and (place == "exec" or "uninstall.py" in command.argv[0].text):
        _family("agents").alone(site)
    if any(switch in text for switch in SWITCHES):
        switch_off(site, text)
    for word in command.argv[1:] if name == "tee" else ():
        _starts(site, word)
    if command.via and any([one == "xargs" or one in _FD for one in command.via]):
        from failshut.effects import listed

        listed.judge(site)


def _tabled(stem: str, name: str, site: Site) -> None:
    """Add the effects of a program by its table."""
    from failshut.effects import table

    table.effects(*table.program(stem, name), site.command.argv[1:], site)


def _started(site: Site, word: Word) -> None:
    """Judge a program that is started by its path: downloaded, written or read."""
    if site.index > 0 or site.ctx.files is not None:
        from failshut.effects.interpreters import launched

        launched(word, site)


def _unknown(site: Site, word: Word) -> None:
    """Say that a program stays unknown, unless the text names one for when there is none."""
    from failshut.shell.marks import stands_in

    if not stands_in(word):
        site.add("opaque.target", "runs a program whose name stays unknown", what="command")


def _handled(site: Site, name: str) -> None:
    """Count the guard's own files as changed by any program that isn't known to only look at them.

    A host's files count for programs that change what they are given: other tools check or show them.
    """
    words = site.command.argv[1:]
    options = "".join([word.text for word in words if word.text.startswith("-")])
    if name in ("perl", "ruby") and "i" not in options:
        return
    for word in words:
        if "/" in word.text or word.text.startswith((".", "~", "$HOME")):
            path = site.path(word)
            if path is not None:
                site.guarded("fs.write", path, tree=False, hosts=name in _CHANGING)


def _redirects(site: Site) -> None:
    """Add the effects of a command's redirections."""
    deaf = program(site.command.argv[0]) in _DEAF
    for redirect in site.command.redirects:
        op = redirect.op.lstrip("0123456789")
        target = redirect.target
        if op in _READS and not deaf:
            site.touch("fs.read", target, by="redirect")
        if (
            op in _READS[:1]
            or op.startswith("<<")
            or (op in (">&", "<&") and (target.text == "-" or target.text.isdigit()))
        ):
            continue
        if op != "<&":
            append = "yes" if op.endswith(">>") else ""
            site.touch("fs.write", target, by="redirect", append=append)
            _starts(site, target)


def _starts(site: Site, word: Word) -> None:
    """Judge what is written into a file that shells or git run by themselves."""
    if word.text.endswith(("rc", "profile", "login", "logout", "env", "aliases", ".fish")) or (
        "/hooks/" in word.text
    ):  # fmt: skip
        from failshut.effects import startup

        startup.judge(site, word)


def known_as(name: str) -> str:
    """Return the name without a version or kind: ``python3.11``, ``mkfs.ext4``, ``rm.exe``."""
    if is_known(name):
        return name
    short = name.split(".")[0].rstrip("0123456789") or name
    if placed(short)[0]:
        return short
    for lower in (name.lower(), short.lower()):  # where the file system ignores case, FIND is find
        if is_known(lower) or f" {lower} " in ENDS:
            return lower
    return short


def given(command: Command) -> bool:
    """Say whether a command has a here-document, the output of a substitution or a tool's input."""
    if f" {command.argv[0].text} " in FED and (command.pipe_from >= 0 or command.redirects):
        return True
    words = (*command.argv, *[one.target for one in command.redirects])
    return any(["<<" in one.op for one in command.redirects]) or any(
        [not word.literal and "${sub " in word.text for word in words]
    )


def flows(sites: list[Site]) -> bool:
    """Say whether a text may have both ends of a flow: data of its own, and where it goes."""
    found = False
    for site in sites:
        command = site.command
        found = found or f" {command.argv[0].text.rpartition('/')[2].lower()} " in ENDS
        found = found or any([one.target.text.startswith(_SOCKETS) for one in command.redirects])
    if not found or not sites:
        return False
    first = sites[0]
    name = first.command.argv[0].text.rpartition("/")[2].lower()
    return len(sites) > 1 or bool(first.effects) or f" {name} " in ALONE
