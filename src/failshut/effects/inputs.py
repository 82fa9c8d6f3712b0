"""Judge what commands get as their input or program: here-documents, written files, substitutions.

What a shell runs is in the script already; here is what else a text may be: a program for an
interpreter, a patch, a text for another machine, a host's settings.  Hot.
"""

from failshut.effects.commands import known_as
from failshut.effects.infer import SWITCHES, switch_off
from failshut.effects.site import Site
from failshut.model import Command, Word
from failshut.shell.state import DOLLAR, source_of
from failshut.shell.unwrap import program

_PATCHES = ("apply_patch", "applypatch", "patch", "git")
_HEADS = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
_FLAGS = ("-c", "-e", "-r", "-p", "--eval")


def judge(sites: list[Site]) -> None:
    """Add to each command's effects those of its input."""
    written: dict[str, str] = {}
    bodies: dict[int, str] = {}
    for index, site in enumerate(sites):
        command = site.command
        name = known_as(program(command.argv[0]))
        _origin(site, command, name)
        text = "\n".join(
            [one.target.text for one in command.redirects if one.op.endswith(("<<", "<<-", "<<<"))]
        )
        text = (text or bodies.get(command.pipe_from, "")).replace(DOLLAR, "$")
        if written:
            _ran(site, command, name, written)
        if text:
            if name in ("cat", "tee", ":"):
                bodies[index] = text
                _writes(site, command, text, written)
            _given(site, name, text)


def _given(site: Site, name: str, text: str) -> None:
    """Judge a text that a command reads."""
    from failshut.effects.families.exec import INTERPRETERS, SHELLS, reads_stdin

    if any(switch in text for switch in SWITCHES):
        switch_off(site, text)
    if name in _PATCHES:
        _patch(site, text)
    if name in INTERPRETERS and name not in SHELLS and reads_stdin(name, site.command.argv[1:]):
        _program(site, text, name)


def _program(site: Site, text: str, name: str) -> None:
    from failshut.effects.inline import program_text

    program_text(text, site, name)


def _patch(site: Site, text: str) -> None:
    """Add the writes of a patch."""
    for line in text.split("\n"):
        for head in _HEADS:
            if line.startswith(head):
                site.touch("fs.write", Word(line[len(head) :].strip()), by="patch")
        if line.startswith("+++ ") and line[4:].strip() != "/dev/null":
            name = line[4:].split("\t")[0].strip()
            site.touch("fs.write", Word(name[2:] if name[:2] == "b/" else name), by="patch")


def _writes(site: Site, command: Command, text: str, written: dict[str, str]) -> None:
    """Remember what the text itself writes into a file."""
    words = [one.target for one in command.redirects if ">" in one.op]
    if program(command.argv[0]) == "tee":
        words += command.argv[1:]
    for word in words:
        path = site.path(word)
        if path is not None:
            written[path] = text


def _ran(site: Site, command: Command, name: str, written: dict[str, str]) -> None:
    """Judge a program that the text has written and now runs."""
    from failshut.effects.families.exec import INTERPRETERS, SHELLS

    if name not in INTERPRETERS or name in SHELLS:
        return
    word = next((one for one in command.argv[1:] if one.text[:1] != "-"), None)
    path = site.path(word) if word is not None else None
    text = written.get(path, "") if path is not None else ""
    if text:
        _program(site, text, name)


def _origin(site: Site, command: Command, name: str) -> None:
    """Add ``exec.remote-code`` for a command that runs what a substitution gives."""
    from failshut.effects.families.exec import INTERPRETERS, origin_of

    source = source_of(command.argv[0])
    rest = command.argv[1:]
    if source < 0 and name in INTERPRETERS:
        for at, word in enumerate(rest):
            runs = word.text.startswith("/dev/fd/") or (at and rest[at - 1].text in _FLAGS)
            if runs and source < 0:
                source = source_of(word)
        for one in command.redirects:
            if one.op == "<<<" and source < 0:
                source = source_of(one.target)
    how = origin_of(source, site.commands)
    if how:
        what = "the network" if how == "network" else "decoded data"
        site.add("exec.remote-code", f"runs program text from {what}", how=how)
