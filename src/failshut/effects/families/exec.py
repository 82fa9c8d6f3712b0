"""Say when an interpreter runs program text that came from elsewhere, and what its program does.  Hot."""

from failshut.effects.foreign import fetches
from failshut.effects.programs import is_known, tabled
from failshut.effects.site import Site
from failshut.model import Command, Word
from failshut.shell.options import read
from failshut.shell.wrappers.streams import DECODERS, INTERPRETERS, PASSING, UNPACKING
from failshut.shell.wrappers.unwrap import SHELLS, program

__all__ = ["INTERPRETERS", "SHELLS", "decodes", "effects", "origin", "origin_of", "reads_stdin"]
_HOPS = 50  # pipes, and commands of one stage, that are looked back
_REPLS = ("python", "pypy", "ipython", "node", "nodejs", "lua")  # with -i, behind a script
_STDIN = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")


def effects(name: str, args: tuple[Word, ...], site: Site) -> None:
    """Add what an interpreter's program does, and ``exec.remote-code`` when that is from elsewhere."""
    if name in ("pwsh", "powershell") and _encoded(args):
        site.add("opaque.target", "runs PowerShell text that can't be decoded", what="text")
    if name not in SHELLS:
        from failshut.effects import interpreters

        interpreters.programs(name, args, site)
    spec, _ = INTERPRETERS[name]
    options = read(args, spec, permute=False)
    for word in options.values("m"):
        if is_known(word.text):
            from failshut.effects.nested import run_as

            run_as((word, *options.rest), site)
    if options.rest and name not in SHELLS and not options.has("m"):
        _tool(options.rest, site)
    for redirect in site.command.redirects:
        if redirect.target.text.startswith(("/dev/tcp/", "/dev/udp/")):
            site.add("exec.remote-code", f"connects {name} to the network", how="socket-shell")
    fish = name == "source" and not args and any([one[:4] == "fish" for one in site.command.via])
    if not fish and not reads_stdin(name, args):
        if name in _REPLS and options.has("i"):
            _waiting(name, args, site)
        return
    how = origin(site.command, site.commands)
    if how:
        source = "the network" if how == "network" else "decoded data"
        site.add("exec.remote-code", f"runs program text from {source} with {name}", how=how)
    elif name in SHELLS:
        _printed(site)
    if not how:
        _waiting(name, args, site)


def _tool(words: tuple[Word, ...], site: Site) -> None:
    """Judge the script of a tool that is known: ``python manage.py flush``, ``php artisan db:wipe``."""
    script = program(words[0])
    if script and tabled(script) in ("frameworks", "packages"):
        from failshut.effects.nested import run_as

        run_as((Word(script), *words[1:]), site)
    elif words[0].text.endswith(("failshut", "failshut.py", ".js", ".mjs", ".cjs")):
        from failshut.effects.families import agents

        agents.script(words, site)


def _encoded(args: tuple[Word, ...]) -> bool:
    """Tell whether PowerShell is handed an encoded text that the reader left alone."""
    from failshut.shell.wrappers.windows import encoded

    return any([encoded(word.text.lower().lstrip("-/")) for word in args if word.text[:1] in ("-", "/")])


def _waiting(name: str, args: tuple[Word, ...], site: Site) -> None:
    """Say when the interpreter has nothing to run but what is typed."""
    if site.command.pipe_from < 0:
        from failshut.effects import interactive

        interactive.interpreter(name, args, site)


def _printed(site: Site) -> None:
    """Say when the text that ``echo`` or ``printf`` hands to a shell stays unknown."""
    if site.command.pipe_from < 0:
        return
    if not _spoken(site.command.pipe_from, site.commands):
        return
    following = site.commands[site.index + 1 : site.index + 2]
    if (
        following
        and following[0].start == site.command.start
        and len(following[0].via) > len(site.command.via)
    ):
        return  # the text was known, and its commands stand behind
    site.add("opaque.target", "runs shell text that is put together on the spot", what="text")
    return


def _spoken(at: int, commands: tuple[Command, ...]) -> bool:
    """Tell whether text that stands in the call comes out of a command, maybe changed on the way."""
    for _ in range(_HOPS):
        if not 0 <= at < len(commands):
            return False
        name = program(commands[at].argv[0])
        if name in ("echo", "printf"):
            return True
        if name not in PASSING or name in ("cat", "tee", "tar", "unzip", "cpio", "xargs"):
            return False
        if any([one.op.endswith(("<<", "<<-", "<<<")) for one in commands[at].redirects]):
            return True
        at = commands[at].pipe_from
    return False


def reads_stdin(name: str, args: tuple[Word, ...]) -> bool:
    spec, own = INTERPRETERS[name]
    if name in ("pwsh", "powershell"):
        lower = [word.text.lower() for word in args]
        return not any(word.startswith(("-f", "-en")) for word in lower) or "-" in lower
    options = read(args, spec, permute=False)
    operands = options.rest or tuple(options.operands)
    if (options.has(*own) and own) or options.has("n", "version", "help"):
        return False
    if name in SHELLS and options.has("s"):
        return True
    if operands and operands[0].text == "run" and name == "deno":
        operands = operands[1:]
    if not operands:
        return name not in ("source", ".")
    return operands[0].text in _STDIN


def origin(command: Command, commands: tuple[Command, ...]) -> str:
    """Return ``network`` or ``decoder`` when the command's input comes from there, else ""."""
    return origin_of(command.pipe_from, commands)


def origin_of(at: int, commands: tuple[Command, ...]) -> str:
    """Return where the output of a command comes from, at most ``_HOPS`` pipes back."""
    seen, packed = 0, False
    while 0 <= at < len(commands) and seen < _HOPS:
        stage = _stage(at, commands)
        names = [(_known(program(one.argv[0])), one) for one in stage]
        for name, one in names:
            if fetches(name, one.argv[1:]):
                return "network"
            if name in UNPACKING:
                packed = True
            elif name in DECODERS and decodes(name, one.argv[1:]):
                if name not in PASSING:
                    return "decoder"
                packed = True
        if not any(name in PASSING for name, _ in names):
            break
        at = commands[at].pipe_from
        seen += 1
    return "decoder" if packed else ""


def _known(name: str) -> str:
    """Return a name as the lists of programs have it."""
    return name if name in DECODERS else name.lower()


def decodes(name: str, args: tuple[Word, ...]) -> bool:
    """Say whether a decoder is told to decode."""
    spec, decodes, marks = DECODERS[name]
    words = args[1:] if "verbs" in marks else args
    return not decodes or read(words, spec, marks=marks).has(*decodes)


def _stage(at: int, commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """Return the last commands that stand in the same place of the text."""
    span = (commands[at].start, commands[at].end)
    first = at
    while first > 0 and at - first < _HOPS and (commands[first - 1].start, commands[first - 1].end) == span:
        first -= 1
    return commands[first : at + 1]
