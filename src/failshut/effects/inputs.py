"""Judge what commands get as their input or program: here-documents, written files, substitutions.

What a shell runs is in the script already; here is what else a text may be: a program for an
interpreter, a patch, a text for another machine, a host's settings.  Hot.
"""

from failshut.effects.commands import known_as
from failshut.effects.infer import SWITCHES, switch_off
from failshut.effects.programs import FED, tabled
from failshut.effects.site import Site
from failshut.model import Command, Word
from failshut.shell.marks import DOLLAR
from failshut.shell.walk.rewrites import copied, rewritten
from failshut.shell.wrappers.unwrap import program

_PATCHES = ("apply_patch", "applypatch", "patch", "git")
_HEADS = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
_HOPS = 8


def judge(sites: list[Site]) -> None:
    """Add to each command's effects those of its input."""
    for site in sites:
        command = site.command
        name = known_as(program(command.argv[0]))
        body = fed(command, site.commands)
        if body is not None and body.text:
            _given(site, name, body)
        if f" {name} " in FED:
            _tabled(site, name, body)


def fed(command: Command, commands: tuple[Command, ...]) -> Word | None:
    """Return the text that here-documents and programs that only hand on give a command."""
    for _ in range(_HOPS):
        bodies = [one.target for one in command.redirects if one.op.endswith(("<<", "<<-", "<<<"))]
        if bodies:
            return Word("\n".join([one.text for one in bodies]), all([one.literal for one in bodies]))
        if not 0 <= command.pipe_from < len(commands):
            return None
        command = commands[command.pipe_from]
        if program(command.argv[0]) not in ("cat", "tee", ":"):
            return None
    return None


def _given(site: Site, name: str, body: Word) -> None:
    """Judge a text that a command reads."""
    from failshut.effects.families.exec import INTERPRETERS, SHELLS, reads_stdin

    text = body.text.replace(DOLLAR, "$")
    if any(switch in text for switch in SWITCHES):
        switch_off(site, text)
    if name in _PATCHES:
        _patch(site, text)
    if name in INTERPRETERS and name not in SHELLS and reads_stdin(name, site.command.argv[1:]):
        from failshut.effects.scripts.program import program_text

        program_text(body, site, name)


def _tabled(site: Site, name: str, body: Word | None) -> None:
    """Judge what a program of the tool tables reads as a program of its own."""
    from failshut.effects import table

    own, program = table.program(tabled(name), name)
    found = stdin(site) if body is None else None
    word = body if body is not None else found[1] if found is not None else None
    if word is not None:
        from failshut.effects import languages

        plain = Word(word.text.replace(DOLLAR, "$"), word.literal)
        languages.judge(program[4], plain, site, own)


def _patch(site: Site, text: str) -> None:
    """Add the writes of a patch."""
    for line in text.split("\n"):
        for head in _HEADS:
            if line.startswith(head):
                site.touch("fs.write", Word(line[len(head) :].strip()), by="patch")
        if line.startswith("+++ ") and line[4:].strip() != "/dev/null":
            name = line[4:].split("\t")[0].strip()
            site.touch("fs.write", Word(name[2:] if name[:2] == "b/" else name), by="patch")


def content(word: Word, site: Site) -> "tuple[str, Word, bool] | None":
    """Return the path and text of a file that a command runs, and whether it was read from disk.

    What the text itself wrote before counts; what it changed in an unknown way isn't read.
    """
    path = site.path(word)
    if path is None or word.glob:
        return None
    index = _writer(path, site)
    if index >= 0:
        command = site.commands[index]
        there = Site(command, site.commands, index, site.ctx, site.depth, site.notes)
        for source, target in copied(program(command.argv[0]), command.argv[1:]):
            if there.path(target) == path:
                return stdin(there) if source.text in ("-", "/dev/stdin") else content(source, there)
        text = printed(command, site.commands)
        return (path, text, False) if text is not None else None
    files = site.ctx.files
    found = files(path) if files is not None else None
    return (path, Word(found), True) if found is not None else None


def _writer(path: str, site: Site) -> int:
    """Return the last command before that writes a file, -1 = none does."""
    found = site.notes.get("written") if site.notes is not None else None
    if found is None:
        found = _written(site)
        if site.notes is not None:
            site.notes["written"] = found
    places = found.get(path, [])
    first, last = 0, len(places)
    while first < last:
        middle = (first + last) // 2
        first, last = (middle + 1, last) if places[middle] < site.index else (first, middle)
    return places[first - 1] if first else -1


def _written(site: Site) -> dict[str, list[int]]:
    """Return the files that commands of the text write, each with these commands in order."""
    found: dict[str, list[int]] = {}
    for index, command in enumerate(site.commands):
        name = program(command.argv[0])
        words = [one.target for one in command.redirects if ">" in one.op]
        words += command.argv[1:] if name == "tee" else rewritten(name, command.argv[1:])
        words += [target for _, target in copied(name, command.argv[1:])]
        place = Site(command, site.commands, index, site.ctx) if words else site
        for word in words:
            path = place.path(word)
            if path is not None:
                found.setdefault(path, []).append(index)
    return found


def printed(command: Command, commands: tuple[Command, ...]) -> Word | None:
    """Return the text that a command writes, None when that isn't followed."""
    name = program(command.argv[0])
    if name in ("cat", "tee", ":"):
        return fed(command, commands)
    if name not in ("echo", "printf"):
        return None
    from failshut.shell.walk import printing

    return printing.printed(name, command.argv[1:], None, Word("${PWD}", False))


def shown(index: int, site: Site) -> "tuple[str, Word, bool] | None":
    """Return the file that a command of the text shows whole: ``cat FILE`` and ``< FILE``."""
    for _ in range(_HOPS):
        if not 0 <= index < len(site.commands):
            return None
        command = site.commands[index]
        name = program(command.argv[0])
        words = list(command.argv[1:]) if name == "cat" else []
        words = words or [one.target for one in command.redirects if one.op in ("<", "0<")]
        if name in ("cat", "tee", ":") and len(words) == 1 and name != "tee":
            return content(words[0], Site(command, site.commands, index, site.ctx))
        if name not in ("cat", "tee"):
            return None
        index = command.pipe_from
    return None


def stdin(site: Site) -> "tuple[str, Word, bool] | None":
    """Return the file that a command reads as its input, or what is printed to it."""
    for one in site.command.redirects:
        if one.op in ("<", "0<"):
            return content(one.target, site)
    feed = site.command.pipe_from
    if 0 <= feed < len(site.commands) and program(site.commands[feed].argv[0]) in ("echo", "printf"):
        text = printed(site.commands[feed], site.commands)
        return ("", text, False) if text is not None else None
    return shown(feed, site)
